import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { type FieldErrors, invalid } from "../../problem.ts";

/**
 * The values by which the nearest row is looked for: fixed inputs say nothing, and numbers that were made discrete must
 * match exactly, as categories must.
 * @throws Problem 400 by name: `values.colour`.
 */
export function nearestValues(
  { inputs }: JobConfig,
  given: InputPoint,
): { values: InputPoint; discrete: string[] } {
  const errors: FieldErrors = {};
  const values: InputPoint = {};
  for (const [name, value] of Object.entries(given)) {
    const input = inputs.find((one) => one.name === name);
    if (input === undefined) errors[`values.${name}`] = [MESSAGES.noSuchColumn(name)];
    else if (input.values === null && typeof value !== "number") {
      errors[`values.${name}`] = [MESSAGES.invalidNumber];
    } else if (input.values !== null && !input.values.includes(value)) {
      errors[`values.${name}`] = [MESSAGES.noSuchCategory(String(value))];
    } else if (!input.fixed) values[name] = value;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const discrete = inputs.filter((input) => input.values?.every((value) => typeof value === "number"));
  return { values, discrete: discrete.map(({ name }) => name) };
}
