import { factorise, solve } from "../../math/cholesky.ts";
import { dot, Matrix, multiplyTransposed } from "../../math/matrix.ts";
import type { Random } from "../../math/random.ts";
import { targetAt } from "../fit/fitted-rows.ts";
import { trainingRows } from "../fit/folds.ts";
import type { Prepared } from "../prepare/prepare.ts";
import type { PlanData } from "./stages.ts";

export function planData({ trainingData, varianceShares, outputs }: Prepared, random: Random): PlanData {
  const firstOutput = new Int32Array(varianceShares.length).fill(-1);
  outputs.forEach(({ model }, output) => {
    for (const target of model.targets) if (firstOutput[target] === -1) firstOutput[target] = output;
  });
  const ranked = new Map<string, readonly number[]>();
  const rank = (target: number, fold: number): number[] => {
    const rows = trainingRows(trainingData, fold);
    const values = targetAt(trainingData, target, rows);
    return rankFeatures(trainingData.inputs.gatherColumns(rows), values);
  };
  return {
    trainingData,
    varianceShares,
    outputs: firstOutput,
    rank: (target, fold) => {
      const key = `${target} ${fold}`;
      const ranking = ranked.get(key) ?? rank(target, fold);
      ranked.set(key, ranking);
      return ranking;
    },
    seed: (...labels) => random.fork(...labels).integer(2 ** 32),
  };
}

/** The trend of a feature has the powers 0 to 3. */
const TERMS_PER_FEATURE = 4;

/**
 * Ranks the features by their importance for a target, where there are too many for a network: a cubic is fitted in each alone, and
 * they are ranked by the variance that it explains (Fan, Feng and Song, 2011, "Nonparametric independence screening").
 * @param inputs features x rows
 * @param targets one value a row
 * @returns all features, the most important first
 */
function rankFeatures(inputs: Matrix, targets: Float64Array): number[] {
  const explained = inputs.rowViews().map((feature) => explainedBy(feature, targets));
  return Array.from(explained.keys()).sort((a, b) => explained[b] - explained[a]);
}

/** The sum of squares of the targets that a cubic in one feature explains. */
function explainedBy(feature: Float64Array, targets: Float64Array): number {
  const count = targets.length;
  const terms = new Matrix(TERMS_PER_FEATURE, count);
  terms.row(0).fill(1);
  for (let power = 1; power < TERMS_PER_FEATURE; power++) {
    const lower = terms.row(power - 1);
    terms.row(power).set(feature.map((value, i) => lower[i] * value));
  }
  const gram = multiplyTransposed(terms, terms);
  for (let i = 0; i < TERMS_PER_FEATURE; i++) gram.set(i, i, gram.at(i, i) + 1e-6 * count);
  const factor = factorise(gram);
  if (factor === null) return 0;
  const projections = Float64Array.from({ length: TERMS_PER_FEATURE }, (_, term) =>
    dot(targets, terms.row(term)),
  );
  const coefficients = projections.slice();
  solve(factor, coefficients);
  return dot(coefficients, projections);
}
