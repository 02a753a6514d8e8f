import { join } from "node:path";
import { yieldRoutes } from "@understudy/shared/api/yield.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, notFound, Problem } from "../core/problem.ts";
import { absoluteFiles } from "../files/score-files.ts";
import { readSpecModel } from "../files/specs/open.ts";
import { clientAbortSignal } from "../http/client-abort-signal.ts";
import { Unread } from "../reading/reader.ts";
import { loadJob } from "./jobs/load.ts";
import { handle } from "./request/handle.ts";

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
