/** Outputs as models are fitted to them: curves at their knots, every value on its output's scale, centred and of unit deviation. */
import { haveMagnitudesOverDecades } from "../../dataset/decades.ts";
import { type Range, rangeOf, type Scale, spreadOf, standardised, toScale } from "../../dataset/scaling.ts";
import { chooseKnots, readCoordinates, resample } from "../../dataset/sections.ts";
import { gatherRows, type OutputColumn, type Table } from "../../dataset/table.ts";
import type { OutputModel } from "../../models/targets.ts";
import type { OutputValues } from "../scales/quick-gaussian-processes.ts";
import type { CurveOptions, TrainOptions } from "./messages.ts";

/** Components of a curve that vary less than this share of the others are standardised as if they varied so much. */
const MIN_DEVIATION = 0.05;
/** On a reciprocal scale means are held below this multiple of the largest training value. */
const MAX_MEAN_RATIO = 4;
/** On the scale bounds are held within the training range extended at either end by this many of its widths; means by one width. */
const BOUND_WIDTHS = 4;
/**
 * In the output's own unit means and bounds are held within the training range extended by this many of its widths. It matters on
 * bent scales alone. The product of ten inputs reaches about ten times the largest value that was measured, so that a smaller limit
 * would cut off designs that exist.
 */
const WIDTHS_IN_UNIT = 9;
/**
 * On an inverse hyperbolic sine means are held within one width in the output's own unit, as on the output's own scale. Values of both
 * signs follow no product of factors, and a mean a little too large on the scale is an enormous one. Values of one sign
 * over decades are excepted, whichever sign it is.
 */
const ASINH_WIDTHS_IN_UNIT = 1;

/** A number is a curve of one knot. */
export interface Curve extends OutputValues {
  name: string;
  coordinate: string | null;
  knots: Float64Array;
}

export interface Standardised {
  /** The model has no targets and basis as yet. */
  model: OutputModel;
  /** The values in the output's own unit, rows x size, row-major. */
  ownValues: Float64Array;
  /** The values standardised on the output's scale, rows x size, row-major. */
  values: Float64Array;
}

/** Collects all outputs that are emulated. Yields after each. */
export function* collectCurves(
  table: Table,
  { curves, ignoredOutputs = [] }: TrainOptions,
): Generator<undefined, Curve[]> {
  const emulatedCurves: Curve[] = [];
  for (const output of table.outputs) {
    if (ignoredOutputs.includes(output.name)) continue;
    emulatedCurves.push(
      output.size > 1 ? resampleCurve(table, output, curves?.[output.name]) : createScalarCurve(output),
    );
    yield;
  }
  return emulatedCurves;
}

function createScalarCurve({ name, values }: OutputColumn): Curve {
  return { name, coordinate: null, knots: new Float64Array(1), values, size: 1 };
}

function resampleCurve(table: Table, output: OutputColumn, options: CurveOptions = {}): Curve {
  const coordinate = table.outputs.find(({ name }) => name === options.coordinate);
  const storedCoordinates = readCoordinates(output, coordinate);
  const knots = chooseKnots(storedCoordinates, output.size, options.regions);
  const values = resample(output.values, storedCoordinates, output.size, knots);
  return { name: output.name, coordinate: coordinate?.name ?? null, knots, values, size: knots.length };
}

/**
 * Standardises an output: z = (s(y) - c) / d for each component, with the centre c and the deviation d over the
 * training rows.
 *
 * @param curve the values of the output at all rows, rows x size, row-major
 * @param scale the scale s
 * @param rows the training rows, as indices into the table
 * @returns the model of the output, still without targets and basis, and its values at all rows
 */
