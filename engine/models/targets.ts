/**
 * From outputs to targets (what models are fitted to: standardised numbers, one a row) and back. A scalar is one target; a
 * curve, or a large number of scalars, is a few principal components.
 */
import { fromScale, inverseScaleDerivative, type Scale, unstandardised } from "../dataset/scaling.ts";

export interface OutputModel {
  name: string;
  size: number;
  coordinate: string | null;
  knots: Float64Array;
  scale: Scale;
  /** Of each component on the scale; a deviation of 0 marks one that never changes. */
  centres: Float64Array;
  deviations: Float64Array;
  /** Standardised values are clamped to these: the training range, extended by its width at either end. */
  lowest: number;
  highest: number;
  /** Indices of the targets it is made of. */
  targets: Int32Array;
  /** targets x size: the standardised output is the sum of each target times its row. */
  basis: Float64Array;
  /** Variance of the standardised components that the basis leaves out. */
  truncationVariance: Float64Array;
}

/** Standardised components (count x size) from targets (each `count` long, in the order of `model.targets`). */
export function assemble(model: OutputModel, targets: readonly Float64Array[], count: number): Float64Array {
  const assembled = new Float64Array(count * model.size);
  targets.forEach((values, at) => {
    const row = model.basis.subarray(at * model.size, (at + 1) * model.size);
    if (model.size === 1) {
      const share = row[0];
      for (let i = 0; i < count; i++) assembled[i] += share * values[i];
      return;
    }
    for (let i = 0; i < count; i++) {
      const value = values[i];
      const from = i * model.size;
      for (let j = 0; j < model.size; j++) assembled[from + j] += value * row[j];
    }
  });
  return assembled;
}

/** Standard deviations for components that never change in some rows; in the output's own unit, so none on another scale. */
export function fallbackOf({ scale, deviations, size }: OutputModel): Float64Array {
  return scale.kind === "identity" ? deviations : new Float64Array(size);
}

/** A standardised component in the output's own unit. */
export function toOutput(model: OutputModel, component: number, standardised: number): number {
  const clamped = Math.min(model.highest, Math.max(model.lowest, standardised));
  const deviation = model.deviations[component];
  const centre = model.centres[component];
  return fromScale(model.scale, unstandardised(clamped, { centre, deviation }));
}

/** The derivative of `toOutput` by the standardised component; 0 where that is clamped. */
export function toOutputDerivative(model: OutputModel, component: number, standardised: number): number {
  if (standardised < model.lowest || standardised > model.highest) return 0;
  const deviation = model.deviations[component];
  const centre = model.centres[component];
  return deviation * inverseScaleDerivative(model.scale, unstandardised(standardised, { centre, deviation }));
}
