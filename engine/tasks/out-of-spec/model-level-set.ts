/** What simulations have taught of the score, as a level set. */
import type { LevelSet } from "./level-set.ts";
import type { ScoreModel } from "./score-model.ts";

export const modelLevelSet = (model: ScoreModel, known: Omit<LevelSet, "scores" | "bands">): LevelSet => ({
  ...known,
  scores: (points) => model.estimates(points).mean,
  bands: (points) => model.bands(points),
});
