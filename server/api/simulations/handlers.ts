import { simulationRoutes } from "@understudy/shared/api/simulation.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { deleteSimulations } from "../../commands/simulations/delete-simulations.ts";
import type { SimulationRecord } from "../../models/simulation.ts";
import type { User } from "../../models/user.ts";
import { notFound } from "../../problem.ts";
import { handle, type Web } from "../handle.ts";
import { type LoadedJob, loadJob, loadManagedJob } from "../jobs/load.ts";
import { simulationDetail } from "./detail.ts";
import { graphsOfJob, graphsOfSimulation } from "./graphs.ts";
import { listSimulations } from "./list-simulations.ts";

export const simulationHandlers = {
  listSimulations: handle(simulationRoutes.listSimulations, async ({ web, user, params, query }) =>
    listSimulations(web, await loadJob(web, user, params.job_id), query),
  ),

  getSimulation: handle(simulationRoutes.getSimulation, async ({ web, user, params }) => {
    const { loaded, record } = await loadSimulation(web, user, params);
    return await simulationDetail(web, loaded, record);
  }),

  deleteSimulations: handle(simulationRoutes.deleteSimulations, async ({ web, user, params, body }) => {
    await deleteSimulations(web, await loadManagedJob(web, user, params.job_id), body.ids);
    return null;
  }),

  getSimulationGraphs: handle(simulationRoutes.getSimulationGraphs, async ({ web, user, params }) => {
    const { loaded, record } = await loadSimulation(web, user, params);
    return { graphs: await graphsOfSimulation(web, user, loaded.job, record) };
  }),

  getJobGraphs: handle(simulationRoutes.getJobGraphs, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return { graphs: await graphsOfJob(web, user, job) };
  }),
};

/** @throws Problem 404 when the person knows no such job, or it has no such simulation. */
async function loadSimulation(
  web: Web,
  user: User,
  { job_id, simulation_id }: { job_id: number; simulation_id: number },
): Promise<{ loaded: LoadedJob; record: SimulationRecord }> {
  const loaded = await loadJob(web, user, job_id);
  const record = await web.store.simulations.findOne({ _id: simulation_id, job_id });
  if (record === null) throw notFound(MESSAGES.simulationNotFound);
  return { loaded, record };
}
