/** The options of a choice, drawn with probabilities that follow the better half (as in R. Hamano et al., 2024, "CatCMA"). */
import type { Parameters } from "./parameters.ts";

/**
 * Draws an option.
 * @param share uniform on [0, 1]
 * @returns the index of the option
 */
export function drawOption(probabilities: Float64Array, share: number): number {
  let sum = 0;
  for (let k = 0; k < probabilities.length; k++) {
    sum += probabilities[k];
    if (share < sum) return k;
  }
  return probabilities.length - 1;
}

/** The share of the way to the better half's frequencies that the probabilities move in one generation. */
const CHOICE_RATE = 0.15;

/** Changes the probabilities in place. */
export function learnChoice(
  probabilities: Float64Array,
  { weights, parents, margin }: Parameters,
  ranked: readonly Float64Array[],
  axis: number,
): void {
  const options = probabilities.length;
  if (options < 2) return;
  for (let k = 0; k < options; k++) probabilities[k] *= 1 - CHOICE_RATE;
  for (let i = 0; i < parents; i++) probabilities[ranked[i][axis]] += CHOICE_RATE * weights[i];
  const minProbability = margin / (options - 1);
  let sum = 0;
  for (let k = 0; k < options; k++) {
    probabilities[k] = Math.max(minProbability, probabilities[k]);
    sum += probabilities[k];
  }
  for (let k = 0; k < options; k++) probabilities[k] /= sum;
}
