import { optimizationRoutes } from "@understudy/shared/api/optimization.ts";
import { targetCurvesRoutes } from "@understudy/shared/api/target-curves.ts";
import { simulationPlace } from "../models/simulation.ts";
import { jobAccess } from "../policies/job.ts";
import { iterationGraphs } from "../presenters/iteration-graphs.ts";
import { listIndices, presentOptimization } from "../presenters/optimization.ts";
import { iterationRows } from "./iteration-rows.ts";
import { loadJob, loadJobWithResult } from "./jobs/load.ts";
import { handle } from "./request/handle.ts";
import { targetCurves } from "./target-curves.ts";

export const optimizationHandlers = {
  getOptimization: handle(optimizationRoutes.getOptimization, async ({ web, user, params }) => {
    const job = await loadJobWithResult(web, user, params.job_id, "Optimization");
    const { optimizations, simulations, jobs } = web.store;
    const [record, trainer] = await Promise.all([
      optimizations.findOne({ _id: job._id }),
      jobs.findOne({ _id: job.run?.emulator_job_id ?? 0 }),
    ]);
    const recorded = { job_id: job._id, index: { $in: record === null ? [] : listIndices(record) } };
    const places = await simulations.find(recorded, {}, simulationPlace);
    const ids = new Map(places.map(({ index, _id }) => [index, _id]));
    const isSeen = trainer !== null && jobAccess(user, trainer) !== null;
    return presentOptimization(job, record, isSeen ? trainer : null, ids);
  }),

  getTargetCurves: handle(targetCurvesRoutes.getTargetCurves, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    const record = await web.store.optimizations.findOne({ _id: job._id });
    return { curves: await targetCurves(web, user, job, record) };
  }),

  getIterationValues: handle(optimizationRoutes.getIterationValues, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return { graphs: iterationGraphs(job, await iterationRows(web.store, job)) };
  }),
};
