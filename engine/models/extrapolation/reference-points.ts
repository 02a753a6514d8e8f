/** Reference rows as points, by the values and levels of their inputs. */
import type { Feature } from "../../dataset/columns.ts";
import { fromScale, unstandardised } from "../../dataset/scaling.ts";
import { factorise, solve } from "../../math/cholesky.ts";
import { Matrix } from "../../math/matrix.ts";
import type { EmulatorInput } from "../emulator.ts";
import { viewRows } from "./nearest-rows.ts";
import type { ReferenceRows } from "./reference-rows.ts";

/** Rows x inputs, row-major; of inputs that never varied, the one value that they had. */
export function referencePoints(
  referenceRows: ReferenceRows,
  features: readonly Feature[],
  inputs: readonly EmulatorInput[],
): Float64Array {
  const width = features.length;
  const { whitening } = referenceRows;
  const rows = viewRows(referenceRows);
  const factor = whitening.length > 0 ? factorise(new Matrix(width, width, whitening)) : null;
  const points = new Matrix(rows.rows, inputs.length);
  rows.rowViews().forEach((row, i) => {
    const rowFeatures = row.slice();
    if (factor !== null) solve(factor, rowFeatures);
    points.row(i).set(decoded(features, inputs, rowFeatures));
  });
  return points.values;
}

/** One row of standardised features as values and codes. */
function decoded(
  features: readonly Feature[],
  inputs: readonly EmulatorInput[],
  row: Float64Array,
): Float64Array {
  const point = Float64Array.from(inputs, unvaried);
  const indicators = new Float64Array(inputs.length).fill(0.5);
  features.forEach((feature, j) => {
    const value = unstandardised(row[j], feature);
    if (feature.kind === "value") point[feature.input] = fromScale(feature.scale, value);
    else if (value > indicators[feature.input]) {
      indicators[feature.input] = value;
      point[feature.input] = feature.level;
    } else if (indicators[feature.input] === 0.5) {
      point[feature.input] = otherLevel(inputs[feature.input], feature.level);
    }
  });
  return point;
}

const unvaried = (input: EmulatorInput): number =>
  input.kind === "continuous" ? input.minimum : otherLevel(input, -1);

/** An input with two levels has an indicator for only one of them. */
const otherLevel = ({ counts }: EmulatorInput, level: number): number =>
  Math.max(
    0,
    counts.findIndex((count, at) => count > 0 && at !== level),
  );