export function standardise({ size, ...curve }: Curve, scale: Scale, rows: Int32Array): Standardised {
  const trainingValues = gatherRows(curve.values, size, rows);
  const scaled = curve.values.map((value) => toScale(scale, value));
  const trained = gatherRows(scaled, size, rows);
  const spreads = Array.from({ length: size }, (_, j) => spreadOf(extractColumn(trained, size, j)));
  const typicalSpread = spreadOf(spreads.map(({ deviation }) => deviation));
  const minDeviation = size > 1 ? MIN_DEVIATION * (typicalSpread.centre + typicalSpread.deviation) : 0;
  const centres = Float64Array.from(spreads, ({ centre }) => centre);
  const deviations = Float64Array.from(spreads, ({ deviation }) => Math.max(deviation, minDeviation));
  const values = new Float64Array(scaled.length);
  for (let j = 0; j < size; j++) {
    const spread = { centre: centres[j], deviation: deviations[j] };
    for (let at = j; at < values.length; at += size) values[at] = standardised(scaled[at], spread);
  }
  const limits = findLimits(rangeOf(gatherRows(values, size, rows)), trainingValues, {
    scale,
    centres,
    deviations,
  });
  const model: OutputModel = {
    name: curve.name,
    size,
    coordinate: curve.coordinate,
    knots: curve.knots,
    scale,
    centres,
    deviations,
    ...limits,
    targets: new Int32Array(0),
    basis: new Float64Array(0),
    truncationVariance: new Float64Array(size),
  };
  return { model, ownValues: curve.values, values };
}

function extractColumn(values: Float64Array, width: number, column: number): Float64Array {
  const columnValues = new Float64Array(values.length / width);
  for (let row = 0; row < columnValues.length; row++) columnValues[row] = values[row * width + column];
  return columnValues;
}

type Limits = Pick<OutputModel, "lowest" | "highest" | "lowestBound" | "highestBound">;
type ScaledComponents = Pick<OutputModel, "scale" | "centres" | "deviations">;

/**
 * Computes the limits of means and bounds. On the scale a range may be extended by its width; on a strongly bent
 * scale that is a multiple of all that was ever measured, so that the range in the output's own unit sets a limit as
 * well.
 *
 * @param range the range of the standardised training values
 * @param trainingValues the same values in the output's own unit
 * @param components the scale, centres and deviations of the output
 */
function findLimits(range: Range, trainingValues: Float64Array, components: ScaledComponents): Limits {
  const low = Math.min(0, range.low);
  const high = Math.max(0, range.high);
  const width = high - low;
  const ownRange = rangeOf(trainingValues);
  const extended = (widths: number): Range => {
    const extension = widths * (ownRange.high - ownRange.low);
    return {
      low: standardisedEnds(components, ownRange.low - extension).least,
      high: standardisedEnds(components, ownRange.high + extension).most,
    };
  };
  const bounds = extended(WIDTHS_IN_UNIT);
  const isNearZero = components.scale.kind === "asinh" && !haveMagnitudesOverDecades(trainingValues);
  const means = isNearZero ? extended(ASINH_WIDTHS_IN_UNIT) : bounds;
  const beforePole = hasPole(components.scale)
    ? standardisedEnds(components, MAX_MEAN_RATIO * ownRange.high).most
    : Number.POSITIVE_INFINITY;
  return {
    lowest: Math.max(low - width, means.low),
    highest: Math.min(high + width, means.high, beforePole),
    lowestBound: Math.max(low - BOUND_WIDTHS * width, bounds.low),
    highestBound: Math.min(high + BOUND_WIDTHS * width, bounds.high),
  };
}

/**
 * Computes the least and the largest standardised value that any component has at a value in the output's own unit.
 */
function standardisedEnds(
  { scale, centres, deviations }: ScaledComponents,
  value: number,
): { least: number; most: number } {
  const ends = centres.map((centre, at) =>
    standardised(toScale(scale, value), { centre, deviation: deviations[at] }),
  );
  const { low, high } = rangeOf(ends);
  return { least: Math.min(0, low), most: Math.max(0, high) };
}

const hasPole = (scale: Scale): boolean => scale.kind === "power" && scale.exponent < 0;
