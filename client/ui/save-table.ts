import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import { fileStem, saveFile } from "./save-file.ts";

/** Reads a cell as a person sees it: the text content of its nodes would join texts that stand side by side. */
// biome-ignore lint/performance/useDomNodeTextContent: it would join the texts of two badges
const readCellText = (cell: HTMLElement): string => cell.innerText.replaceAll(/\s+/g, " ").trim();

/** A number without a unit stays one: as a text it could be taken for a formula. */
const parseCell = (text: string): string | number =>
  text !== "" && String(Number(text)) === text ? Number(text) : text;

/** Writes a table as CSV as it is shown: all columns with a heading, including those that a narrow window hides. */
function shownTableCsv(table: HTMLTableElement): string {
  const [head, ...body] = [...table.rows].map((row) => [...row.cells].map(readCellText));
  const columns = (head ?? []).flatMap((heading, at) => (heading === "" ? [] : [at]));
  return [head ?? [], ...body]
    .map((cells) => csvLine(columns.map((at) => parseCell(cells[at] ?? ""))))
    .join("");
}

/** Has the browser save a table as it is shown. @param label its name, which the file gets */
export const saveTable = (label: string, table: HTMLTableElement): void =>
  saveFile(`${fileStem(label)}.csv`, "text/csv", shownTableCsv(table));
