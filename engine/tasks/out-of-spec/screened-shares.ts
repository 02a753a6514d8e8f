import { exactShare, type Share, scaledShare, wilsonShare } from "../../math/share.ts";
import { isFailing, type LevelSet, type ScoredPoint } from "./level-set.ts";
import { allBands, failingWithErrors, withErrors } from "./model-error.ts";
import type { FailingShares } from "./search-state.ts";

/** Bands cost more than scores: they are predicted for so many of the screened points. */
const WITH_BANDS = 4_096;

/** @param screened evenly over the cube, or all points of a finite space */
export function screenedShares(
  levelSet: LevelSet,
  screened: readonly ScoredPoint[],
  isExhaustive: boolean,
): FailingShares {
  const share = (count: number, total: number): Share =>
    isExhaustive && total === screened.length
      ? exactShare(count / Math.max(1, total))
      : wilsonShare(count, total);
  const failing = screened.filter(({ score }) => isFailing(score));
  const total = screened.length;
  const weight = failing.reduce((sum, { point }) => sum + levelSet.weight(point), 0);
  const selectedPoints = screened.slice(0, WITH_BANDS).map(({ point }) => point);
  const bands = allBands(levelSet, selectedPoints);
  const weights = new Float64Array(selectedPoints.length).fill(1 / Math.max(1, selectedPoints.length));
  const errors = failingWithErrors(levelSet, selectedPoints, bands, weights);
  const predicted = withErrors(share(failing.length, total), errors);
  return {
    predicted,
    surely: share(bands.filter(({ upper }) => isFailing(upper)).length, selectedPoints.length),
    possibly: share(bands.filter(({ lower }) => isFailing(lower)).length, selectedPoints.length),
    probability: failing.length === 0 ? predicted : scaledShare(predicted, weight / failing.length),
    unrated: share(screened.filter(({ score }) => Number.isNaN(score)).length, total),
  };
}
