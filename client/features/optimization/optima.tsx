import { Group, Paper, SegmentedControl, Text, Title } from "@mantine/core";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { useMemo, useState } from "react";
import classes from "#designs/optimization.module.css";
import type { Looks } from "#designs/quantities.ts";
import type { Selected } from "#designs/shown-designs.ts";
import simulationClasses from "#designs/simulations.module.css";
import type { ParallelDesigns } from "#plots/analysis/parallel-coordinates.ts";
import { ParallelPlot } from "#plots/analysis/parallel-plot.tsx";
import { isFeasible } from "#plots/analysis/pareto-front.ts";
import { usePalette } from "#plots/use-palette.ts";
import type { DesignSelection } from "#selection/use-design-selection.ts";
import { DataTable } from "#ui/data-table.tsx";
import { DownloadChoice } from "#ui/download-choice.tsx";
import { saveFile } from "#ui/save-file.ts";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import { optimaColumns as tableColumns } from "./optima-columns.tsx";
import { optimaCsv } from "./optima-csv.ts";

type Props = {
  optimization: Optimization;
  looks: Looks | null;
  front: Optimization["front"];
  /** Those that are selected in any plot or table, of each kind. */
  selections: Readonly<Record<Selected["kind"], DesignSelection>>;
  selected: Selected;
  onSelect: (selected: Selected) => void;
};

const SELECT_WIDTH_PX = 36;
const NO_DESIGNS: ReadonlySet<number> = new Set();

const shownLines = (title: string) => [
  { value: "maximum" as const, label: title },
  { value: "front" as const, label: "Pareto front" },
];

/** The distinct local optima, or the best designs of different kinds, in a table, and as lines whose brushes filter it. */
export function Optima({ optimization, looks, front, selections, selected, onSelect }: Props) {
  const palette = usePalette();
  const { maxima } = optimization;
  const [shownKind, showKind] = useState<Selected["kind"]>("maximum");
  const kind = front.length === 0 ? "maximum" : shownKind;
  const { columns: axes, brushes, brush, ...selection } = selections[kind];
  const { select, selected: selectedOptima } = selections.maximum;
  const chosen = selected.kind === kind ? selected.at : null;
  const count = kind === "front" ? front.length : maxima.length;
  const designs = useMemo(
    (): ParallelDesigns => ({
      columns: axes,
      count,
      noun: kind === "front" ? "Front design" : "Design",
      getColor: () => palette.prediction,
      isPale: (at) => {
        if (kind === "front") return front[at] !== undefined && !isFeasible(front[at]);
        return maxima[at]?.in_spec === false || maxima[at]?.violation !== 0;
      },
      // The designs of the front have several goals, and are listed along it.
      getScore: (at) => (kind === "front" ? at : (maxima[at]?.score ?? null)),
      selection: selection.selected,
      chosen,
    }),
    [axes, count, kind, front, maxima, palette, selection.selected, chosen],
  );
  const rows = maxima.map((design, rank) => ({ rank, design }));
  const columns = tableColumns(rows, looks, (at) => onSelect({ kind: "maximum", at }));
  const width = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  const canChoose = count > 1;
  const title = optimization.is_simulated ? "Best designs" : "Local optima";

  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="local-optima">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="local-optima">
          {title}
        </Title>
        <DownloadChoice
          label="Download table"
          file={{
            save: (isShown) =>
              saveFile(
                optimization.is_simulated ? "best-designs.csv" : "local-optima.csv",
                "text/csv",
                optimaCsv(rows, isShown ? looks : null),
              ),
          }}
        />
      </Group>
      {optimization.is_simulated && (
        <Text size="xs" c="dimmed" mb={6}>
          Each differs from every better one by a tenth of a range or more, or in an option.
        </Text>
      )}
      <ScrollFrame
        label={`Table of ${title.toLowerCase()}`}
        className={`${simulationClasses.frame} ${classes.frame}`}
        data-selectable
      >
        <div style={{ minWidth: SELECT_WIDTH_PX + width }}>
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            id={({ rank }) => rank}
            sort={{ by: "score", order: "descending" }}
            onSort={() => undefined}
            selection={{
              selected: selectedOptima ?? NO_DESIGNS,
              onChange: (designs) => select(designs.size === 0 ? null : designs),
              canSelect: () => true,
              label: ({ rank }) => `design ${rank + 1}`,
            }}
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
                onChange={showKind}
              />
            )}
          </Group>
          <ParallelPlot
            designs={designs}
            label={kind === "front" ? "Designs of the Pareto front" : `${title}, parallel coordinates`}
            height={330}
            brushes={brushes}
            onBrush={brush}
            onChoose={(at) => onSelect({ kind, at })}
          />
          <Text size="xs" c="dimmed" mt={4}>
            Each line is a design; pale lines are{" "}
            {kind === "front" ? "outside the limits" : "out of spec or outside the limits"}. Drag along an
            axis to select the designs that pass there; drag its name to move it. Click a line to see its
            design above.
          </Text>
        </>
      )}
    </Paper>
  );
}
