/**
 * From outputs to targets (what models are fitted to: standardised numbers, one a row) and back. A scalar is one target; a
 * curve, or a large number of scalars, is a few principal components.
 */
import {
  fromScale,
  inverseScaleDerivative,
  type Scale,
  type Spread,
  unstandardised,
} from "../dataset/scaling.ts";

export interface OutputModel {
  name: string;
  size: number;
  coordinate: string | null;
  knots: Float64Array;
  scale: Scale;
  /** The centre and the deviation of each component on the scale; a deviation of 0 marks one that never changes. */
  centres: Float64Array;
  deviations: Float64Array;
  /** Standardised means are held between these: the training range, extended by its width at either end. */
  lowest: number;
  highest: number;
  /** Standardised bounds are held between these, which lie further out: a bound may lie where no mean may. */
  lowestBound: number;
  highestBound: number;
  /** Indices of the targets it is made of. */
  targets: Int32Array;
  /** targets x size: the standardised output is the sum of each target times its row. */
  basis: Float64Array;
  /** Variance of the standardised components that the basis leaves out. */
  truncationVariance: Float64Array;
}

/**
 * Computes the standardised components of an output from its targets, as sums weighted by the basis.
 * @param model the basis of the output: targets x size
 * @param targets arrays of `count` numbers, in the order of `model.targets`
 * @param count the number of rows
 * @returns count x size, in standard deviations
 */
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

/**
 * Computes standard deviations for components that never change in some rows.
 * @param model the scale, the deviations and the size of the output
 * @returns size, in the output's own unit; 0 on another scale
 */
export function fallbackOf({ scale, deviations, size }: OutputModel): Float64Array {
  return scale.kind === "identity" ? deviations : new Float64Array(size);
}

/** A standardised mean within the limits of means. */
export const heldMean = ({ lowest, highest }: OutputModel, standardised: number): number =>
  Math.min(highest, Math.max(lowest, standardised));

/** True where a standardised mean lies beyond the limits of means. */
export const isHeld = ({ lowest, highest }: OutputModel, standardised: number): boolean =>
  standardised < lowest || standardised > highest;

/** A standardised mean in the output's own unit. */
export const toOutput = (model: OutputModel, component: number, standardised: number): number =>
  inUnit(model, component, heldMean(model, standardised));

/** A standardised bound in the output's own unit. */
export const boundToOutput = (model: OutputModel, component: number, standardised: number): number =>
  inUnit(model, component, Math.min(model.highestBound, Math.max(model.lowestBound, standardised)));

/** The derivative of `boundToOutput` by the standardised component; 0 where that is held. */
export const boundToOutputDerivative = (
  model: OutputModel,
  component: number,
  standardised: number,
): number =>
  standardised < model.lowestBound || standardised > model.highestBound
    ? 0
    : inUnitDerivative(model, component, standardised);

const spreadAt = ({ centres, deviations }: OutputModel, component: number): Spread => ({
  centre: centres[component],
  deviation: deviations[component],
});

const inUnit = (model: OutputModel, component: number, standardised: number): number =>
  fromScale(model.scale, unstandardised(standardised, spreadAt(model, component)));

function inUnitDerivative(model: OutputModel, component: number, standardised: number): number {
  const spread = spreadAt(model, component);
  return spread.deviation * inverseScaleDerivative(model.scale, unstandardised(standardised, spread));
}
