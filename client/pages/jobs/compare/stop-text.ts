import type { Objective } from "@understudy/shared/domain/job.ts";
import { call } from "#api/call.ts";
import { endText as searchEnd } from "../job-id/optimization/design-text.ts";
import { endSentence } from "../job-id/out-of-spec/result-text.ts";
import { endText as chainEnd } from "../job-id/sampling/sampling-text.ts";

type Request = { params: { job_id: number }; signal: AbortSignal };

/** Explains why the search of a job ended, as its own page does; null: it has not, or the job is no search. */
export async function stopText(objective: Objective, request: Request): Promise<string | null> {
  switch (objective) {
    case "Optimization":
      return searchEnd(await call("getOptimization", request));
    case "Sampling":
      return chainEnd(await call("getSampling", request));
    case "Out of Spec":
      return endSentence(await call("getOutOfSpec", request));
    default:
      return null;
  }
}
