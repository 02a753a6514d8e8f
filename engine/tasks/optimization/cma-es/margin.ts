/**
 * CMA-ES with margin (R. Hamano, S. Saito, M. Nomura and S. Shirakawa, 2022): whole numbers are drawn from a normal
 * distribution and taken to their cell; mean and deviation are corrected so that every neighbouring cell keeps some probability.
 */
import { normalQuantile, normalShare } from "../../../math/normal.ts";
import { findCell, hasCells, type SearchSpace } from "../../search-space.ts";
import { type Distribution, numericAxes } from "./distribution.ts";

/**
 * Corrects the mean and the scales so that every neighbouring cell keeps a probability.
 * @param margin the minimum probability of another cell (alpha in the paper)
 */
export function keepMargin(space: SearchSpace, distribution: Distribution, margin: number): void {
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
