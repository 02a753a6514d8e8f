import type { DistributedInput } from "@understudy/shared/api/job-distributions.ts";
import type { UncertainInput } from "@understudy/shared/yield/uncertain-inputs.ts";

/** Converts an input to the form that the rules of distributions read. */
export function asUncertain({
  name,
  kind,
  options,
  lower,
  upper,
  nominal,
}: DistributedInput): UncertainInput {
  if (kind === "options") return { name, kind, options: options ?? [], nominal };
  return { name, kind, lower, upper, nominal };
}
