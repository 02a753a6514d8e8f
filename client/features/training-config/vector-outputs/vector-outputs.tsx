import { Group, NativeSelect, Paper, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import {
  type CoordinateDefinition,
  coordinateLabel,
  displayName,
  type OutputDefinition,
} from "@understudy/shared/domain/variable.ts";
import {
  FOCUS_REGIONS_FIELD,
  formatFieldValue,
  formatOverruled,
} from "@understudy/shared/job-config/config-fields.ts";
import { drawnOver } from "@understudy/shared/job-config/derived.ts";
import { MIN_PLOT_POINTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { NO_UNIT, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useEffect, useMemo, useState } from "react";
import { call, isAbort } from "#api/call.ts";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { focusRegionsChart } from "#plots/figures/focus-regions.ts";
import { usePalette } from "#plots/use-palette.ts";
import { createDrawnAxis, placesOnAxis } from "#predictions/curves.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { OverruledList } from "#ui/overruled-list.tsx";
import { SaveStatus } from "#ui/save-status.tsx";
import { FieldMark } from "../field-marks/field-marks.tsx";
import { ImportRegions } from "./import-regions.tsx";
import { usePendingEdits } from "./pending-edits.ts";
import { RegionList } from "./region-list.tsx";
import type { Span } from "./region-rules.ts";
import { type FocusRegions, type OverruledRegions, useFocusRegions } from "./use-focus-regions.ts";
import classes from "./vector-outputs.module.css";

const ROW_INDEX = "";

type Props = {
  job: Pick<Job, "id">;
  /** The config with this person's edits, saved or not. */
  config: JobConfig;
  stored: JobConfig;
  disabled: boolean;
  onEdit: (change: JobConfigChange) => void;
};

/**
 * The range that the regions lie on: the coordinate that all vector outputs share, or else the row index of the
 * longest.
 */
function computeSpan(
  coordinate: CoordinateDefinition | undefined,
  vectors: readonly OutputDefinition[],
): Span {
  if (coordinate === undefined)
    return { min: 0, max: Math.max(1, ...vectors.map(({ length }) => length)) - 1, multiplier: 1 };
  const { min, max } = coordinate;
  const { multiplier } = shownUnit(coordinate);
  return { min: min / multiplier, max: max / multiplier, multiplier };
}

/** The coordinate and the focus regions of vector outputs. */
export function VectorOutputs(props: Props) {
  const { config } = props;
  const isCoordinate = (name: string) => config.coordinates.some((candidate) => candidate.name === name);
  const vectors = config.outputs.filter(
    ({ name, type, ignored }) => type === "Vector" && !ignored && !isCoordinate(name),
  );
  return vectors.length === 0 ? null : <VectorEditor {...props} vectors={vectors} />;
}

function VectorEditor({
  job,
  config,
  stored,
  disabled,
  onEdit,
  vectors,
}: Props & { vectors: OutputDefinition[] }) {
  const [chosenName, setChosen] = useState<string | null>(null);
  const [first] = vectors;
  const output = vectors.find(({ name }) => name === chosenName) ?? first;
  const coordinate = config.coordinates.find(({ name }) => name === config.coordinate_name);
  const unit = useMemo(() => (coordinate === undefined ? NO_UNIT : shownUnit(coordinate)), [coordinate]);
  const span = useMemo(() => computeSpan(coordinate, vectors), [coordinate, vectors]);
  const focus = useFocusRegions(job.id, { span, unit, config: stored });
  const { overruled } = focus;
  usePendingEdits(focus.settle);
  if (output === undefined) return null;
  const drawn = createDrawnAxis(config, output);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="vector-outputs">
      <Group justify="space-between" mb="xs" gap="xs" align="flex-end">
        <div>
          <Title order={2} id="vector-outputs">
            Vector outputs
          </Title>
          <Text size="sm" c="dimmed">
            Focus regions increase the resolution where the curve matters most.
            {drawn.loop !== null &&
              ` ${drawn.label} turns back, so they count the points of the curve, from 0 on.`}
          </Text>
        </div>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            label="Coordinate variable"
            disabled={disabled}
            data={[
              { value: ROW_INDEX, label: "Index" },
              ...config.coordinates.map((candidate) => ({
                value: candidate.name,
                label: coordinateLabel(candidate),
              })),
            ]}
            value={commonCoordinate(vectors) ?? ROW_INDEX}
            onChange={(event) => onEdit({ coordinate_name: event.currentTarget.value || null })}
          />
          {vectors.length > 1 && (
            <NativeSelect
              size="xs"
              label="Curves of"
              data={vectors.map((vector) => ({ value: vector.name, label: displayName(vector) }))}
              value={output.name}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
        </Group>
      </Group>
      {overruled !== null && <OverruledRegionsNote focus={focus} overruled={overruled} />}
      <div className={classes.layout}>
        {config.data_set_sizes.combined > 0 ? (
          <SampleCurves jobId={job.id} config={config} output={output} focus={focus} span={span} />
        ) : (
          <Text c="dimmed" size="sm" className={classes.none}>
            Sample curves appear here once the simulations have finished.
          </Text>
        )}
        <aside className={classes.side} aria-label="Focus regions">
          <FieldMark field={FOCUS_REGIONS_FIELD} />
          <ImportRegions jobId={job.id} disabled={disabled || focus.regions === null} onImport={focus.take} />
          {focus.failedToLoad && <ErrorBanner message={MESSAGES.loadingData} />}
          {focus.regions === null ? (
            <LoadingLines rows={3} height={30} />
          ) : (
            <RegionList focus={focus} regions={focus.regions} span={span} unit={unit} disabled={disabled} />
          )}
          <SaveStatus editor={{ state: focus.state, flush: focus.settle }} failure={MESSAGES.savingConfig} />
        </aside>
      </div>
    </Paper>
  );
}

function OverruledRegionsNote({ focus, overruled }: { focus: FocusRegions; overruled: OverruledRegions }) {
  const { edit } = overruled;
  return (
    <OverruledList
      items={[
        {
          key: "regions",
          text: formatOverruled(edit),
          action: edit.wasStored ? "Undo" : `Use ${formatFieldValue(edit.personValue)}`,
          onTake: () => focus.choose(overruled, true),
          onLeave: () => focus.choose(overruled, false),
        },
      ]}
    />
  );
}

/** The coordinate that all curves are drawn over; null where there is none, or they differ. */
function commonCoordinate(vectors: readonly OutputDefinition[]): string | null {
  const coordinates = new Set(vectors.map(drawnOver));
  const [first = null] = coordinates;
  return coordinates.size === 1 ? first : null;
}

type CurvesProps = {
  jobId: number;
  config: JobConfig;
  output: OutputDefinition;
  focus: ReturnType<typeof useFocusRegions>;
  span: Span;
};

function SampleCurves({ jobId, config, output, focus, span }: CurvesProps) {
  const palette = usePalette();
  const { curves, failed } = useSampleCurves(jobId, output, config.data_set_sizes.combined);
  const axis = useMemo(() => createDrawnAxis(config, output), [config, output]);
  const chart = useMemo(() => {
    const yUnit = shownUnit(output);
    // Regions lie on the index of a loop's points, which is not drawn.
    const regions = axis.loop === null ? (focus.regions ?? []) : [];
    return focusRegionsChart(
      {
        name: displayName(output),
        unit: yUnit.text,
        coordinate: axis.label,
        coordinateUnit: axis.unit,
        xRange: axis.loop === null ? [span.min, span.max] : axis.range,
        curves: curves.map(({ x, y }) => ({
          x: placesOnAxis(axis, x),
          y: y.map((value) => value / yUnit.multiplier),
        })),
        regions: regions.map(({ from, to, sections }) => ({
          range: [from, to],
          number_of_sections: Math.max(1, Math.round(sections)),
        })),
      },
      palette,
    );
  }, [output, axis, curves, focus.regions, span, palette]);
  return (
    <div>
      {failed && <ErrorBanner message={MESSAGES.loadingData} />}
      <ChartPlot
        chart={chart}
        label={`Sample curves of ${displayName(output)}`}
        height={360}
        isWaiting={false}
      />
    </div>
  );
}

const SAMPLE_COUNT = 8;

type SampleCurve = { readonly x: readonly number[]; readonly y: readonly number[] };

const numbers = (value: unknown): number[] | null =>
  Array.isArray(value) && value.every((number) => typeof number === "number") ? value : null;

async function readCurve(
  jobId: number,
  row: number,
  output: string,
  coordinate: string | null,
  signal: AbortSignal,
): Promise<SampleCurve> {
  const variables = coordinate === null ? [output] : [output, coordinate];
  const { data, indices } = await call("getDataRow", {
    params: { job_id: jobId, data_set: "combined", row_index: row },
    query: { options: { variables, max_points: MIN_PLOT_POINTS } },
    signal,
  });
  const x = coordinate === null ? indices : (numbers(data[coordinate]) ?? indices);
  return { x, y: numbers(data[output]) ?? [] };
}

/** The curves of a few rows, spread over the data; as stored. */
function useSampleCurves(
  jobId: number,
  { name, coordinate_name }: Pick<OutputDefinition, "name" | "coordinate_name">,
  rows: number,
): { curves: readonly SampleCurve[]; failed: boolean } {
  const [state, setState] = useState<{ curves: readonly SampleCurve[]; failed: boolean }>({
    curves: [],
    failed: false,
  });
  useEffect(() => {
    const controller = new AbortController();
    const count = Math.min(SAMPLE_COUNT, rows);
    const chosen = Array.from({ length: count }, (_, index) =>
      Math.floor((index * (rows - 1)) / Math.max(1, count - 1)),
    );
    Promise.all(chosen.map((row) => readCurve(jobId, row, name, coordinate_name, controller.signal))).then(
      // A row that does not define the output has no curve.
      (curves) => setState({ curves: curves.filter(({ y }) => y.length > 0), failed: false }),
      (thrown: unknown) => {
        if (!isAbort(thrown)) setState({ curves: [], failed: true });
      },
    );
    return () => controller.abort();
  }, [jobId, name, coordinate_name, rows]);
  return state;
}
