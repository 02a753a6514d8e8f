import type { FalseAlarms } from "@understudy/shared/api/out-of-spec.ts";
import { isFailing } from "./level-set.ts";
import { type Share, wilsonShare } from "./share.ts";

/** What an emulator said of designs that were then simulated. @param withoutScore simulations that failed or gave no score */
export function falseAlarmsOf(
  results: readonly { readonly predicted: number; readonly score: number }[],
  withoutScore: number,
): FalseAlarms {
  const count = (predictedFailing: boolean, fails: boolean): number =>
    results.filter(
      ({ predicted, score }) => isFailing(predicted) === predictedFailing && isFailing(score) === fails,
    ).length;
  const [confirmed, false_alarms] = [count(true, true), count(true, false)];
  const [misses, confirmed_in_spec] = [count(false, true), count(false, false)];
  const shareOf = (part: number, rest: number): Share | null =>
    part + rest === 0 ? null : wilsonShare(part, part + rest);
  return {
    confirmed,
    false_alarms,
    misses,
    confirmed_in_spec,
    false_alarm_share: shareOf(false_alarms, confirmed),
    miss_share: shareOf(misses, confirmed_in_spec),
    without_score: withoutScore,
  };
}
