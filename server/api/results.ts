import { join } from "node:path";
import { optimizationRoutes } from "@understudy/shared/api/optimization.ts";
import { outOfSpecRoutes } from "@understudy/shared/api/out-of-spec.ts";
import { samplingRoutes } from "@understudy/shared/api/sampling.ts";
import { targetCurvesRoutes } from "@understudy/shared/api/target-curves.ts";
import { yieldRoutes } from "@understudy/shared/api/yield.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, notFound, Problem } from "../core/problem.ts";
import { absoluteFiles } from "../files/score-files.ts";
import { readSpecModel } from "../files/specs/open.ts";
import { clientAbortSignal } from "../http/client-abort-signal.ts";
import { simulationPlace } from "../models/simulation.ts";
import { jobAccess } from "../policies/job.ts";
import { iterationGraphs } from "../presenters/iteration-graphs.ts";
import { listIndices, presentOptimization } from "../presenters/optimization.ts";
import { indicesNamed, presentOutOfSpec } from "../presenters/out-of-spec.ts";
import { presentSampling } from "../presenters/sampling.ts";
import { Unread } from "../reading/reader.ts";
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

export const samplingHandlers = {
  getSampling: handle(samplingRoutes.getSampling, async ({ web, user, params }) => {
    const job = await loadJobWithResult(web, user, params.job_id, "Sampling");
    const { samplings, jobs } = web.store;
    const [record, trainer] = await Promise.all([
      samplings.findOne({ _id: job._id }),
      jobs.findOne({ _id: job.run?.emulator_job_id ?? 0 }),
    ]);
    const isSeen = trainer !== null && jobAccess(user, trainer) !== null;
    return presentSampling(job, record, isSeen ? trainer : null);
  }),
};

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

export const yieldHandlers = {
  computeYield: handle(yieldRoutes.computeYield, async ({ web, ctx, user, params, body }) => {
    const signal = clientAbortSignal(ctx);
    const { job } = await loadJob(web, user, params.job_id);
    const { run, spec_version_id } = job;
    if (run === null || run.emulator === null || run.score_function === null || spec_version_id === null)
      throw notFound(MESSAGES.noYield);
    const folder = web.storage.workDir(job._id);
    const request = {
      model: await readSpecModel(web, spec_version_id),
      variables: run.variables,
      score: absoluteFiles(run.score_function, folder),
      furtherGoals: run.further_goals,
      seed: run.seed,
      emulator: join(folder, run.emulator.file),
      relation: run.relation,
      distributions: body.distributions,
      leastScore: body.least_score,
    };
    const answer = await web.reader
      .perform(user._id, "computeYield", request, signal)
      .catch((error: unknown) => {
        throw error instanceof Unread ? new Problem(503, MESSAGES.yieldTooLong) : error;
      });
    if ("problem" in answer) throw new Problem(409, answer.problem);
    if ("errors" in answer) throw invalid(answer.errors);
    return answer;
  }),
};
