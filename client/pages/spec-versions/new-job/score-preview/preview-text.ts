/** What a preview of a score says, in sentences. */

import type { ScorePreview, ScoreSpread } from "@understudy/shared/api/score-preview.ts";
import { counted } from "@understudy/shared/counted.ts";
import { countText, fixedPercentText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";

export type ReadyPreview = Omit<Extract<ScorePreview, { status: "ready" }>, "status">;

/** How many are as they should be: in spec, or at least within the limits; null: there is nothing that they must reach. */
export const sound = ({ in_spec, within_limits }: ScoreSpread): number | null => in_spec ?? within_limits;

/** `12 of 45`; a dash where nothing must be reached. */
export function shareText(spread: ScoreSpread): string {
  const count = sound(spread);
  return count === null ? "–" : `${countText(count)} of ${countText(spread.count)}`;
}

/** The same of a narrow column: `27%`. */
export function percentText(spread: ScoreSpread): string {
  const count = sound(spread);
  if (count === null) return "–";
  const share = count / Math.max(1, spread.count);
  return share > 0 && share < 0.01 ? "< 1%" : fixedPercentText(share, 0);
}

/** What the score means, in a sentence or two. `isBad`: a job is not worth its time before that has changed. */
export function verdict({ rows, designs }: ReadyPreview): { readonly text: string; readonly isBad: boolean } {
  if ((rows === null || rows.best === null) && designs.best === null)
    return { text: "The score does not exist for any training row or design that was tried.", isBad: true };
  const [inRows, inDesigns] = [rows && sound(rows), sound(designs)];
  if (inDesigns === null)
    return { text: "The larger the score the better: no value of it counts as in spec.", isBad: false };
  const { wanted, are } =
    designs.in_spec === null
      ? { wanted: "within the limits", are: "keep all limits" }
      : { wanted: "in spec", are: "are in spec" };
  if (inRows !== null && inRows > 0)
    return { text: `${shareText(rows ?? designs)} training rows ${are}.`, isBad: false };
  const of = `${counted(designs.count, "design")} within the ranges`;
  if (inDesigns > 0) {
    const predicted = `${shareText(designs)} designs within the ranges are predicted to be`;
    const text =
      rows === null ? `${predicted} ${wanted}.` : `No training row is ${wanted}, but ${predicted}.`;
    return { text, isBad: false };
  }
  const none = `none of ${of} is predicted to be`;
  const may = designs.may_be_in_spec ?? 0;
  if (may > 0) {
    const text = rows === null ? `${none} ${wanted}` : `no training row is ${wanted}, and ${none}`;
    return {
      text: `${text.replace(/^./, (first) => first.toUpperCase())}. With their 95% bounds, ${countText(may)} may be.`,
      isBad: true,
    };
  }
  const bounds = designs.may_be_in_spec === null ? "" : ", even at their 95% bounds";
  const noRow = rows === null ? "" : "no training row is, and ";
  return { text: `Nothing seems to be ${wanted}: ${noRow}${none}${bounds}.`, isBad: true };
}

/** What the numbers leave out; null: nothing. */
export function remark(rows: ScoreSpread): string | null {
  const remarks = [
    rows.count < rows.total
      ? `${countText(rows.count)} of the ${countText(rows.total)} training rows were rated, evenly spread.`
      : "",
    rows.without_score > 0 ? `${counted(rows.without_score, "training row")} without a score.` : "",
  ];
  return remarks.filter((one) => one !== "").join(" ") || null;
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
