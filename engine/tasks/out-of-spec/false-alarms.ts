import type { FalseAlarms } from "@understudy/shared/api/out-of-spec.ts";
import { type Share, wilsonShare } from "../../math/share.ts";
import { isFailing } from "./level-set.ts";

/**
 * Counts the agreements and contradictions of an emulator's predictions and the simulations.
 * @param withoutScore the number of simulations that failed or gave no score
 */
export function countFalseAlarms(
  results: readonly { readonly predicted: number; readonly score: number }[],
  withoutScore: number,
): FalseAlarms {
  const count = (predictedFailing: boolean, fails: boolean): number =>
    results.filter(
      ({ predicted, score }) => isFailing(predicted) === predictedFailing && isFailing(score) === fails,
    ).length;
  const [confirmed, false_alarms] = [count(true, true), count(true, false)];
  const [misses, confirmed_in_spec] = [count(false, true), count(false, false)];
  const computeShare = (part: number, rest: number): Share | null =>
    part + rest === 0 ? null : wilsonShare(part, part + rest);
  return {
    confirmed,
    false_alarms,
    misses,
    confirmed_in_spec,
    false_alarm_share: computeShare(false_alarms, confirmed),
    miss_share: computeShare(misses, confirmed_in_spec),
    without_score: withoutScore,
  };
}
