/** Programs of emulators, and how far their results are from the emulator's own. */
import { runProgram } from "@understudy/engine/exports/run-program.ts";
import type { Program } from "@understudy/engine/exports/program.ts";
import { programOf } from "@understudy/engine/exports/lowering/program-of.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { readEmulatorFile } from "@understudy/engine/models/ensemble/file.ts";
import { assert } from "../../harness.ts";

export const loweredOf = (emulator: Emulator, withBounds = true): Program =>
  programOf(readEmulatorFile(emulator.serialise()), { withBounds });

/** Points inside, at the edges of and far outside the training ranges. */
export function everywhere({ inputs }: Emulator, count = 60): Float64Array {
  const random = createRandom(7);
  return Float64Array.from({ length: count * inputs.length }, (_, at) => {
    const input = inputs[at % inputs.length];
    if (input === undefined) return 0;
    if (input.kind === "categorical") return random.integer(input.levels.length);
    const range = input.maximum - input.minimum || 1;
    switch (Math.floor(at / inputs.length) % 4) {
      case 0:
      case 1:
        return input.minimum + (input.maximum - input.minimum) * random.uniform();
      case 2:
        return [input.minimum, input.maximum][random.integer(2)] ?? 0;
      default:
        return input.minimum + range * (4 * random.uniform() - 1.5);
    }
  });
}

/** The largest difference from the emulator, as a share of the range of the output's means. */
export function farthest(emulator: Emulator, program: Program, points = everywhere(emulator)): number {
  const count = points.length / emulator.inputs.length;
  const own = emulator.predict(points, count);
  const found = runProgram(program, points, count);
  const apart = emulator.outputs.flatMap(({ name }, at) => {
    const expected = own.get(name);
    const got = found[at];
    if (expected === undefined || got === undefined) throw new Error(`No output ${name}.`);
    const range = Math.max(...expected.mean) - Math.min(...expected.mean) || 1;
    return (["mean", "lower", "upper"] as const).map((end) => {
      const values = got[end];
      if (values === null) return 0;
      assert.is(values.length, expected[end].length);
      return largestDifference(values, expected[end]) / range;
    });
  });
  return Math.max(...apart);
}

function largestDifference(values: Float64Array, expected: Float64Array): number {
  return values.reduce((max, value, at) => {
    const difference = Math.abs(value - (expected[at] ?? Number.NaN));
    assert.ok(Number.isFinite(difference), `${value} and not ${expected[at]}`);
    return Math.max(max, difference);
  }, 0);
}

