/** The columns of a job's variables with the distributions that they have. */
import type { DistributedInput } from "../api/job-distributions.ts";
import type { Distribution, Distributions } from "../domain/distribution.ts";
import type { JobVariable } from "../domain/job-variable.ts";
import { ownValue } from "../own-value.ts";
import { defaultDistribution, type UncertainInput, uncertainInputs } from "./uncertain-inputs.ts";

export const distributedInputs = (
  variables: Readonly<Record<string, JobVariable>>,
  distributions: Distributions,
): DistributedInput[] =>
  uncertainInputs(variables).map((input) =>
    distributedInput(input, ownValue(distributions, input.name) ?? defaultDistribution(input)),
  );

function distributedInput(input: UncertainInput, distribution: Distribution): DistributedInput {
  const isOption = input.kind === "options";
  return {
    name: input.name,
    kind: input.kind,
    options: isOption ? [...input.options] : null,
    lower: isOption ? null : input.lower,
    upper: isOption ? null : input.upper,
    nominal: input.nominal,
    distribution,
  };
}

/** True: the job varies it. The emulator was not trained on inputs that the job holds fixed. */
export const isVaried = ({ options, lower, upper }: DistributedInput): boolean =>
  options === null ? lower !== null && upper !== null : options.length > 1;
