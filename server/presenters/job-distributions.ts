import type { DistributedInput, JobDistributions } from "@understudy/shared/api/job-distributions.ts";
import type { Distribution } from "@understudy/shared/domain/distribution.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import {
  defaultDistribution,
  type UncertainInput,
  uncertainInputs,
} from "@understudy/shared/yield/uncertain-inputs.ts";
import type { JobRun } from "../models/run.ts";

export const presentDistributions = (
  { variables, distributions, distributions_around }: JobRun,
  revision: number,
): JobDistributions => ({
  inputs: uncertainInputs(variables).map((input) =>
    presentDistributed(input, ownValue(distributions, input.name) ?? defaultDistribution(input)),
  ),
  distributions,
  around: distributions_around,
  revision,
});

export function presentDistributed(input: UncertainInput, distribution: Distribution): DistributedInput {
  const isOption = input.kind === "options";
  return {
    name: input.name,
    kind: input.kind,
    options: isOption ? [...input.options] : null,
    lower: isOption ? null : input.lower,
    upper: isOption ? null : input.upper,
    distribution,
  };
}
