/**
 * Finds points outside the training data: outside the range of an input, or inside all ranges but far from every row, in a
 * corner of two inputs that has no rows, or within a wide gap of an input's values.
 */
import type { Feature } from "../../dataset/columns.ts";
import type { ValueGap } from "../../dataset/value-gap.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { EmulatorInput, Extrapolation } from "../emulator.ts";
import { dataDistances } from "./data-distance.ts";
import { type EmptyCorners, findPointsInCorners } from "./empty-corners.ts";
import type { ReferenceRows } from "./reference-rows.ts";

type ContinuousInput = Extract<EmulatorInput, { kind: "continuous" }>;

/** In spacings of the rows. Of several hundred new rows of the same design, all but one lie nearer. */
export const MAX_FAMILIAR_SPACINGS = 2.5;
/** A new value of an input that had only one value in training adds this to the distance, in spacings. */
export const UNVARIED_INPUT_SPACINGS = 20;
/** The tolerance at the ends of a range, as a share of it: a slider's end is rounded. */
const RELATIVE_RANGE_TOLERANCE = 1e-6;
/** Values count as known up to this share of a gap from either of its ends. */
export const KNOWN_GAP_SHARE = 0.1;

/** The training rows, as far as marks need to know them. */
interface DataDescription {
  inputs: readonly EmulatorInput[];
  features: readonly Feature[];
  referenceRows: ReferenceRows;
  emptyCorners: EmptyCorners;
}

/**
 * Marks the points outside the training data.
 * @param points points x inputs, each in its own unit, or the code of a level
 * @param encoded the same points: features x points, standardised
 */
export function detectExtrapolation(
  { inputs, features, referenceRows, emptyCorners }: DataDescription,
  points: Matrix,
  encoded: Matrix,
): Extrapolation {
  const { rows: count } = points;
  const outside = new Uint8Array(points.values.length);
  const distances = dataDistances(referenceRows, features, encoded);
  const isInCorner = findPointsInCorners(emptyCorners, encoded);
  const far = Uint8Array.from(distances, (distance, i) =>
    Number(distance > MAX_FAMILIAR_SPACINGS || isInCorner[i] === 1),
  );
  inputs.forEach((input, at) => {
    if (input.kind === "categorical" || !input.used || input.gap === null) return;
    for (let i = 0; i < count; i++) if (isInGap(input.gap, points.at(i, at))) far[i] = 1;
  });
  for (let i = 0; i < count; i++) {
    inputs.forEach((input, at) => {
      if (!isOutside(input, points.at(i, at))) return;
      outside[i * inputs.length + at] = 1;
      far[i] = 0;
    });
  }
  return { inputs: outside, far };
}

/**
 * Adds to the distances of points with a new value of an input that had only one value in training: its effect is unknown.
 * @param points points x inputs
 * @param distances one a point, in spacings; changed in place
 */
export function addUnvariedInputs(
  inputs: readonly EmulatorInput[],
  points: Matrix,
  distances: Float64Array,
): void {
  inputs.forEach((input, at) => {
    if (input.kind === "categorical" || input.minimum !== input.maximum) return;
    for (let i = 0; i < distances.length; i++)
      if (isOutside(input, points.at(i, at))) distances[i] += UNVARIED_INPUT_SPACINGS;
  });
}

/** Returns the distance outside the range of an input up to which a value still counts as inside. */
export const rangeTolerance = ({ minimum, maximum }: Pick<ContinuousInput, "minimum" | "maximum">): number =>
  RELATIVE_RANGE_TOLERANCE * (maximum - minimum) + 1e-12 * Math.abs(maximum);

/** Tells whether a value lies outside the training range of its input; one of an input with levels never does. */
export function isOutside(input: EmulatorInput, value: number): boolean {
  if (input.kind === "categorical") return false;
  const slack = rangeTolerance(input);
  return value < input.minimum - slack || value > input.maximum + slack;
}

/** Tells whether a value lies so far within a gap that the rows at its two ends say nothing of the course there. */
function isInGap({ from, to }: ValueGap, value: number): boolean {
  const share = (value - from) / (to - from);
  return share > KNOWN_GAP_SHARE && share < 1 - KNOWN_GAP_SHARE;
}
