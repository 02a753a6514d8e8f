/** The results of a search for designs out of spec, in sentences. */
import type { FalseAlarms, OutOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { counted } from "@understudy/shared/counted.ts";
import { intervalText, partText } from "./share-text.ts";

type SearchResult = Pick<OutOfSpec, "shares" | "regions" | "is_simulated" | "is_verified" | "stop_reason">;

/** The result in one sentence. */
export function headline({ shares, regions, is_simulated, stop_reason }: SearchResult): string {
  const isOver = stop_reason !== null;
  if (shares === null)
    return isOver ? "No design could be rated." : "Looking for designs that are out of spec";
  const are = is_simulated ? "is expected to be" : "is predicted to be";
  const { predicted, unrated } = shares;
  if (unrated.value === 1) return "No design within these ranges has a score.";
  if (predicted.value === 1) return `Every design within these ranges ${are} out of spec.`;
  if (regions.length === 0 && (isOver || predicted.value === 0))
    return `No design within these ranges ${are} out of spec${isOver ? "" : ", so far"}.`;
  const share = partText(predicted.value === 0 ? sumVolumes(regions) : predicted.value);
  const where = regions.length === 0 ? "" : ` in ${counted(regions.length, "separate region")}`;
  const verb = is_simulated ? "are expected to be" : "are predicted to be";
  return `${share} of the designs within these ranges ${verb} out of spec${where}.`;
}

/** Regions may lie between the screened designs. */
const sumVolumes = (regions: OutOfSpec["regions"]): number =>
  regions.reduce((sum, { volume }) => sum + volume.value, 0);

/** The shares of the designs by the 95% bounds; null where they are not known. */
export function boundsSentence({ shares }: Pick<SearchResult, "shares">): string | null {
  if (shares === null) return null;
  const { surely, possibly, unrated } = shares;
  const withoutScore = unrated.value === 0 ? "" : ` ${partText(unrated.value)} have no score.`;
  if (possibly.value === 0) return `By the 95% bounds of the score, all are in spec.${withoutScore}`;
  return `By the 95% bounds of the score, ${partText(surely.value)} surely are and ${partText(possibly.value)} may be.${withoutScore}`;
}

/**
 * The share of the built designs that is out of spec; null where nothing says how their inputs vary, or while it is
 * not known.
 */
export function builtSentence({
  shares,
  is_distributed,
  is_simulated,
}: Pick<OutOfSpec, "shares" | "is_distributed" | "is_simulated">): string | null {
  if (shares === null || !is_distributed) return null;
  const { probability } = shares;
  const failing = `Of the designs that are built, ${partText(probability.value)} are expected to be out of spec (95% interval ${intervalText(probability)}).`;
  return is_simulated
    ? `${failing} The simulations were chosen to tell this, and say little of the rest of the ranges.`
    : failing;
}

const END_TEXTS = {
  converged: "The search has converged.",
  exhausted: "Every design within these ranges was evaluated.",
  "time limit": "The search ended at its time limit: there may be other regions.",
  "evaluation limit": "All simulations that it was given have run.",
} as const;

/** Explains why the search ended; null while it has not. */
export function endSentence({ stop_reason, is_verified }: SearchResult): string | null {
  if (stop_reason === null) return null;
  return stop_reason === "converged" && is_verified
    ? "What the simulations and the emulator together expect to be out of spec has been simulated."
    : END_TEXTS[stop_reason];
}

/** The share of the emulator's predictions that simulations confirmed. */
export function alarmSentence(alarms: FalseAlarms): string {
  const { confirmed, false_alarms, misses, confirmed_in_spec, false_alarm_share, miss_share } = alarms;
  const failing = confirmed + false_alarms;
  const passing = misses + confirmed_in_spec;
  if (failing + passing === 0) return "No prediction has been verified yet.";
  const first =
    false_alarm_share === null
      ? ""
      : `Of ${counted(failing, "design")} predicted out of spec, ${confirmed} ${confirmed === 1 ? "is" : "are"}: ${partText(false_alarm_share.value)} were false alarms (95% interval ${intervalText(false_alarm_share)}).`;
  const second =
    miss_share === null
      ? ""
      : ` Of ${counted(passing, "design")} predicted in spec, ${misses} ${misses === 1 ? "is" : "are"} out of it (${intervalText(miss_share)}).`;
  return `${first}${second}`.trim();
}
