import type { EmulatorInput } from "@understudy/engine/models/emulator.ts";
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { createErrorList } from "../field-errors.ts";
import { invalidList } from "../problem.ts";

/**
 * Points as people write them (names, categories by their text) to points as an emulator reads them (row-major numbers,
 * categories by their code). What a point leaves out takes the input's `initval`.
 *
 * @param field Where the points stood in the request: `inputs`, `inputs_list`, `values`.
 * @throws Problem 400 with errors by field and input: `inputs.colour`.
 */
export function toPoints(
  inputs: readonly EmulatorInput[],
  config: Pick<JobConfig, "inputs">,
  points: readonly InputPoint[],
  field: string,
): Float64Array {
  return varyPoint(inputs, Float64Array.from(initialValues(inputs, config)), points, field);
}

/**
 * Variations of one point: each names the inputs that differ from it.
 *
 * @param base the point as the emulator reads it, one number an input
 * @returns variations x inputs, row-major
 * @throws Problem 400 with errors by field and input
 */
export function varyPoint(
  inputs: readonly EmulatorInput[],
  base: Float64Array,
  variations: readonly InputPoint[],
  field: string,
): Float64Array {
  const errors = createErrorList();
  const wrong = new Set<string>();
  /** Reports a mistake once, even if ten thousand points have it. */
  const report = (name: string, message: string) => {
    if (wrong.has(name)) return;
    wrong.add(name);
    errors.add(`${field}.${name}`, message);
  };
  const numbers = new Float64Array(variations.length * inputs.length);
  const columns = new Map(inputs.map((input, column) => [input.name, column]));
  variations.forEach((variation, row) => {
    numbers.set(base, row * inputs.length);
    for (const name of Object.keys(variation)) {
      const value = variation[name] ?? 0;
      const column = columns.get(name);
      const input = column === undefined ? undefined : inputs[column];
      const code = input === undefined ? null : encode(input, value);
      if (column === undefined || input === undefined) {
        report(name, MESSAGES.noSuchColumn(name));
      } else if (code === null) report(name, describeProblem(input, value));
      else numbers[row * inputs.length + column] = code;
    }
  });
  if (!errors.isEmpty) throw invalidList(errors);
  return numbers;
}

/** A value as the emulator's number; null when it does not fit the input. */
export function encode(input: EmulatorInput, value: ScalarValue): number | null {
  if (input.kind === "continuous") return typeof value === "number" ? value : null;
  const code = input.levels.indexOf(String(value));
  return code === -1 ? null : code;
}

const describeProblem = (input: EmulatorInput, value: ScalarValue): string =>
  input.kind === "continuous" ? MESSAGES.invalidNumber : MESSAGES.noSuchCategory(String(value));

/** The value of each input that is not given: its initial value, or the middle of its range where that is of another kind. */
function initialValues(inputs: readonly EmulatorInput[], config: Pick<JobConfig, "inputs">): number[] {
  const initvals = new Map(config.inputs.map(({ name, initval }) => [name, initval]));
  return inputs.map((input) => {
    const initval = initvals.get(input.name) ?? null;
    const code = initval === null ? null : encode(input, initval);
    const middle = input.kind === "continuous" ? (input.minimum + input.maximum) / 2 : 0;
    return code ?? middle;
  });
}
