import { ActionIcon } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import classes from "./table-csv.module.css";

type Props = {
  /** The table's name. */
  label: string;
  children: ReactNode;
};

/** A table with a button that saves the rows shown as CSV. */
export function WithCsv({ label, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const save = async () => {
    const table = frame.current?.querySelector("table");
    if (table) (await import("./save-table.ts")).saveTable(label, table);
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
        onClick={() => void save()}
      >
        <IconDownload size={15} />
      </ActionIcon>
    </div>
  );
}
