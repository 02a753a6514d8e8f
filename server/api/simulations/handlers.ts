import { gridValues } from "@understudy/engine/specs/language/grid.ts";
import {
  type SimulationCurve,
  type SimulationDetail,
  simulationRoutes,
} from "@understudy/shared/api/simulation.ts";
import { MAX_PLOT_POINTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { deleteSimulations } from "../../commands/simulations/delete-simulations.ts";
import { notFound } from "../../core/problem.ts";
import { listKeptFiles, simulationFolder } from "../../files/kept-files.ts";
import { readSpecModel } from "../../files/specs/open.ts";
import type { SimulationRecord } from "../../models/simulation.ts";
import { type Curves, readCurves } from "../../models/simulation-curves.ts";
import type { User } from "../../models/user.ts";
import type { RecordsAndFiles } from "../../platform/platform.ts";
import { decimate } from "../../presenters/decimate.ts";
import { presentInputs, presentSimulation } from "../../presenters/simulation.ts";
import { type LoadedJob, loadJob, loadManagedJob } from "../jobs/load.ts";
import { handle, type Web } from "../request/handle.ts";
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
  web: Pick<Web, "store">,
  user: User,
  { job_id, simulation_id }: { job_id: number; simulation_id: number },
): Promise<{ loaded: LoadedJob; record: SimulationRecord }> {
  const loaded = await loadJob(web, user, job_id);
  const record = await web.store.simulations.findOne({ _id: simulation_id, job_id });
  if (record === null) throw notFound(MESSAGES.simulationNotFound);
  return { loaded, record };
}

/** Everything that a page shows of one simulation. */
async function simulationDetail(
  platform: RecordsAndFiles,
  { job, access }: LoadedJob,
  record: SimulationRecord,
): Promise<SimulationDetail> {
  const { store, storage } = platform;
  const [curves, files] = await Promise.all([
    readCurves(store, [record]),
    listKeptFiles(simulationFolder(storage, job._id, record._id)),
  ]);
  return {
    ...presentSimulation(record, job, access),
    inputs: presentInputs(record, job),
    curves: await drawable(platform, job.spec_version_id, curves.get(record._id) ?? {}),
    log_tail: record.log_tail,
    files: files.map(({ path, size }) => ({ path, size, href: toHref(job._id, record._id, path) })),
  };
}

const toHref = (jobId: number, simulation: number, path: string): string =>
  `/static/work_dirs/${jobId}/simulations/${simulation}/${path.split("/").map(encodeURIComponent).join("/")}`;

/** Curves in the manifest's order, each through at most as many points as a plot can show. */
async function drawable(
  platform: RecordsAndFiles,
  specVersionId: number | null,
  curves: Curves,
): Promise<SimulationCurve[]> {
  if (specVersionId === null || Object.keys(curves).length === 0) return [];
  const manifest = await readSpecModel(platform, specVersionId);
  const grids = new Map(manifest.coordinates.map(({ name, grid }) => [name, gridValues(grid)]));
  return manifest.outputs.flatMap(({ name, coordinate }) => {
    const curve = ownValue(curves, name);
    if (curve === undefined) return [];
    const grid = coordinate === null ? undefined : grids.get(coordinate);
    const places = decimate([curve], 0, curve.length, MAX_PLOT_POINTS);
    const at = (values: ArrayLike<number>) => places.map((place) => values[place] ?? 0);
    const values = grid === undefined ? places : at(grid);
    return [{ name, values: at(curve), coordinate: { name: coordinate, values } }];
  });
}
