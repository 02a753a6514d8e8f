/**
 * Texts that a spreadsheet would run: a cell that begins with = + - or @ is a formula to it, wherever the file came from. Written
 * with an apostrophe before them they are text; read back, they are what they were.
 */

/** Spreadsheets take the wide forms for the same signs, and skip the other characters before one. */
const FORMULA_START = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const isNumber = (text: string): boolean => /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text);
const isFormula = (text: string): boolean => FORMULA_START.test(text) && !isNumber(text.replace(/^'+/, ""));

/** Writes a text as a cell of a file that people may open in a spreadsheet. Numbers stay as they are. */
export const asCellText = (text: string): string => (isFormula(text) ? `'${text}` : text);

/** Reads a cell that `asCellText` wrote back into its text. */
export const fromCellText = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell;
