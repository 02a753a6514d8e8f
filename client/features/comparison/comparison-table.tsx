import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { usePalette } from "#plots/use-palette.ts";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import classes from "./comparison-table.module.css";

/** A column: a job, and its place among all that are compared, which gives its colour. */
export type ComparedColumn = { readonly id: number; readonly name: string; readonly place: number };
export type ComparisonRow = {
  readonly key: string;
  readonly head: ReactNode;
  readonly cells: readonly ReactNode[];
};

type Props = { label: string; columns: readonly ComparedColumn[]; rows: readonly ComparisonRow[] };

/** The jobs side by side. It scrolls by itself where the window is narrow; the heads of its rows stay. */
export function ComparisonTable({ label, columns, rows }: Props) {
  return (
    <ScrollFrame label={`${label}, scrollable`} className={classes.frame}>
      <Table
        layout="fixed"
        className={classes.table}
        style={{ "--jobs": String(columns.length) }}
        aria-label={label}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Td className={classes.corner} />
            {columns.map((column) => (
              <Table.Th key={column.id} scope="col" className={classes.job}>
                <JobName column={column} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, head, cells }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" className={classes.head}>
                {head}
              </Table.Th>
              {columns.map(({ id }, at) => (
                <Table.Td key={id} className={classes.cell}>
                  {cells[at]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  );
}

function JobName({ column: { id, name, place } }: { column: ComparedColumn }) {
  const { series, ink } = usePalette();
  return (
    <>
      <span className={classes.swatch} style={{ background: series[place] ?? ink }} aria-hidden />
      <Link to={`/jobs/${id}`} className={classes.name}>
        {name}
      </Link>{" "}
      <span className={classes.id}>Job {id}</span>
    </>
  );
}
