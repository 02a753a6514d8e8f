/** The points and values that prove a file of equations in a circuit equal to its emulator. */
import { createRandom } from "../../math/random.ts";
import type { Signature } from "../equations/signature.ts";
import type { TestVectors } from "../exported-model.ts";
import { type Program, RESULT_PARTS } from "../program.ts";
import { runProgram } from "../run-program.ts";
import { computeRanges } from "../test-vectors.ts";
import { atCoordinates, withCoordinates } from "./accuracy.ts";
import type { Sample } from "./sample.ts";

const KNOT_SEED = 4;
/** A share of the output's range. A file adds in an order of its own, and its self-test allows ten times as much. */
const MAX_ROUNDING = 1e-10;

/**
 * The emulator's values and those of the program at some points. A coordinate that is an input is one of the knots, where the
 * emulator's own value is known.
 * @param isExact whether the values of a program that rounding moves may be left out: the file is then compared with the emulator
 */
export function makeVectors(
  program: Program,
  signature: Signature,
  sample: Sample,
  isExact = false,
): TestVectors {
  const { points, emulator } = placed(signature, sample);
  const { count } = sample;
  if (isExact && !isSteady(program, signature, sample)) return { points, count, emulator, program: null };
  return { points, count, emulator, program: runProgram(program, points, count) };
}

/** @returns true where sums in another order yield the same, but for rounding that a self-test allows */
export function isSteady(program: Program, signature: Signature, sample: Sample): boolean {
  const { points, emulator } = placed(signature, sample);
  const { count } = sample;
  const [forward, backward] = (["forward", "backward"] as const).map((order) =>
    runProgram(program, points, count, order),
  );
  const ranges = computeRanges({ points, count, emulator, program: null });
  return emulator.every((_, at) =>
    RESULT_PARTS.every((part) => {
      const [values, reordered] = [forward?.[at]?.[part] ?? null, backward?.[at]?.[part] ?? null];
      return (
        values === null ||
        reordered === null ||
        values.every((value, k) => Math.abs(value - reordered[k]) <= MAX_ROUNDING * ranges[at])
      );
    }),
  );
}

function placed(
  signature: Signature,
  { points: samplePoints, count, values }: Sample,
): Pick<TestVectors, "points" | "emulator"> {
  const random = createRandom(KNOT_SEED);
  const knots = signature.knots.map(({ length }) =>
    Int32Array.from({ length: count }, () => random.integer(length)),
  );
  return {
    points: withCoordinates(signature, samplePoints, count, knots),
    emulator: signature.outputs.map((_, at) => atCoordinates(signature, at, values[at], knots)),
  };
}
