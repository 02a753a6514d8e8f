import { NativeSelect, Text } from "@mantine/core";
import type { OutputHeatmap } from "@understudy/shared/api/data-distribution.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { exactShownValue } from "@understudy/shared/quantities/shown-unit.ts";
import { leftOutText } from "@understudy/shared/texts/log-scale-text.ts";
import { useCallback, useMemo } from "react";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { AnalysisChart } from "#plots/analysis/analysis-plot.tsx";
import { outputHeatmapChart } from "#plots/figures/output-heatmap.ts";
import { usePalette } from "#plots/use-palette.ts";
import type { Choices } from "#predictions/use-choices.ts";
import { Card } from "#ui/cards/card.tsx";
import { ErrorBanner } from "#ui/load-states.tsx";
import { type AxisChoice, axisChoices, canBePaired, heatmapAxes } from "./heatmap-axes.ts";
import { useSeen } from "./use-seen.ts";

const PLOT_HEIGHT_PX = 360;

type Props = {
  jobId: number;
  config: JobConfig;
  choices: Choices;
  choose: (change: Partial<Choices>) => void;
};

/** The distribution of all rows over two columns that can be chosen. */
export function Heatmap({ jobId, config, choices, choose }: Props) {
  const { ref, isSeen } = useSeen();
  const columns = useMemo(() => axisChoices(config), [config]);
  const findCoordinate = (output: string) =>
    config.outputs.find(({ name }) => name === output)?.coordinate_name ?? null;
  const axes = heatmapAxes(columns, findCoordinate, { x: choices.heatX, y: choices.heatY });
  if (axes === null) return null;
  const [x, y] = axes;
  return (
    <Card
      name="distribution"
      title="Output sample distribution"
      tools={
        <>
          <AxisSelect
            label="Vertical axis of the heatmap"
            columns={columns}
            value={y}
            onChange={(heatY) => choose({ heatX: x.name, heatY })}
          />
          <Text size="sm" c="dimmed">
            over
          </Text>
          <AxisSelect
            label="Horizontal axis of the heatmap"
            columns={columns.filter((column) => canBePaired(column, y))}
            value={x}
            onChange={(heatX) => choose({ heatX, heatY: y.name })}
          />
        </>
      }
    >
      <div ref={ref}>
        <Cells key={`${x.name} ${y.name}`} jobId={jobId} x={x} y={y} isSeen={isSeen} />
      </div>
    </Card>
  );
}

const COLUMN_GROUPS = ["Outputs", "Parameters", "Coordinates"] as const;

type SelectProps = {
  label: string;
  columns: readonly AxisChoice[];
  value: AxisChoice;
  onChange: (name: string) => void;
};

function AxisSelect({ label, columns, value, onChange }: SelectProps) {
  const data = COLUMN_GROUPS.map((group) => ({
    group,
    items: columns
      .filter((column) => column.group === group)
      .map(({ name, label: text }) => ({ value: name, label: text })),
  })).filter(({ items }) => items.length > 0);
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={data}
      value={value.name}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type CellsProps = { jobId: number; x: AxisChoice; y: AxisChoice; isSeen: boolean };

function Cells({ jobId, x, y, isSeen }: CellsProps) {
  const palette = usePalette();
  const version = useEmulatorVersion(jobId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer emulator may have been trained on more rows
  const load = useCallback(
    async (signal: AbortSignal) =>
      isSeen
        ? await call("getOutputHeatmap", {
            params: { job_id: jobId },
            query: { x_axis: x.name, y_axis: y.name },
            signal,
          })
        : null,
    [jobId, x.name, y.name, isSeen, version],
  );
  const { value, failure, reload } = useQuery(load);
  const chart = useMemo(
    () => (value === null ? null : outputHeatmapChart(createHeatmap(value, x, y), palette)),
    [value, x, y, palette],
  );
  if (failure !== null && chart === null)
    return <ErrorBanner message={MESSAGES.loadingData} onRetry={reload} />;
  return (
    <>
      <AnalysisChart
        chart={chart ?? outputHeatmapChart(EMPTY_HEATMAP, palette)}
        label={`Heatmap of ${y.label} over ${x.label}`}
        height={PLOT_HEIGHT_PX}
        isWaiting={chart === null}
      />
      <Text size="xs" c="dimmed" mt={4} mih={18}>
        {value === null ? "" : countedText(value)}
      </Text>
    </>
  );
}

const EMPTY_AXIS = { name: "", unit: "", spacing: "linear", options: null, edges: [0, 1] } as const;
const EMPTY_HEATMAP = { x: EMPTY_AXIS, y: EMPTY_AXIS, counts: [], countedNoun: "rows" };

function createHeatmap(heatmap: OutputHeatmap, x: AxisChoice, y: AxisChoice) {
  const axis = ({ label, unit }: AxisChoice, { options, spacing, edges }: OutputHeatmap["x"]) => ({
    name: label,
    unit: options === null ? unit.text : "",
    spacing,
    options,
    edges: options === null ? edges.map((edge) => exactShownValue(edge, unit)) : edges,
  });
  const countedNoun = isOneARow(heatmap) ? "rows" : "values";
  return { x: axis(x, heatmap.x), y: axis(y, heatmap.y), counts: heatmap.counts, countedNoun };
}

const isOneARow = ({ rows, points, left_out, undefined_points }: OutputHeatmap): boolean =>
  points + left_out + undefined_points === rows;

function countedText(heatmap: OutputHeatmap): string {
  const { rows, points, left_out, undefined_points } = heatmap;
  const noun = isOneARow(heatmap) ? "row" : "value";
  const counts = isOneARow(heatmap)
    ? `The colour of a cell is how many of ${countText(points)} rows lie in it, training and validation rows alike.`
    : `The colour of a cell is how many of ${countText(points)} values lie in it: those of the curves of ${countText(rows)} rows.`;
  const sentences = [
    counts,
    ...(undefined_points === 0
      ? []
      : [
          `${counted(undefined_points, "value")} ${undefined_points === 1 ? "is" : "are"} missing in the data.`,
        ]),
    ...(left_out === 0 ? [] : [leftOutText(left_out, noun)]),
  ];
  return sentences.join(" ");
}
