/** The columns of a job's variables that a distribution can be given to, and which one they have when none is given. */
import type { Distribution } from "../domain/distribution.ts";
import type { JobVariable } from "../domain/job-variable.ts";
import { elementName, type ScalarValue } from "../domain/variable.ts";

export type UncertainInput = {
  /** The name of the column: each element of a Vector has its own. */
  name: string;
  /** The input keeps this value where it has no distribution of its own. */
  nominal: ScalarValue;
} & (
  | { kind: "number" | "whole number"; lower: number | null; upper: number | null }
  | { kind: "options"; options: readonly ScalarValue[] }
);

/** The inputs are in the order of the variables. Texts and files are left out because they are the same in all designs. */
export const uncertainInputs = (variables: Readonly<Record<string, JobVariable>>): UncertainInput[] =>
  Object.entries(variables).flatMap(([name, variable]) => listInputs(name, variable));

function listInputs(name: string, variable: JobVariable): UncertainInput[] {
  switch (variable.type) {
    case "Scalar": {
      const { lbound, ubound, initval, fixed, is_integer } = variable;
      const [lower, upper] = fixed ? [null, null] : [lbound, ubound];
      return [{ name, kind: numberKind(is_integer), lower, upper, nominal: initval }];
    }
    case "Vector": {
      const { lbound, ubound, initval, fixed, is_integer } = variable;
      return initval.map((nominal, i) => ({
        name: elementName(name, i),
        kind: numberKind(is_integer),
        lower: fixed ? null : (lbound?.[i] ?? null),
        upper: fixed ? null : (ubound?.[i] ?? null),
        nominal,
      }));
    }
    case "MultiSelect": {
      const options = variable.fixed ? [variable.initval] : variable.options;
      return [{ name, kind: "options", options, nominal: variable.initval }];
    }
    case "String":
    case "SingleSelect":
    case "File":
      return [];
  }
}

const numberKind = (isInteger: boolean) => (isInteger ? "whole number" : "number");

/** Uniform over what the job varies; all else is fixed. */
export function defaultDistribution(input: UncertainInput): Distribution {
  const fixed = { kind: "fixed", value: input.nominal } as const;
  if (input.kind === "options") {
    const { options } = input;
    if (options.length < 2) return fixed;
    const probability = 1 / options.length;
    return { kind: "levels", levels: options.map((value) => ({ value, probability })) };
  }
  const { lower, upper } = input;
  return lower === null || upper === null || !(lower < upper) ? fixed : { kind: "uniform", lower, upper };
}
