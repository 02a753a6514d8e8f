import type { EmulatorInput } from "@understudy/engine/models/emulator.ts";
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { createErrorList } from "../core/field-errors.ts";
import { invalidList } from "../core/problem.ts";

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
  const encoded = encodeVariations(inputs, points, field);
  const numbers = new Float64Array(points.length * inputs.length);
  applyVariations(Float64Array.from(initialValues(inputs, config)), encoded, numbers);
  return numbers;
}

/** A variation as the emulator reads it: the columns of the inputs that it names, and their numbers. */
export type EncodedVariation = { readonly columns: readonly number[]; readonly codes: readonly number[] };

/**
 * Encodes variations of a point, each of which names the inputs that differ from it.
 *
 * @throws Problem 400 with errors by field and input
 */
export function encodeVariations(
  inputs: readonly EmulatorInput[],
  variations: readonly InputPoint[],
  field: string,
): EncodedVariation[] {
  const errors = createErrorList();
  const wrong = new Set<string>();
  /** Reports a mistake once, even if ten thousand points have it. */
  const report = (name: string, message: string) => {
    if (wrong.has(name)) return;
    wrong.add(name);
    errors.add(`${field}.${name}`, message);
  };
  const columns = new Map(
    inputs.map((input, column) => [input.name, { input, column, encode: createEncoder(input) }]),
  );
  const encoded = variations.map((variation) => {
    const numbers = { columns: [] as number[], codes: [] as number[] };
    for (const [name, value] of Object.entries(variation)) {
      const target = columns.get(name);
      const code = target?.encode(value) ?? null;
      if (target === undefined) report(name, MESSAGES.noSuchColumn(name));
      else if (code === null) report(name, describeProblem(target.input, value));
      else {
        numbers.columns.push(target.column);
        numbers.codes.push(code);
      }
    }
    return numbers;
  });
  if (!errors.isEmpty) throw invalidList(errors);
  return encoded;
}

/**
 * Writes a point and overwrites the inputs that each variation names.
 *
 * @param base the point as the emulator reads it, one number an input
 * @param numbers where the variations are written, one after another, from an offset
 */
export function applyVariations(
  base: Float64Array,
  variations: readonly EncodedVariation[],
  numbers: Float64Array,
  offset = 0,
): void {
  variations.forEach(({ columns, codes }, row) => {
    const start = offset + row * base.length;
    numbers.set(base, start);
    columns.forEach((column, at) => {
      numbers[start + column] = codes[at] ?? Number.NaN;
    });
  });
}

/** @returns what turns a value into the emulator's number; null when the value does not fit the input */
export function createEncoder(input: EmulatorInput): (value: ScalarValue) => number | null {
  if (input.kind === "continuous") return (value) => (typeof value === "number" ? value : null);
  const codes = new Map<string, number>();
  for (const [code, level] of input.levels.entries()) if (!codes.has(level)) codes.set(level, code);
  return (value) => codes.get(String(value)) ?? null;
}

const describeProblem = (input: EmulatorInput, value: ScalarValue): string =>
  input.kind === "continuous" ? MESSAGES.invalidNumber : MESSAGES.noSuchCategory(String(value));

/** The value of each input that is not given: its initial value, or the middle of its range where that is of another kind. */
function initialValues(inputs: readonly EmulatorInput[], config: Pick<JobConfig, "inputs">): number[] {
  const initvals = new Map(config.inputs.map(({ name, initval }) => [name, initval]));
  return inputs.map((input) => {
    const initval = initvals.get(input.name) ?? null;
    const code = initval === null ? null : createEncoder(input)(initval);
    const middle = input.kind === "continuous" ? (input.minimum + input.maximum) / 2 : 0;
    return code ?? middle;
  });
}
