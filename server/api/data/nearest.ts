import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { createErrorList } from "../../field-errors.ts";
import { invalidList } from "../../problem.ts";

/**
 * The values by which the nearest row is found: fixed inputs do not count, and numbers that were made discrete must
 * match exactly, as categories must.
 * @throws Problem 400 by name: `values.colour`.
 */
export function nearestValues(
  { inputs }: JobConfig,
  point: InputPoint,
): { values: InputPoint; discrete: string[] } {
  const errors = createErrorList();
  const values = new Map<string, ScalarValue>();
  const byName = new Map(inputs.map((input) => [input.name, input]));
  for (const [name, value] of Object.entries(point)) {
    const input = byName.get(name);
    if (input === undefined) errors.add(`values.${name}`, MESSAGES.noSuchColumn(name));
    else if (input.values === null && typeof value !== "number") {
      errors.add(`values.${name}`, MESSAGES.invalidNumber);
    } else if (input.values !== null && !input.values.includes(value)) {
      errors.add(`values.${name}`, MESSAGES.noSuchCategory(String(value)));
    } else if (!input.fixed) values.set(name, value);
  }
  if (!errors.isEmpty) throw invalidList(errors);
  const discrete = inputs.filter((input) => input.values?.every((value) => typeof value === "number"));
  return { values: Object.fromEntries(values), discrete: discrete.map(({ name }) => name) };
}
