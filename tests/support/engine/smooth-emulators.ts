/** Emulators of formulas with derivatives (by differences) and bounds. */
import type {
  Emulator,
  EmulatorInput,
  EmulatorOutput,
  OutputPrediction,
} from "../../../engine/models/emulator.ts";
import { functionEmulator } from "./function-emulators.ts";

/** The mean at one point, and how far the bounds lie from it. Vectors are curves over their index. */
export type Formula = (point: Float64Array) => { mean: number | number[]; reach?: number };

const DIFFERENCE_STEP = 1e-5;

export function smoothEmulator(
  inputs: readonly EmulatorInput[],
  formulas: Readonly<Record<string, Formula>>,
): Emulator {
  const width = inputs.length;
  const models = Object.entries(formulas).map(([name, formula]) => {
    const values = functionEmulator(inputs, (point) => formula(point).mean);
    const [output] = values.outputs;
    if (output === undefined) throw new Error("There is no output.");
    return { output: { ...output, name } satisfies EmulatorOutput, formula, values };
  });
  const selectModels = (names?: readonly string[]) =>
    models.filter(({ output }) => names === undefined || names.includes(output.name));
  const predictOne = (
    { output: { size }, formula }: (typeof models)[number],
    points: Float64Array,
    count: number,
  ): OutputPrediction => {
    const { mean, lower, upper } = blank(count * size);
    for (let i = 0; i < count; i++) {
      const { mean: values, reach = 0 } = formula(points.subarray(i * width, (i + 1) * width));
      for (let k = 0; k < size; k++) {
        const value = typeof values === "number" ? values : (values[k] ?? Number.NaN);
        const at = i * size + k;
        mean[at] = value;
        lower[at] = value - reach;
        upper[at] = value + reach;
      }
    }
    return { mean, lower, upper };
  };
  return {
    ...functionEmulator(inputs, () => 0),
    outputs: models.map(({ output }) => output),
    predict: (points, count, names) =>
      new Map(selectModels(names).map((model) => [model.output.name, predictOne(model, points, count)])),
    means: (points, count, name) =>
      selectModels([name])[0]?.values.means(points, count, "y") ?? new Float64Array(),
    predictWithGradients: (points, count, names) =>
      new Map(
        selectModels(names).map((model) => {
          const prediction = predictOne(model, points, count);
          const gradients = blank(prediction.mean.length * width);
          for (let input = 0; input < width; input++) {
            const [below, above] = [-DIFFERENCE_STEP, DIFFERENCE_STEP].map((step) => {
              const moved = points.map((value, at) => (at % width === input ? value + step : value));
              return predictOne(model, moved, count);
            });
            for (const end of ["mean", "lower", "upper"] as const) {
              gradients[end].forEach((_, at) => {
                if (at % width !== input) return;
                const of = Math.floor(at / width);
                gradients[end][at] =
                  ((above?.[end][of] ?? 0) - (below?.[end][of] ?? 0)) / (2 * DIFFERENCE_STEP);
              });
            }
          }
          return [model.output.name, { ...prediction, gradients }];
        }),
      ),
  };
}

const blank = (length: number) => ({
  mean: new Float64Array(length),
  lower: new Float64Array(length),
  upper: new Float64Array(length),
});
