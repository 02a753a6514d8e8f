/** Finds the character that separates the cells of a CSV file. */
import { parseNumber } from "./cells.ts";

const SEPARATOR_MARKS = [",", ";", "\t", "|"] as const;
type Mark = (typeof SEPARATOR_MARKS)[number];
/** A blank stands for a run of blanks and tabs of any length. */
export type Delimiter = Mark | " ";

const SAMPLE_RECORDS = 50;
/** The share of the records that must have as many cells as the header where blanks separate them: texts hold blanks, too. */
const MIN_BLANK_AGREEMENT = 0.9;
/** A comma separates no cells in a file of one column where at least this share of the rows hold a decimal comma. */
const MIN_COMMA_SHARE = 0.5;
const SPACED_THOUSANDS = /^\s*[+-]?\d{1,3}(?: \d{3})*(?:[.,]\d+)?\s*$/;
const DECIMAL_COMMA = /^\s*[+-]?\d*,\d+(e[+-]?\d+)?\s*$/i;

/**
 * The separator of a CSV file, from its beginning: the one that the header holds and that most records hold as often as
 * the header does, quoted cells and lists in brackets aside. A file with none has one column, for which any will do that no
 * number in it holds.
 */
export function sniffDelimiter(sample: string, isWhole: boolean): Delimiter {
  const records = sampleRecords(sample.replace(/^\uFEFF/, ""), isWhole);
  const [header, ...rows] = records;
  if (header === undefined) return ",";
  const scored = SEPARATOR_MARKS.flatMap((delimiter) => {
    const expected = header.counts[delimiter];
    if (expected === 0) return [];
    const agreeing = records.filter(({ counts }) => counts[delimiter] === expected).length;
    return [{ delimiter, agreeing, expected }];
  });
  // A vertical bar that no record tells from a comma stands in a name: R|C.
  const isBar = ({ delimiter }: { delimiter: Delimiter }) => Number(delimiter === "|");
  scored.sort((a, b) => b.agreeing - a.agreeing || isBar(a) - isBar(b) || b.expected - a.expected);
  const [best] = scored;
  const isAgreed = best !== undefined && best.agreeing > records.length / 2;
  if (!isAgreed && isSeparatedByBlanks(header, rows)) return " ";
  if (best !== undefined) return best.delimiter;
  const commas = rows.filter(({ text }) => DECIMAL_COMMA.test(text)).length;
  return rows.length > 0 && commas >= MIN_COMMA_SHARE * rows.length ? ";" : ",";
}

/** The cells of one line. A quoted cell loses its quotes. */
export function splitLine(line: string, delimiter: Delimiter): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let depth = 0;
  const text = delimiter === " " ? line.trim().replace(/[ \t]+/g, " ") : line;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted && depth === 0) {
      cells.push(cell.trim());
      cell = "";
    } else {
      if (character === "[") depth++;
      if (character === "]") depth = Math.max(0, depth - 1);
      cell += character;
    }
  }
  return [...cells, cell.trim()];
}

/** Numbers in columns of equal count: a header of several words above one column of numbers is a name with blanks. */
function isSeparatedByBlanks(header: SampleRecord, rows: readonly SampleRecord[]): boolean {
  const expected = splitLine(header.text, " ").length;
  if (expected < 2 || rows.length === 0) return false;
  // A blank may part thousands: 10 000 below a name of two words.
  if (rows.every(({ text }) => SPACED_THOUSANDS.test(text))) return false;
  const cells = rows.map(({ text }) => splitLine(text, " "));
  const agreeing = cells.filter(({ length }) => length === expected);
  const isNumber = (cell: string) => !Number.isNaN(parseNumber(cell)) || /^[[+-]?[\d.]/.test(cell);
  const numbers = agreeing.flat().filter(isNumber).length;
  return agreeing.length >= MIN_BLANK_AGREEMENT * rows.length && numbers > (agreeing.length * expected) / 2;
}

type SampleRecord = { readonly text: string; readonly counts: Record<Mark, number> };

const isMark = (character: string): character is Mark => SEPARATOR_MARKS.some((mark) => mark === character);

function sampleRecords(sample: string, isWhole: boolean): SampleRecord[] {
  const records: SampleRecord[] = [];
  const none = () => ({ ",": 0, ";": 0, "\t": 0, "|": 0 });
  let counts = none();
  let start = 0;
  let isQuoted = false;
  let depth = 0;
  const end = (at: number): void => {
    if (at > start) records.push({ text: sample.slice(start, at), counts });
    counts = none();
    start = at + 1;
    depth = 0;
  };
  for (let at = 0; at < sample.length && records.length < SAMPLE_RECORDS; at++) {
    const character = sample[at] ?? "";
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "\n" || character === "\r") end(at);
    else if (character === "[") depth++;
    else if (character === "]") depth = Math.max(0, depth - 1);
    else if (depth === 0 && isMark(character)) counts[character]++;
  }
  // The sample cuts through its last record, unless that is the only one or the file is at its end.
  if (records.length < SAMPLE_RECORDS && (isWhole || records.length === 0)) end(sample.length);
  return records;
}
