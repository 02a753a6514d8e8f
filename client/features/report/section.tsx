import { Table, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { AnalysisChart } from "#plots/analysis/analysis-plot.tsx";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import type { Chart } from "#plots/model/chart.ts";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import classes from "./report.module.css";

/** A section of the report with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={2} mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}

type Props = {
  label: string;
  columns: readonly string[];
  /** The first cell of each names the row. */
  rows: readonly (readonly [string, ...ReactNode[]])[];
};

/** A table of the report; its head is repeated on every page of paper. */
export function Lines({ label, columns, rows }: Props) {
  return (
    <ScrollFrame label={label}>
      <Table aria-label={label} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, ...cells]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500}>
                {name}
              </Table.Th>
              {cells.map((cell, at) => (
                <Table.Td key={columns[at + 1]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  );
}

/** The height of a plot without one of its own. */
const DEFAULT_HEIGHT_PX = 260;

type PlotProps = {
  label: string;
  chart: Chart;
  height?: number;
  /** plotly.js draws it, as on the job's page. */
  isAnalysis?: boolean;
};

/** A plot of the report below what it shows. */
export function Plot({ label, chart, height = DEFAULT_HEIGHT_PX, isAnalysis = false }: PlotProps) {
  return (
    <figure className={classes.plot} aria-label={label}>
      <figcaption>{label}</figcaption>
      {isAnalysis ? (
        <AnalysisChart {...{ chart, label, height }} isPrinted />
      ) : (
        <ChartPlot {...{ chart, label, height }} isWaiting={false} />
      )}
    </figure>
  );
}
