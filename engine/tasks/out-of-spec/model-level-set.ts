/** What simulations have taught of the score, as a level set. */
import type { LevelSet } from "./level-set.ts";
import type { ScoreModel } from "./score-model.ts";

const Z = 1.959963984540054;

export function modelLevelSet(
  model: ScoreModel,
  axes: LevelSet["axes"],
  weight: LevelSet["weight"],
): LevelSet {
  return {
    axes,
    weight,
    scores: (points) => model.estimates(points).mean,
    bands: (points) => {
      const { mean, deviation } = model.estimates(points);
      return points.map((_, i) => ({
        score: mean[i],
        lower: mean[i] - Z * deviation[i],
        upper: mean[i] + Z * deviation[i],
      }));
    },
  };
}
