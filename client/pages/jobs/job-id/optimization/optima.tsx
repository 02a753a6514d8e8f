import { Button, Group, Paper, SegmentedControl, Text, Title } from "@mantine/core";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { counted } from "@understudy/shared/counted.ts";
import { useMemo, useState } from "react";
import { DataTable } from "../../../../components/data-table.tsx";
import { DownloadChoice } from "../../../../components/download-choice.tsx";
import { saveFile } from "../../../../components/save-file.ts";
import { ScrollFrame } from "../../../../components/scroll-frame.tsx";
import { type Brushes, passes } from "../../../../plots/figures/parallel-coordinates.ts";
import { ParallelPlot } from "../../../../plots/parallel/parallel-plot.tsx";
import simulationClasses from "../simulations/simulations.module.css";
import { optimaColumns } from "./optima-columns.tsx";
import { optimaCsv } from "./optima-csv.ts";
import classes from "./optimization.module.css";
import { frontParallel, optimaParallel } from "./parallel-columns.ts";
import type { Looks } from "./quantities.ts";
import type { Selected } from "./shown-designs.ts";

type Props = {
  optimization: Optimization;
  looks: Looks | null;
  front: Optimization["front"];
  selected: Selected;
  onSelect: (selected: Selected) => void;
};

const NO_BRUSHES: Brushes = {};
const shownLines = (title: string) => [
  { value: "maximum" as const, label: title },
  { value: "front" as const, label: "Pareto front" },
];

/** The distinct local optima, or the best designs of different kinds, in a table, and as lines whose brushes filter it. */
export function Optima({ optimization, looks, front, selected, onSelect }: Props) {
  const { maxima, goals } = optimization;
  const [lines, setLines] = useState<Selected["kind"]>("maximum");
  const [brushes, setBrushes] = useState(NO_BRUSHES);
  const kind = front.length === 0 ? "maximum" : lines;
  const optima = useMemo(() => optimaParallel(maxima, looks), [maxima, looks]);
  const frontLines = useMemo(() => frontParallel(front, goals, looks), [front, goals, looks]);
  const chart = kind === "front" ? frontLines : optima;
  const all = maxima.map((design, rank) => ({ rank, design }));
  const isBrushed = Object.keys(brushes).length > 0;
  const rows =
    kind === "front" || !isBrushed
      ? all
      : all.filter(({ rank }) => passes(optima.lines[rank] ?? { values: [] }, brushes));
  const columns = optimaColumns(all, looks, (at) => onSelect({ kind: "maximum", at }));
  const width = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  const canChoose = chart.lines.length > 1;
  const title = optimization.is_simulated ? "Best designs" : "Local optima";

  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="local-optima">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="local-optima">
          {title}
        </Title>
        <Group gap="xs">
          {isBrushed && (
            <>
              <Text size="xs" c="dimmed" role="status">
                {kind === "front" ? "Filtered" : `${rows.length} of ${counted(all.length, "design")}`}
              </Text>
              <Button size="compact-xs" variant="subtle" onClick={() => setBrushes(NO_BRUSHES)}>
                Show all
              </Button>
            </>
          )}
          <DownloadChoice
            label="Download table"
            file={{
              save: (isShown) =>
                saveFile(
                  optimization.is_simulated ? "best-designs.csv" : "local-optima.csv",
                  "text/csv",
                  optimaCsv(
                    rows.map(({ design }) => design),
                    isShown ? looks : null,
                  ),
                ),
            }}
          />
        </Group>
      </Group>
      {optimization.is_simulated && (
        <Text size="xs" c="dimmed" mb={6}>
          Each differs from every better one by a tenth of a range or more, or in an option.
        </Text>
      )}
      <ScrollFrame
        label={`Table of ${title.toLowerCase()}`}
        className={`${simulationClasses.frame} ${classes.frame}`}
      >
        <div style={{ minWidth: width }}>
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            id={({ rank }) => rank}
            sort={{ by: "score", order: "descending" }}
            onSort={() => undefined}
            onOpen={({ rank }) => onSelect({ kind: "maximum", at: rank })}
            rowClass={({ rank }) =>
              selected.kind === "maximum" && selected.at === rank ? classes.selected : undefined
            }
          />
        </div>
      </ScrollFrame>
      {canChoose && (
        <>
          <Group justify="space-between" mt="md" gap="xs">
            <Title order={3} size="h6">
              Parallel coordinates
            </Title>
            {front.length > 0 && (
              <SegmentedControl
                size="xs"
                aria-label="Lines shown"
                data={shownLines(title)}
                value={kind}
                onChange={(next) => {
                  setLines(next);
                  setBrushes(NO_BRUSHES);
                }}
              />
            )}
          </Group>
          <ParallelPlot
            chart={chart}
            label={kind === "front" ? "Designs of the Pareto front" : `${title}, parallel coordinates`}
            height={300}
            brushes={brushes}
            selected={selected.kind === kind ? String(selected.at) : null}
            onBrush={setBrushes}
            onSelect={(key) => onSelect({ kind, at: Number(key) })}
          />
          <Text size="xs" c="dimmed" mt={4}>
            Each line is a design; pale lines are{" "}
            {kind === "front" ? "outside the limits" : "out of spec or outside the limits"}. Drag along an
            axis to keep the designs that pass there, in the table too. Click a line to see its design above.
          </Text>
        </>
      )}
    </Paper>
  );
}
