/**
 * Turns points (a number an input) into features (the columns that the networks see): continuous inputs on their scale, centred
 * and of unit deviation; categorical inputs as one indicator a level. Inputs that never change make no feature.
 */
import { Matrix } from "../math/matrix.ts";
import { inputScale } from "./scale-candidates.ts";
import { finite, rangeOf, type Scale, scaleDerivative, spreadOf, standardised, toScale } from "./scaling.ts";
import { gatherRows, type Table } from "./table.ts";

export type Feature =
  | {
      kind: "value";
      input: number;
      scale: Scale;
      centre: number;
      deviation: number;
      /** Features are held within these: half the training range beyond it on either side. */
      lowest: number;
      highest: number;
    }
  | { kind: "level"; input: number; level: number; centre: number; deviation: number };

/** The features of one of the table's inputs, from the rows trained on. */
export function createFeatures(table: Table, input: number, rows: ArrayLike<number>): Feature[] {
  const column = table.inputs[input];
  if (column === undefined) return [];
  if (column.kind === "continuous") {
    const values = gatherRows(column.values, 1, rows);
    return spreadOf(values).deviation === 0 ? [] : valueFeature(values, input, inputScale(values));
  }
  const codes = Int32Array.from(rows, (row) => column.codes[row]);
  const features = column.levels.flatMap((_, level): Feature[] => {
    const { centre, deviation } = spreadOf(Float64Array.from(codes, (code) => (code === level ? 1 : 0)));
    return deviation > 0 ? [{ kind: "level", input, level, centre, deviation }] : [];
  });
  // Of two levels, one indicator holds all information.
  return features.length === 2 ? features.slice(0, 1) : features;
}

export type ValueFeature = Extract<Feature, { kind: "value" }>;

/** A continuous input on a scale, from its values at the rows trained on; none where they are all the same on it. */
export function valueFeature(values: Float64Array, input: number, scale: Scale): ValueFeature[] {
  const scaled = values.map((value) => toScale(scale, value));
  const { centre, deviation } = spreadOf(scaled);
  if (deviation === 0) return [];
  const range = rangeOf(scaled);
  const low = standardised(range.low, { centre, deviation });
  const high = standardised(range.high, { centre, deviation });
  const margin = (high - low) / 2;
  return [{ kind: "value", input, scale, centre, deviation, lowest: low - margin, highest: high + margin }];
}

/** Encodes rows of the table: features x rows, standardised. */
export function encodeRows(features: readonly Feature[], table: Table, rows: Int32Array): Matrix {
  const encoded = new Matrix(features.length, rows.length);
  features.forEach((feature, index) => {
    const column = table.inputs[feature.input];
    if (column === undefined) return;
    const cells = column.kind === "continuous" ? column.values : column.codes;
    const values = encoded.row(index);
    for (let i = 0; i < rows.length; i++) values[i] = encodeCell(feature, cells[rows[i]]);
  });
  return encoded;
}

/**
 * Encodes points.
 * @param points points x inputs, each in its own unit, or the code of a level
 * @returns features x points, standardised
 */
export function encode(features: readonly Feature[], points: Matrix): Matrix {
  const encoded = new Matrix(features.length, points.rows);
  features.forEach((feature, index) => {
    const values = encoded.row(index);
    for (let i = 0; i < values.length; i++) values[i] = encodeCell(feature, points.at(i, feature.input));
  });
  return encoded;
}

/** The derivative of a continuous input's feature by the input; 0 where the feature is held, and of the level of a category. */
export function encodingDerivative(feature: Feature, cell: number): number {
  if (feature.kind === "level") return 0;
  const scaled = standardised(toScale(feature.scale, cell), feature);
  if (scaled < feature.lowest || scaled > feature.highest) return 0;
  return finite(scaleDerivative(feature.scale, cell) / feature.deviation);
}

function encodeCell(feature: Feature, cell: number): number {
  if (feature.kind === "level") {
    return ((cell === feature.level ? 1 : 0) - feature.centre) / feature.deviation;
  }
  const scaled = standardised(toScale(feature.scale, cell), feature);
  return Math.min(feature.highest, Math.max(feature.lowest, scaled));
}
