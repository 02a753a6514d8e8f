import { Table, Text } from "@mantine/core";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { titleUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, type ReactNode } from "react";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import { WithCsv } from "#ui/table-csv.tsx";
import classes from "./output-table.module.css";

type Props = {
  label: string;
  /** Heads of the names, of the numbers, and cells of further heads. */
  first: string;
  columns: readonly string[];
  more?: ReactNode;
  verticalSpacing?: number;
  children: ReactNode;
};

/** Numbers of outputs; on a phone each row is a card. */
export function OutputTable({ label, first, columns, more, children, ...spacing }: Props) {
  return (
    <WithCsv label={label}>
      <ScrollFrame label={`Table: ${label}`} className={classes.frame}>
        <Table className={classes.table} aria-label={label} {...spacing}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{first}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column} className={classes.number}>
                  {column}
                </Table.Th>
              ))}
              {more}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </ScrollFrame>
    </WithCsv>
  );
}

type CellsProps = {
  output: OutputDefinition;
  columns: readonly string[];
  /** The text of each column. */
  texts: readonly ReactNode[];
  /** The column that counts most. */
  strong: string;
};

/** A row's name, with its unit, and its numbers. Plain cells: these are drawn again with every step of a slider. */
export function OutputCells({ output, columns, texts, strong }: CellsProps) {
  return (
    <>
      <NameCell output={output} />
      {texts.map((text, index) => (
        <td
          key={columns[index]}
          className={classes.number}
          data-label={columns[index]}
          data-strong={columns[index] === strong || undefined}
        >
          {text}
        </td>
      ))}
    </>
  );
}

const NameCell = memo(function NameCell({ output }: Pick<CellsProps, "output">) {
  const unit = titleUnit(shownUnit(output));
  return (
    <th scope="row" className={classes.name} title={output.name}>
      {displayName(output)}
      {unit !== "" && (
        <Text component="span" c="dimmed" size="sm">
          {" "}
          ({unit})
        </Text>
      )}
    </th>
  );
});
