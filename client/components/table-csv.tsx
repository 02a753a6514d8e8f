import { ActionIcon } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import { type ReactNode, useRef } from "react";
import { fileStem, saveFile } from "./save-file.ts";
import classes from "./table-csv.module.css";

/** As it is read: what stands side by side is apart, which the nodes' own texts are not. */
// biome-ignore lint/performance/useDomNodeTextContent: it would join the texts of two badges
const textOf = (cell: HTMLElement): string => cell.innerText.replaceAll(/\s+/g, " ").trim();

/** A number without a unit stays one: as a text it could be taken for a formula. */
const cellOf = (text: string): string | number =>
  text !== "" && String(Number(text)) === text ? Number(text) : text;

/** A table as it is shown: the columns that have a heading, those too that a narrow window hides. */
export function shownTableCsv(table: HTMLTableElement): string {
  const [head, ...body] = [...table.rows].map((row) => [...row.cells].map(textOf));
  const columns = (head ?? []).flatMap((heading, at) => (heading === "" ? [] : [at]));
  return [head ?? [], ...body].map((cells) => csvLine(columns.map((at) => cellOf(cells[at] ?? "")))).join("");
}

type Props = {
  /** The table's name. */
  label: string;
  children: ReactNode;
};

/** A table with a button that saves the rows shown as CSV. */
export function WithCsv({ label, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const save = () => {
    const table = frame.current?.querySelector("table");
    if (table) saveFile(`${fileStem(label)}.csv`, "text/csv", shownTableCsv(table));
  };
  return (
    <div ref={frame} className={classes.frame}>
      {children}
      <ActionIcon
        variant="default"
        size="sm"
        className={classes.button}
        aria-label={`Download the table as CSV: ${label}`}
        title="Download the rows shown as CSV"
        onClick={save}
      >
        <IconDownload size={15} />
      </ActionIcon>
    </div>
  );
}
