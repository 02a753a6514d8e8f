/** The accuracy of predictions on rows that were not used in the fit. */
import { isOverDecades } from "../../dataset/decades.ts";
import { measureRounding } from "../../dataset/resolution.ts";
import type { EmulatorOutput, LogAccuracy, OutputPrediction } from "../../models/emulator.ts";

type Accuracy = Pick<
  EmulatorOutput,
  "coefficientOfDetermination" | "coefficientsOfDetermination" | "coverage" | "validationValues"
>;

/**
 * Coefficients of determination and coverage of predictions (count x size, row-major). The overall coefficient is one
 * minus all squared errors over all squared differences from each component's mean. Where the truth does not vary the
 * coefficient is 1 for a prediction without error and 0 otherwise; it is at least -1.
 * @param fallback standard deviations for components whose truth does not vary in these rows.
 */
export function measureAccuracy(
  truth: Float64Array,
  prediction: OutputPrediction,
  size: number,
  fallback: Float64Array,
): Accuracy {
  const count = truth.length / size;
  const largest = truth.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  const each = new Float64Array(size);
  let allErrors = 0;
  let allDifferences = 0;
  for (let component = 0; component < size; component++) {
    let mean = 0;
    for (let i = 0; i < count; i++) mean += truth[i * size + component] / largest / count;
    let errors = 0;
    let differences = 0;
    for (let i = 0; i < count; i++) {
      const value = truth[i * size + component] / largest;
      errors += (value - prediction.mean[i * size + component] / largest) ** 2;
      differences += (value - mean) ** 2;
    }
    // Rounding errors are no variation.
    if (differences <= 1e-24 * count * mean * mean) {
      differences = count * (fallback[component] / largest) ** 2;
    }
    each[component] = determination(errors, differences);
    allErrors += errors;
    allDifferences += differences;
  }
  const isInside = createInsideTest(truth, prediction);
  let inside = 0;
  for (let at = 0; at < truth.length; at++) if (isInside(at)) inside += 1;
  return {
    coefficientOfDetermination: determination(allErrors, allDifferences),
    coefficientsOfDetermination: each,
    coverage: inside / truth.length,
    validationValues: truth.length,
  };
}

/** Counts the rows of which every component lies inside its bounds. @param truth count x size, row-major; the bounds as well */
export function countCurvesInside(truth: Float64Array, prediction: OutputPrediction, size: number): number {
  const isInside = createInsideTest(truth, prediction);
  const isWholeInside = new Uint8Array(truth.length / size).fill(1);
  for (let at = 0; at < truth.length; at++) if (!isInside(at)) isWholeInside[Math.floor(at / size)] = 0;
  return isWholeInside.reduce((sum, value) => sum + value, 0);
}

/** Bounds of no width hold the value that they state, up to the digits that it is written with. */
function createInsideTest(truth: Float64Array, { lower, upper }: OutputPrediction): (at: number) => boolean {
  const roundingError = measureRounding(truth);
  return (at) => {
    const value = truth[at];
    const slack = Math.max(1e-9 * Math.abs(value), roundingError(value));
    return value >= lower[at] - slack && value <= upper[at] + slack;
  };
}

function determination(errors: number, differences: number): number {
  if (!(differences > 0)) return errors <= 1e-20 ? 1 : 0;
  const coefficient = 1 - errors / differences;
  return Number.isFinite(coefficient) ? Math.max(-1, coefficient) : -1;
}

/** Tells whether some component takes more than one value: otherwise no error can be compared with how much it varies. */
export function varies(truth: Float64Array, size: number): boolean {
  return truth.some((value, at) => at >= size && value !== truth[at % size]);
}

/**
 * The coefficient of determination of the logarithms (base 10) of an output over decades, for which that of the values says how well
 * the largest of them is predicted, and nothing of the others. A value that is not above 0, or whose prediction is not, is left out.
 * @param truth count x size, row-major; `mean` as well
 * @returns null where the values do not lie over decades, or fewer than two of a component have a logarithm
 */
export function measureLogAccuracy(
  truth: Float64Array,
  mean: Float64Array,
  size: number,
): LogAccuracy | null {
  if (!isOverDecades(truth)) return null;
  let [errors, differences, values] = [0, 0, 0];
  const each = new Float64Array(size);
  for (let component = 0; component < size; component++) {
    const pairs: [truth: number, mean: number][] = [];
    for (let at = component; at < truth.length; at += size) {
      if (truth[at] > 0 && mean[at] > 0) pairs.push([Math.log10(truth[at]), Math.log10(mean[at])]);
    }
    const centre = pairs.reduce((sum, [value]) => sum + value / pairs.length, 0);
    values += pairs.length;
    let [componentErrors, componentDifferences] = [0, 0];
    for (const [value, predicted] of pairs) {
      componentErrors += (value - predicted) ** 2;
      componentDifferences += (value - centre) ** 2;
    }
    each[component] =
      componentDifferences > 0 ? determination(componentErrors, componentDifferences) : Number.NaN;
    errors += componentErrors;
    differences += componentDifferences;
  }
  if (values < 2 * size) return null;
  const coefficientOfDetermination = determination(errors, differences);
  return {
    coefficientOfDetermination,
    coefficientsOfDetermination: each,
    values,
    leftOut: truth.length - values,
  };
}
