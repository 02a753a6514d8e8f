/**
 * CMA-ES with margin (R. Hamano, S. Saito, M. Nomura and S. Shirakawa, 2022): whole numbers are drawn from a normal
 * distribution and taken to their cell; mean and deviation are corrected so that every neighbouring cell keeps some probability.
 */
import { normalQuantile, normalShare } from "../../../math/normal.ts";
import { cellOf, hasCells, type SearchSpace } from "../../search-space.ts";
import { type Distribution, numericAxes } from "./distribution.ts";

/** @param margin the probability of another cell, at least */
export function keepMargin(space: SearchSpace, distribution: Distribution, margin: number): void {
  const { mean, sigma, covariance, scales } = distribution;
  const numeric = numericAxes(space);
  const n = numeric.length;
  numeric.forEach((a, i) => {
    const axis = space[a];
    if (!hasCells(axis) || axis.count < 2) return;
    mean[i] = Math.min(1, Math.max(0, mean[i]));
    const deviation = sigma * Math.sqrt(covariance[i * n + i]);
    const cell = cellOf(axis, mean[i]);
    const [low, high] = [axis.edge(cell), axis.edge(cell + 1)];
    const own = deviation * scales[i];
    if (cell === 0 || cell === axis.count - 1) {
      const near = cell === 0 ? high : low;
      // So far that the tail beyond the only neighbour's edge has the margin.
      const reach = own * normalQuantile(1 - margin);
      const distance = Math.min(Math.abs(mean[i] - near), reach);
      mean[i] = cell === 0 ? near - distance : near + distance;
      return;
    }
    const least = margin / 2;
    const below = normalShare((low - mean[i]) / own);
    const above = normalShare((mean[i] - high) / own);
    if (below >= least && above >= least) return;
    const [zBelow, zAbove] = [below, above].map((share) =>
      normalQuantile(1 - Math.min(0.49, Math.max(least, share))),
    );
    const corrected = (high - low) / (zBelow + zAbove);
    mean[i] = low + zBelow * corrected;
    scales[i] = corrected / deviation;
  });
}
