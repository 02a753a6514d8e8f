/** The first row of a CSV file: names of columns. */
import { DATA_OPTION_HINTS } from "../texts/data-option-texts.ts";
import { parseNumber } from "./cells.ts";
import { type FileProblems, quoted } from "./problems.ts";

const MAX_NAME_LENGTH = 200;

/**
 * The names of the columns, trimmed and distinct. A cell that cannot be a name is reported and gets a stand-in, so that
 * the rows below can still be checked.
 * @param taken names of the other file, which may not be used again
 */
export function readHeader(
  cells: readonly string[],
  problems: FileProblems,
  options: {
    readonly numberDuplicates: boolean;
    readonly taken: ReadonlySet<string>;
    /** The row of the header, as in a spreadsheet. */
    readonly row?: number;
  },
): string[] {
  const { row = 1 } = options;
  const looksNumeric = (cell: string) => !Number.isNaN(parseNumber(cell)) || cell.trim().startsWith("[");
  // A name may begin with a bracket, as [TRPN] does; a header that holds only such cells and numbers is none.
  if (
    cells.every(looksNumeric) &&
    cells.some((cell) => !Number.isNaN(parseNumber(cell)) || /^\s*\[\s*[-+.\d]/.test(cell))
  ) {
    problems.add(
      { row },
      "this row holds numbers. The first row must hold the names of the columns; is the header missing?",
    );
    return cells.map((_, i) => `column ${i + 1}`);
  }
  const used = new Map<string, number>();
  return cells.map((cell, i) => {
    const name = cell.trim();
    const place = { row, column: i + 1 };
    const problem = problemOfName(name);
    if (problem !== null) {
      problems.add(place, problem);
      return `column ${i + 1}`;
    }
    const first = used.get(name);
    if (first === undefined) used.set(name, i + 1);
    if (first === undefined && !options.taken.has(name)) return name;
    if (options.numberDuplicates) return numbered(name, used, options.taken, i + 1);
    problems.add(
      place,
      first === undefined
        ? `the name ${quoted(name)} is also the name of a parameter`
        : `the name ${quoted(name)} is already that of column ${first}`,
    );
    problems.hint(DATA_OPTION_HINTS.number_duplicate_names);
    return `${name} (column ${i + 1})`;
  });
}

function problemOfName(name: string): string | null {
  if (name === "") return "the name of this column is empty";
  if (!Number.isNaN(parseNumber(name))) return `${quoted(name)} is a number, not the name of a column`;
  if (name.length > MAX_NAME_LENGTH)
    return `the name of this column is longer than ${MAX_NAME_LENGTH} characters`;
  // JavaScript objects cannot hold a value under this name.
  return name === "__proto__" ? `${quoted(name)} cannot be the name of a column` : null;
}

function numbered(
  name: string,
  used: Map<string, number>,
  taken: ReadonlySet<string>,
  column: number,
): string {
  let number = 2;
  while (used.has(`${name} (${number})`) || taken.has(`${name} (${number})`)) number++;
  const free = `${name} (${number})`;
  used.set(free, column);
  return free;
}
