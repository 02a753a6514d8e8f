/** Emulators that evaluate a formula, so that the right answers are known. */
import { IDENTITY } from "../../../engine/dataset/scaling.ts";
import type { Emulator, EmulatorInput, EmulatorOutput } from "../../../engine/models/emulator.ts";

export const continuous = (
  name: string,
  [minimum, maximum]: readonly [number, number] = [0, 1],
  more: { used?: boolean; scale?: Extract<EmulatorInput, { kind: "continuous" }>["scale"] } = {},
): EmulatorInput => ({
  name,
  kind: "continuous",
  used: true,
  counts: [1],
  minimum,
  maximum,
  scale: IDENTITY,
  followers: [],
  gap: null,
  ...more,
});

export const categorical = (
  name: string,
  levels: readonly string[],
  counts = levels.map(() => 1),
): EmulatorInput => ({ name, kind: "categorical", used: true, counts, levels });

/** Inputs uniform on 0 .. 1, named x1, x2 ... */
export const unitInputs = (count: number): EmulatorInput[] =>
  Array.from({ length: count }, (_, at) => continuous(`x${at + 1}`));

const makeOutput = (name: string, size: number): EmulatorOutput => ({
  name,
  size,
  coordinate: null,
  knots: Float64Array.from({ length: size }, (_, at) => at),
  coefficientOfDetermination: 1,
  coefficientsOfDetermination: new Float64Array(size).fill(1),
  logAccuracy: null,
  spread: null,
  coverage: 1,
  validationValues: size,
  families: [],
  reason: "",
  findings: [],
  calibration: { expected: new Float64Array(0), observed: new Float64Array(0), meanAbsoluteError: 0 },
  jointBand: null,
  learningCurve: null,
  suspicious: null,
  rowCounts: null,
  validationMethod: "held-out rows",
});

/** Its one output is `y`: a number, or as many as the formula gives. */
export function functionEmulator(
  inputs: readonly EmulatorInput[],
  formula: (point: Float64Array) => number | readonly number[],
): Emulator {
  const width = inputs.length;
  const size = [formula(new Float64Array(width))].flat().length;
  const means = (points: Float64Array, count: number): Float64Array => {
    const mean = new Float64Array(count * size);
    for (let i = 0; i < count; i++) {
      const values = formula(points.subarray(i * width, (i + 1) * width));
      if (typeof values === "number") mean[i] = values;
      else mean.set(values, i * size);
    }
    return mean;
  };
  return {
    inputs,
    outputs: [makeOutput("y", size)],
    predict: (points, count) => {
      const mean = means(points, count);
      return new Map([["y", { mean, lower: mean, upper: mean }]]);
    },
    predictWithGradients: () => {
      throw new Error("A formula has no gradients.");
    },
    means,
    outOfSample: () => null,
    trainingPoints: () => new Float64Array(0),
    extrapolation: (_, count) => ({ inputs: new Uint8Array(count * width), far: new Uint8Array(count) }),
    serialise: () => new Uint8Array(0),
  };
}
