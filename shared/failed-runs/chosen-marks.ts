/** The marks of failed runs whose rows are left out. */
import type { FailedRunMark } from "../api/job-config.ts";
import { MAX_FAILED_RUN_MARKS } from "../limits.ts";
import { isSameMark } from "./mark-text.ts";

/** Lists each mark once, and at most as many as a job takes. */
export function withMarks(
  chosen: readonly FailedRunMark[],
  added: readonly FailedRunMark[],
): FailedRunMark[] {
  const marks = [...withoutMarks(chosen, added), ...added.map(({ output, value }) => ({ output, value }))];
  return marks.slice(0, MAX_FAILED_RUN_MARKS);
}

export const withoutMarks = (
  chosen: readonly FailedRunMark[],
  removed: readonly FailedRunMark[],
): FailedRunMark[] => chosen.filter((mark) => !removed.some((other) => isSameMark(mark, other)));
