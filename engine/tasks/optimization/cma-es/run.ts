/** One run of CMA-ES from its start to its convergence; the caller ranks the genotypes. */

import { normalQuantile, normalShare } from "../../../math/normal.ts";
import type { Random } from "../../../math/random.ts";
import { copyPlain } from "../../../models/plain-data.ts";
import { findCell, hasCells, type SearchSpace } from "../../search-space.ts";
import { createDistribution, type Distribution, learn, numericAxes, sample } from "./distribution.ts";
import { createParameters, type Parameters } from "./parameters.ts";

/** The state of a run (plain data, stored in checkpoints). */
export interface CmaRunState {
  populationSize: number;
  initialSigma: number;
  distribution: Distribution;
  /** The best and the median score of each of the latest generations. */
  bestScores: number[];
  medianScores: number[];
  isConverged: boolean;
}

export interface RankedGenotype {
  genotype: Float64Array;
  /** Minus infinity where the evaluation failed. */
  score: number;
}

/** Steps shorter than this share of an axis change no simulation noticeably. */
const MIN_STEP = 1e-11;
const MAX_CONDITION_NUMBER = 1e14;
/** Relative changes of the scores below this count as none. */
const MIN_RELATIVE_CHANGE = 1e-12;
const MAX_STEP_GROWTH = 1e4;

export class CmaRun {
  readonly #space: SearchSpace;
  readonly #parameters: Parameters;
  readonly #state: CmaRunState;
  readonly #leastStep: number;

  /**
   * @param state is changed by `learn`
   * @param leastStep of an axis: the run has converged once its steps are shorter
   */
  constructor(space: SearchSpace, state: CmaRunState, leastStep = MIN_STEP) {
    this.#space = space;
    this.#leastStep = leastStep;
    this.#parameters = createParameters(numericAxes(space).length, space.length, state.populationSize);
    this.#state = state;
  }

  /** @param sigma the first steps' standard deviation, of an axis */
  static start(
    space: SearchSpace,
    start: Float64Array,
    sigma: number,
    populationSize: number,
    leastStep = MIN_STEP,
  ): CmaRun {
    const distribution = createDistribution(space, start, sigma);
    const state = { populationSize, initialSigma: sigma, distribution, isConverged: false };
    const run = new CmaRun(space, { ...state, bestScores: [], medianScores: [] }, leastStep);
    keepMargin(space, distribution, run.#parameters.margin);
    return run;
  }

  get populationSize(): number {
    return this.#parameters.populationSize;
  }
  get generation(): number {
    return this.#state.distribution.generation;
  }
  get isConverged(): boolean {
    return this.#state.isConverged;
  }

  sample(count: number, random: Random): Float64Array[] {
    return sample(this.#space, this.#state.distribution, count, random);
  }

  /** @param ranked one generation, the best first */
  learn(ranked: readonly RankedGenotype[]): void {
    const { distribution, bestScores, medianScores } = this.#state;
    learn(
      this.#space,
      distribution,
      this.#parameters,
      ranked.map(({ genotype }) => genotype),
    );
    keepMargin(this.#space, distribution, this.#parameters.margin);
    bestScores.push(ranked[0].score);
    medianScores.push(ranked[Math.floor(ranked.length / 2)].score);
    this.#state.isConverged = this.#hasConverged(ranked);
    const historyLength = this.#stagnationSpan();
    while (bestScores.length > historyLength) {
      bestScores.shift();
      medianScores.shift();
    }
  }

  /** A copy that no later call changes. */
  state(): CmaRunState {
    return copyPlain(this.#state);
  }

  #hasConverged(ranked: readonly RankedGenotype[]): boolean {
    const { distribution, initialSigma, bestScores } = this.#state;
    const { sigma, deviations } = distribution;
    const hasNumbers = deviations.length > 0;
    const longest = sigma * (deviations[0] ?? 0);
    const shortest = deviations.at(-1) ?? 0;
    if (hasNumbers && (longest < this.#leastStep || !Number.isFinite(longest))) return true;
    if (hasNumbers && (deviations[0] / shortest) ** 2 > MAX_CONDITION_NUMBER) return true;
    if (longest > MAX_STEP_GROWTH * initialSigma) return true;
    const span = 10 + Math.ceil((30 * this.#space.length) / this.populationSize);
    const recent = [...bestScores.slice(-span), ...ranked.map(({ score }) => score)];
    const change = Math.max(...recent) - Math.min(...recent);
    // All of these evaluations failed, so there is no direction to follow.
    if (bestScores.length >= span && Number.isNaN(change)) return true;
    if (bestScores.length >= span && change <= MIN_RELATIVE_CHANGE * Math.abs(ranked[0].score)) return true;
    return this.#stagnates();
  }

  #stagnationSpan(): number {
    return 120 + Math.ceil((30 * this.#space.length) / this.populationSize);
  }

  /** The latest generations are no better than those some time ago. */
  #stagnates(): boolean {
    const { bestScores, medianScores } = this.#state;
    const span = this.#stagnationSpan();
    if (bestScores.length < span) return false;
    const comparedCount = Math.floor(0.3 * span);
    return [bestScores, medianScores].every(
      (scores) => median(scores.slice(-comparedCount)) <= median(scores.slice(0, comparedCount)),
    );
  }
}

function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.floor(ascending.length / 2)];
}

/**
 * Corrects the mean and the scales so that every neighbouring cell keeps a probability.
 * @param margin the minimum probability of another cell (alpha in the paper)
 */
function keepMargin(space: SearchSpace, distribution: Distribution, margin: number): void {
  const { mean, sigma, covariance, scales } = distribution;
  const numeric = numericAxes(space);
  const n = numeric.length;
  numeric.forEach((a, i) => {
    const axis = space[a];
    if (!hasCells(axis) || axis.count < 2) return;
    mean[i] = Math.min(1, Math.max(0, mean[i]));
    const deviation = sigma * Math.sqrt(covariance[i * n + i]);
    const cell = findCell(axis, mean[i]);
    const [low, high] = [axis.edge(cell), axis.edge(cell + 1)];
    const scaledDeviation = deviation * scales[i];
    if (cell === 0 || cell === axis.count - 1) {
      const nearEdge = cell === 0 ? high : low;
      // At the ends, the mean is moved so that the tail beyond the only neighbour's edge has the margin.
      const maxDistance = scaledDeviation * normalQuantile(1 - margin);
      const distance = Math.min(Math.abs(mean[i] - nearEdge), maxDistance);
      mean[i] = cell === 0 ? nearEdge - distance : nearEdge + distance;
      return;
    }
    const minTail = margin / 2;
    const below = normalShare((low - mean[i]) / scaledDeviation);
    const above = normalShare((mean[i] - high) / scaledDeviation);
    if (below >= minTail && above >= minTail) return;
    const [zBelow, zAbove] = [below, above].map((share) =>
      normalQuantile(1 - Math.min(0.49, Math.max(minTail, share))),
    );
    const correctedDeviation = (high - low) / (zBelow + zAbove);
    mean[i] = low + zBelow * correctedDeviation;
    scales[i] = correctedDeviation / deviation;
  });
}
