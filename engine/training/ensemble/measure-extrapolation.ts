/**
 * Measures how well an output's models extrapolate: the rows that lie far from the others, at the edges and in the corners of the data, are
 * predicted by models that were fitted without them.
 */
import { gatherRows, rowsWhere } from "../../dataset/table.ts";
import type { FamilyShare } from "../../models/emulator.ts";
import { RETURN_START_SPACINGS } from "../../models/ensemble/drawn-means.ts";
import type { ExtrapolationEvidence } from "../../models/ensemble/extrapolation-evidence.ts";
import { computeVariation, type Variation } from "../../models/ensemble/extrapolation-variance.ts";
import { leveragedDistances } from "../../models/extrapolation/leverage.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import type { HeldOutPredictions } from "./calibrate.ts";
import type { EnsembleOutput } from "./ensemble-data.ts";
import { type FittedLeverage, leaveOneOutLeverages } from "./fit-leverage.ts";

/**
 * An error counts in proportion to the output's variation at its distance, as far as that is added to the bounds there, and at least to this
 * share of it. With less, errors where hardly any is added would seem large, although the calibrated bounds, which grow with the distance, hold them.
 */
const MIN_WEIGHT = 0.05;
/** With fewer rows as far as means are drawn back nothing is concluded. */
const MIN_ROWS = 5;
/** At least this many rows lie at the reach of the evidence or further. */
const MIN_ROWS_AT_REACH = 3;
/** The errors of an exact model are rounding. */
const MIN_SHARE = 1e-12;

/**
 * Measures the extrapolation of an output that is predicted by polynomials alone. Other models are not measured: a Gaussian process widens its bounds
 * by itself, and networks extrapolate differently on each side.
 * @param families those of the output's ensemble, with their weights.
 * @param heldOut its predictions of the held-out rows.
 * @param leverage that of the polynomials in the ensemble; null where they have no weight.
 * @returns null where other models have weight, or too few rows lie far from the others.
 */
export function measureExtrapolation(
  { model, trainingValues }: Pick<EnsembleOutput, "model" | "trainingValues">,
  families: readonly Pick<FamilyShare, "family" | "weight">[],
  { rows, means, distances: toRows }: Pick<HeldOutPredictions, "rows" | "means" | "distances">,
  {
    data,
    leverage,
    leverageWeight,
    variation,
  }: {
    data: TrainingData;
    leverage: FittedLeverage | null;
    leverageWeight: number;
    variation: Variation;
  },
): ExtrapolationEvidence | null {
  if (leverage === null || !families.every(({ family, weight }) => weight === 0 || isPolynomial(family)))
    return null;
  const distances = leveragedDistances(toRows, leaveOneOutLeverages(leverage, data, rows), leverageWeight);
  const farRows = rowsWhere(rows.length, (at) => distances[at] >= RETURN_START_SPACINGS);
  if (farRows.length < MIN_ROWS) return null;
  const { size } = model;
  const truth = gatherRows(trainingValues, size, rows);
  // The largest error counts as one standard deviation, since so few rows may all be predicted well by chance.
  const share = farRows.reduce((most, at) => {
    let square = 0;
    for (let value = at * size; value < (at + 1) * size; value++)
      square += (means[value] - truth[value]) ** 2 / size;
    const { weight, value } = computeVariation(variation, distances[at]);
    return Math.max(most, square / (Math.max(MIN_WEIGHT, weight) * value));
  }, MIN_SHARE);
  const reach = gatherRows(distances, 1, farRows).sort()[farRows.length - MIN_ROWS_AT_REACH];
  return share < 1 ? { share, reach } : null;
}

const isPolynomial = (family: FamilyShare["family"]): boolean =>
  family === "mean" || family === "linear" || family === "polynomial";
