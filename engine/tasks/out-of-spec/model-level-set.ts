/** What simulations have taught of the score, as a level set. */
import { REACH_95 } from "../../math/normal.ts";
import type { LevelSet } from "./level-set.ts";
import type { ScoreModel } from "./score-model.ts";

export function modelLevelSet(
  model: ScoreModel,
  { axes, rows, weight }: Pick<LevelSet, "axes" | "rows" | "weight">,
): LevelSet {
  return {
    axes,
    rows,
    weight,
    scores: (points) => model.estimates(points).mean,
    bands: (points) => {
      const { mean, deviation } = model.estimates(points);
      return points.map((_, i) => ({
        score: mean[i],
        lower: mean[i] - REACH_95 * deviation[i],
        upper: mean[i] + REACH_95 * deviation[i],
      }));
    },
  };
}
