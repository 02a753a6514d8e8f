/** Programs of emulators, and how far their results are from the emulator's own. */
import { lowerToProgram } from "@understudy/engine/exports/lowering/program-of.ts";
import type { Program } from "@understudy/engine/exports/program.ts";
import { runProgram } from "@understudy/engine/exports/run-program.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { readEmulatorFile } from "@understudy/engine/models/ensemble/file.ts";
import { asEmulatorParts, type EnsembleEmulatorParts } from "@understudy/engine/models/ensemble/parts.ts";
import { assert } from "../../harness.ts";

/** An emulator of one ensemble has the parts of that ensemble. */
export function readParts(emulator: Emulator): EnsembleEmulatorParts {
  const { ensembles } = readEmulatorFile(emulator.serialise());
  const [first, ...further] = ensembles;
  if (first === undefined || further.length > 0) throw new Error("The emulator is not made of one ensemble.");
  return first;
}

export const programOfEnsemble = (parts: EnsembleEmulatorParts, withBounds: boolean): Program =>
  lowerToProgram(asEmulatorParts(parts), { withBounds });

export const lowerEmulator = (emulator: Emulator, withBounds = true): Program =>
  lowerToProgram(readEmulatorFile(emulator.serialise()), { withBounds });

/** Points inside, at the edges of, just and far outside the training ranges. */
export function everywhere({ inputs }: Emulator, count = 80): Float64Array {
  const random = createRandom(7);
  return Float64Array.from({ length: count * inputs.length }, (_, at) => {
    const input = inputs[at % inputs.length];
    if (input === undefined) return 0;
    if (input.kind === "categorical") return random.integer(input.levels.length);
    const { minimum, maximum } = input;
    const range = maximum - minimum || 1;
    switch (Math.floor(at / inputs.length) % 5) {
      case 0:
      case 1:
        return minimum + (maximum - minimum) * random.uniform();
      case 2:
        return random.integer(2) === 0 ? minimum : maximum;
      case 3:
        return minimum + (maximum - minimum) * (1.2 * random.uniform() - 0.1);
      default:
        return minimum + range * (8 * random.uniform() - 3.5);
    }
  });
}

/** The largest difference from the emulator, as a share of the value or, where that is larger, of the range of half the means. */
export function farthest(emulator: Emulator, program: Program, points = everywhere(emulator)): number {
  const count = points.length / emulator.inputs.length;
  const predictions = emulator.predict(points, count);
  const outputs = runProgram(program, points, count);
  const differences = emulator.outputs.flatMap(({ name }, at) => {
    const expected = predictions.get(name);
    const got = outputs[at];
    if (expected === undefined || got === undefined) throw new Error(`No output ${name}.`);
    const sorted = expected.mean.toSorted();
    const quartile = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    const range = quartile(0.75) - quartile(0.25);
    return (["mean", "lower", "upper"] as const).map((end) => {
      const values = got[end];
      return values === null ? 0 : largestDifference(values, expected[end], range, `${name} ${end}`);
    });
  });
  return Math.max(...differences);
}

function largestDifference(
  values: Float64Array,
  expected: Float64Array,
  range: number,
  label: string,
): number {
  assert.is(values.length, expected.length);
  return values.reduce((max, value, at) => {
    const reference = expected[at] ?? Number.NaN;
    const difference =
      value === reference ? 0 : Math.abs(value - reference) / Math.max(Math.abs(reference), range);
    assert.ok(Number.isFinite(difference), `${label}: ${value} and not ${reference}`);
    return Math.max(max, difference);
  }, 0);
}
