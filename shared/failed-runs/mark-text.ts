/** Sentences about rows that look wrong, and rows that are left out. */
import type { FailedRunMark, JobConfig, LeftOutRows, SuspectedMark } from "../api/job-config.ts";
import { counted } from "../counted.ts";
import { FEW_DATA_ROWS, MIN_DATA_ROWS } from "../limits.ts";
import { listNames } from "../list-names.ts";
import { countText, exactText } from "../number-text.ts";
import { formatValue } from "../quantities/quantity-text.ts";

/** A sentence names at most so many rows. */
const MAX_NAMED_ROWS = 10;
/** From so many powers of ten on, a distance is given in them. */
const MIN_DECADES = 3;

/** Writes `17, 203 and 4 more`. @param count of all rows, of which `rows` may be the first only */
export const listRows = (rows: readonly number[], count = rows.length): string =>
  joinTexts(rows.map(String), count);

function joinTexts(texts: readonly string[], count = texts.length): string {
  const named = texts.slice(0, MAX_NAMED_ROWS);
  const more = count - named.length;
  const [last = "", ...before] = named.toReversed();
  if (more > 0) return `${named.join(", ")} and ${countText(more)} more`;
  return before.length === 0 ? last : `${before.toReversed().join(", ")} and ${last}`;
}

/** From so many rows in a row on, the first and the last are named. */
const MIN_RUN = 3;

/** Writes `3, 17 to 41 and 203`. @param rows ascending */
function listRuns(rows: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run !== undefined && run.last === row - 1) run.last = row;
    else runs.push({ first: row, last: row });
  }
  const texts = runs.flatMap(({ first, last }) => {
    if (last - first + 1 >= MIN_RUN) return [`${first} to ${last}`];
    return first === last ? [String(first)] : [String(first), String(last)];
  });
  return joinTexts(texts);
}

/** Writes `row 17` or `rows 17 and 203`. */
export const rowsText = (rows: readonly number[], count = rows.length): string =>
  `${count === 1 ? "row" : "rows"} ${listRows(rows, count)}`;

/** Writes `6 rows hold 1e30 in gain, 30 decades from all other values: rows 17, 42, 43, 79, 102 and 121.` */
export function describeMark(mark: SuspectedMark): string {
  const { output, value, row_count: count, rows } = mark;
  const holds = `${counted(count, "row")} ${count === 1 ? "holds" : "hold"} ${exactText(value)} in ${output}`;
  return `${holds}, ${describeDistance(mark)}: ${rowsText(rows, count)}.`;
}

/** The orders of magnitude from the largest of the other values; 0 for a value that is no larger. */
function countDecades({ value, other_values: { min, max } }: SuspectedMark): number {
  const largest = Math.max(Math.abs(min), Math.abs(max));
  if (value === 0 || largest === 0) return 0;
  return Math.floor(Math.log10(Math.abs(value))) - Math.floor(Math.log10(largest));
}

function describeDistance(mark: SuspectedMark): string {
  const { min, max } = mark.other_values;
  const decades = countDecades(mark);
  if (decades >= MIN_DECADES) return `${decades} decades from all other values`;
  const range = `${formatValue(min, "short")} to ${formatValue(max, "short")}`;
  return mark.value > min && mark.value < max
    ? `where all other values (${range}) differ from row to row`
    : `where all other values are ${range}`;
}

/**
 * Writes `Rows 17 and 203 do not fit the others in gain.`, `Rows 102 to 126 ...` @param rowCount of all rows, of which only some may have been checked
 */
export function describeSuspicious(
  { rows, checked_rows }: { readonly rows: readonly number[]; readonly checked_rows: number },
  output: string,
  rowCount: number,
): string {
  const isOne = rows.length === 1;
  const checked = checked_rows < rowCount ? ` (${countText(checked_rows)} rows were checked)` : "";
  return `${isOne ? "Row" : "Rows"} ${listRuns(rows)} ${isOne ? "does" : "do"} not fit the others in ${output}${checked}.`;
}

export const isSameMark = (a: FailedRunMark, b: FailedRunMark): boolean =>
  a.output === b.output && a.value === b.value;

const REASON_TEXTS: readonly (readonly [Exclude<keyof LeftOutRows, "rows">, (count: number) => string])[] = [
  ["failed_runs", (count) => `${counted(count, "failed run")}`],
  ["marks", (count) => `${counted(count, "row")} with a mark of a failed run`],
  ["missing_inputs", (count) => `${counted(count, "row")} with a missing input`],
  ["by_number", (count) => `${counted(count, "row")} chosen by number`],
];

/**
 * Writes `8 rows (6 rows with a mark of a failed run, 2 failed runs) are left out, as requested: rows 17, 42, 43 and 5 more.`
 * @param count of all rows left out; the reasons are not known in jobs from before they were kept
 */
export function describeLeftOut(leftOut: LeftOutRows, count: number): string {
  const reasons = REASON_TEXTS.flatMap(([reason, text]) =>
    leftOut[reason] > 0 ? [text(leftOut[reason])] : [],
  );
  const [only = counted(count, "row"), ...further] = reasons;
  const subject = further.length > 0 ? `${counted(count, "row")} (${reasons.join(", ")})` : only;
  const rows = reasons.length > 0 ? `: ${rowsText(leftOut.rows, count)}` : "";
  return `${subject} ${count === 1 ? "is" : "are"} left out, as requested${rows}.`;
}

/** A sentence names at most so many outputs. */
const MAX_NAMED_OUTPUTS = 5;

/**
 * Writes `Of 400 rows, margin has a value in 200 and offset in 3 (too few to train on).`; empty where all outputs have a value in
 * all rows. @param formatName gives the name of an output on screen
 */
export function describeOutputRows(
  { output_rows, data_set_sizes: sizes }: Pick<JobConfig, "output_rows" | "data_set_sizes">,
  formatName: (output: string) => string,
): string {
  if (output_rows.length === 0) return "";
  const clauses = output_rows.map(({ output, rows }, at) => {
    const verb = at === 0 ? " has a value in" : " in";
    const few = rows < FEW_DATA_ROWS ? " (hardly enough to train on)" : "";
    const note = rows < MIN_DATA_ROWS ? " (too few to train on)" : few;
    return `${formatName(output)}${verb} ${countText(rows)}${note}`;
  });
  return `Of ${counted(sizes.combined, "row")}, ${listNames(clauses, MAX_NAMED_OUTPUTS)}.`;
}
