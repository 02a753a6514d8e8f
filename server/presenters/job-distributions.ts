import type { JobDistributions } from "@understudy/shared/api/job-distributions.ts";
import { distributedInputs } from "@understudy/shared/yield/distributed-inputs.ts";
import type { JobRun } from "../models/run.ts";

export const presentDistributions = (
  { variables, distributions, distributions_around, least_score }: JobRun,
  revision: number,
): JobDistributions => ({
  inputs: distributedInputs(variables, distributions),
  distributions,
  around: distributions_around,
  least_score,
  revision,
});
