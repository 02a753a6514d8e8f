/**
 * From outputs to targets (what the networks learn: standardised numbers, one a row) and back. A scalar is one target; a
 * curve, or a crowd of scalars, is a few principal components.
 */
import { fromScale, inverseSlope, type Scale, unstandardised } from "../dataset/scaling.ts";

export interface OutputModel {
  name: string;
  size: number;
  coordinate: string | null;
  knots: Float64Array;
  scale: Scale;
  /** Of each component on the scale; a deviation of 0 marks one that never changes. */
  centres: Float64Array;
  deviations: Float64Array;
  /** Standardised values are held within these: as far beyond the training values as those spread. */
  lowest: number;
  highest: number;
  /** Indices of the targets it is made of. */
  targets: Int32Array;
  /** targets x size: the standardised output is the sum of each target times its row. */
  basis: Float64Array;
  /** Variance of the standardised components that the basis leaves out. */
  remainder: Float64Array;
}

/** Standardised components (count x size) from targets (each `count` long, in the order of `model.targets`). */
export function assemble(model: OutputModel, targets: readonly Float64Array[], count: number): Float64Array {
  const assembled = new Float64Array(count * model.size);
  targets.forEach((values, at) => {
    const row = model.basis.subarray(at * model.size, (at + 1) * model.size);
    if (model.size === 1) {
      const share = row[0] ?? 0;
      for (let i = 0; i < count; i++) assembled[i] = (assembled[i] ?? 0) + share * (values[i] ?? 0);
      return;
    }
    for (let i = 0; i < count; i++) {
      const value = values[i] ?? 0;
      const from = i * model.size;
      for (let j = 0; j < model.size; j++)
        assembled[from + j] = (assembled[from + j] ?? 0) + value * (row[j] ?? 0);
    }
  });
  return assembled;
}

/** Deviations to measure by what never changes in some rows; in the own unit, so there are none on a scale. */
export function fallbackOf({ scale, deviations, size }: OutputModel): Float64Array {
  return scale.kind === "identity" ? deviations : new Float64Array(size);
}

/** A standardised component in the output's own unit. */
export function toOutput(model: OutputModel, component: number, standardised: number): number {
  const held = Math.min(model.highest, Math.max(model.lowest, standardised));
  const deviation = model.deviations[component] ?? 0;
  const centre = model.centres[component] ?? 0;
  return fromScale(model.scale, unstandardised(held, { centre, deviation }));
}

/** The derivative of `toOutput` by the standardised component; 0 where that is held. */
export function toOutputSlope(model: OutputModel, component: number, standardised: number): number {
  if (standardised < model.lowest || standardised > model.highest) return 0;
  const deviation = model.deviations[component] ?? 0;
  const centre = model.centres[component] ?? 0;
  return deviation * inverseSlope(model.scale, unstandardised(standardised, { centre, deviation }));
}
