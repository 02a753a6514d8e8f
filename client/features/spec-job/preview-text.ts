/** Sentences about a preview of a score. */

import type { ScorePreview, ScoreSpread } from "@understudy/shared/api/score-preview.ts";
import { counted } from "@understudy/shared/counted.ts";
import { countText, fixedPercentText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";

export type ReadyPreview = Omit<Extract<ScorePreview, { status: "ready" }>, "status">;

/**
 * The number of rows or designs in spec, or at least within the limits; null: there is nothing that they must reach.
 */
export const countSound = ({ in_spec, within_limits }: ScoreSpread): number | null =>
  in_spec ?? within_limits;

/** `12 of 45`; a dash where nothing must be reached. */
export function shareText(spread: ScoreSpread): string {
  const count = countSound(spread);
  return count === null ? "–" : `${countText(count)} of ${countText(spread.count)}`;
}

/** Formats the share for a narrow column: `27%`. */
export function percentText(spread: ScoreSpread): string {
  const count = countSound(spread);
  if (count === null) return "–";
  const share = count / Math.max(1, spread.count);
  return share > 0 && share < 0.01 ? "< 1%" : fixedPercentText(share, 0);
}

/** The meaning of the score, in a sentence or two. `isBad`: a job is not worth its time before that has changed. */
export function verdict({ rows, designs }: ReadyPreview): { readonly text: string; readonly isBad: boolean } {
  if ((rows === null || rows.best === null) && designs.best === null)
    return { text: "The score does not exist for any training row or design that was tried.", isBad: true };
  const [inRows, inDesigns] = [rows && countSound(rows), countSound(designs)];
  if (inDesigns === null)
    return { text: "The larger the score the better: no value of it counts as in spec.", isBad: false };
  const { target, are } =
    designs.in_spec === null
      ? { target: "within the limits", are: "keep all limits" }
      : { target: "in spec", are: "are in spec" };
  if (inRows !== null && inRows > 0)
    return { text: `${shareText(rows ?? designs)} training rows ${are}.`, isBad: false };
  const countedDesigns = `${counted(designs.count, "design")} within the ranges`;
  if (inDesigns > 0) {
    const predicted = `${shareText(designs)} designs within the ranges are predicted to be`;
    const text =
      rows === null ? `${predicted} ${target}.` : `No training row is ${target}, but ${predicted}.`;
    return { text, isBad: false };
  }
  const none = `none of ${countedDesigns} is predicted to be`;
  const may = designs.may_be_in_spec ?? 0;
  if (may > 0) {
    const text = rows === null ? `${none} ${target}` : `no training row is ${target}, and ${none}`;
    return {
      text: `${text.replace(/^./, (first) => first.toUpperCase())}. With their 95% bounds, ${countText(may)} may be.`,
      isBad: true,
    };
  }
  const bounds = designs.may_be_in_spec === null ? "" : ", even at their 95% bounds";
  const noRow = rows === null ? "" : "no training row is, and ";
  return { text: `Nothing seems to be ${target}: ${noRow}${none}${bounds}.`, isBad: true };
}

/** The rows that the numbers leave out; null: none. */
export function remark(rows: ScoreSpread): string | null {
  const remarks = [
    rows.count < rows.total
      ? `${countText(rows.count)} of the ${countText(rows.total)} training rows were rated, evenly spread.`
      : "",
    rows.without_score > 0 ? `${counted(rows.without_score, "training row")} without a score.` : "",
  ];
  return remarks.filter((text) => text !== "").join(" ") || null;
}

export const scoreText = (score: number | null): string => (score === null ? "–" : formatValue(score));

/** `2.5 (95% bounds 2.3 to 2.7)`. */
export function initialText({ score, lower_bound, upper_bound }: ReadyPreview["initial"]): string {
  if (score === null) return "no score";
  const hasBounds = lower_bound !== null && upper_bound !== null;
  return hasBounds
    ? `${formatValue(score)} (95% bounds ${formatValue(lower_bound)} to ${formatValue(upper_bound)})`
    : formatValue(score);
}
