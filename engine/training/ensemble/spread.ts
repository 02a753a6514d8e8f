import { type OutputModel, toOutput } from "../../models/targets.ts";

/**
 * The standard deviation of each component of an output over the training rows: the square root of the sum of squared
 * differences from the mean over count - 1.
 * @param trainingValues standardised components, count x size, row-major
 * @returns `size` deviations in the output's own unit; 0 for a component that never changes
 */
export function measureSpread(model: OutputModel, trainingValues: Float64Array): Float64Array {
  const { size } = model;
  const count = trainingValues.length / size;
  const spread = new Float64Array(size);
  const column = new Float64Array(count);
  for (let component = 0; component < size; component++) {
    for (let row = 0; row < count; row++)
      column[row] = toOutput(model, component, trainingValues[row * size + component]);
    // Differences are divided before they are squared: the squares of values near 1e-200 would be 0.
    const largest = column.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
    const mean = column.reduce((sum, value) => sum + value / largest / count, 0);
    const squares = column.reduce((sum, value) => sum + (value / largest - mean) ** 2, 0);
    spread[component] = largest * Math.sqrt(squares / Math.max(1, count - 1));
  }
  return spread;
}
