/** The optimisation of each output of an emulator, over the ranges of its training rows. */
import type { Emulator } from "../../../engine/models/emulator.ts";
import type { JobVariable } from "../../../shared/domain/job-variable.ts";

export function makeVariables({ inputs }: Pick<Emulator, "inputs">): Record<string, JobVariable> {
  return Object.fromEntries(
    inputs.map((input): [string, JobVariable] => {
      if (input.kind === "categorical") {
        const [initval = ""] = input.levels;
        const fixed = input.levels.length < 2;
        return [input.name, { type: "MultiSelect", options: [...input.levels], initval, fixed }];
      }
      const { minimum: lbound, maximum: ubound } = input;
      const fixed = !(ubound > lbound);
      return [input.name, { type: "Scalar", lbound, ubound, initval: lbound, fixed, is_integer: false }];
    }),
  );
}
