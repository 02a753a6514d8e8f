/** The level set of a score as simulations have shown it. */
import type { LevelSet } from "./level-set.ts";
import type { ScoreModel } from "./score-model.ts";

export const modelLevelSet = (model: ScoreModel, facts: Omit<LevelSet, "scores" | "bands">): LevelSet => ({
  ...facts,
  scores: (points) => model.estimates(points).mean,
  bands: (points) => model.bands(points),
});
