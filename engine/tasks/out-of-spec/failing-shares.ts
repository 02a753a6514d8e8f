import { AT_ONCE, isFailing, type LevelSet, type ScoredPoint } from "./level-set.ts";
import type { FailingShares } from "./search-state.ts";
import { exactShare, type Share, scaledShare, wilsonShare } from "./share.ts";

/** Bands cost more than scores: they are predicted for so many of the screened points. */
const WITH_BANDS = 4_096;

/** @param screened evenly over the cube, or all points of a finite space */
export function failingShares(
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
  const predicted = share(failing.length, total);
  const weight = failing.reduce((sum, { point }) => sum + levelSet.weight(point), 0);
  const looked = screened.slice(0, WITH_BANDS);
  let [surely, possibly] = [0, 0];
  for (let from = 0; from < looked.length; from += AT_ONCE) {
    const points = looked.slice(from, from + AT_ONCE).map(({ point }) => point);
    for (const { lower, upper } of levelSet.bands(points)) {
      if (isFailing(upper)) surely++;
      if (isFailing(lower)) possibly++;
    }
  }
  return {
    predicted,
    surely: share(surely, looked.length),
    possibly: share(possibly, looked.length),
    probability: failing.length === 0 ? predicted : scaledShare(predicted, weight / failing.length),
    unrated: share(screened.filter(({ score }) => Number.isNaN(score)).length, total),
  };
}
