import { outOfSpecRoutes } from "@understudy/shared/api/out-of-spec.ts";
import { simulationPlace } from "../models/simulation.ts";
import { jobAccess } from "../policies/job.ts";
import { indicesNamed, presentOutOfSpec } from "../presenters/out-of-spec.ts";
import { loadJobWithResult } from "./jobs/load.ts";
import { handle } from "./request/handle.ts";

export const outOfSpecHandlers = {
  getOutOfSpec: handle(outOfSpecRoutes.getOutOfSpec, async ({ web, user, params }) => {
    const job = await loadJobWithResult(web, user, params.job_id, "Out of Spec");
    const { outOfSpecs, simulations, jobs } = web.store;
    const [record, trainer] = await Promise.all([
      outOfSpecs.findOne({ _id: job._id }),
      jobs.findOne({ _id: job.run?.emulator_job_id ?? 0 }),
    ]);
    const named = { job_id: job._id, index: { $in: record === null ? [] : indicesNamed(record) } };
    const places = await simulations.find(named, {}, simulationPlace);
    const ids = new Map(places.map(({ index, _id }) => [index, _id]));
    const isSeen = trainer !== null && jobAccess(user, trainer) !== null;
    return presentOutOfSpec(job, record, isSeen ? trainer : null, ids);
  }),
};
