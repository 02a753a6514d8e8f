import { Group, Text } from "@mantine/core";
import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";
import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, useMemo } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { farLegend, Legend, type LegendItem, predictionLegend } from "#plots/chart/legend.tsx";
import { countNotPositive, outputCurveChart } from "#plots/figures/output-curve.ts";
import type { Palette } from "#plots/model/palette.ts";
import { createSpan, extent, growRange, limitToNearby, mergeRanges, padRange } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import { accuracyNote } from "./accuracy-text.ts";
import { logNeed, startRange } from "./axis-range.ts";
import { type Axis, chosenAxis, createAxis, placesOnAxis } from "./curves.ts";
import classes from "./emulator.module.css";
import type { EmulatorStore } from "./emulator-store.ts";
import { isAway } from "./outside-training.ts";
import type { PinnedPoint } from "./pinned-points.ts";
import { useSteadyRange } from "./use-steady-range.ts";

/** The curve of the data that a predicted curve is compared with; values as stored. */
export type ActualCurve = {
  readonly label: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
};

type PlotOptions = {
  /** Points whose curves are drawn over the emulator's answer; left out: none. */
  pinned?: readonly PinnedPoint[];
  config: Pick<JobConfig, "coordinates">;
  output: OutputDefinition;
  showUncertainties: boolean;
  /** The bounds hold the whole curve. */
  isJoint?: boolean;
  isLogarithmic: boolean;
  /** The spacing that a person chose; null: as the coordinate is spaced. */
  xScale: Axis["spacing"] | null;
  height: number;
};
type CurveProps = PlotOptions & {
  answer: OutputPrediction | undefined;
  actual: ActualCurve | null;
  /** The predictions are far from the training data. */
  isFar: boolean;
  /** The note stands beside the legend. */
  note: string;
};

const NO_VALUES: readonly number[] = [];
const NO_PINS: readonly PinnedPoint[] = [];

/** The emulator's answer for a vector output, over its coordinate. */
export function CurvePlot(props: CurveProps) {
  const { config, output, answer, actual, isFar, note, showUncertainties, isLogarithmic, xScale, height } =
    props;
  const { isJoint = false } = props;
  const { pinned = NO_PINS } = props;
  const palette = usePalette();
  const { text: unit, multiplier } = useMemo(() => shownUnit(output), [output]);
  const axis = useMemo(() => chosenAxis(config, output, xScale), [config, output, xScale]);

  const predicted = useMemo(() => {
    const shown = (values: readonly number[]) => values.map((value) => value / multiplier);
    return {
      x: placesOnAxis(axis, answer?.coordinate_values ?? NO_VALUES),
      values: shown(answer?.values ?? NO_VALUES),
      lower: shown(answer?.lower_bounds ?? NO_VALUES),
      upper: shown(answer?.upper_bounds ?? NO_VALUES),
    };
  }, [answer, axis, multiplier]);

  const shown = useMemo(
    () =>
      actual && {
        label: actual.label,
        x: placesOnAxis(axis, actual.x),
        y: actual.y.map((value) => value / multiplier),
      },
    [actual, axis, multiplier],
  );

  const overlaid = useMemo(
    () =>
      pinned.flatMap(({ name, color, outputs }) => {
        const prediction = outputs?.[output.name];
        if (prediction === undefined) return [];
        const x = placesOnAxis(axis, prediction.coordinate_values ?? NO_VALUES);
        return [{ label: name, color, x, y: prediction.values.map((value) => value / multiplier) }];
      }),
    [pinned, output, axis, multiplier],
  );

  const initial = useMemo(() => startRange(output, isLogarithmic), [output, isLogarithmic]);
  const lines = [predicted.values, shown?.y ?? NO_VALUES, ...overlaid.map(({ y }) => y)];
  const bounds = showUncertainties ? [predicted.lower, predicted.upper] : [];
  const yRange = useSteadyRange({
    initial,
    needed: isLogarithmic
      ? logNeed(lines, bounds)
      : mergeRanges(extent(...lines), limitToNearby(extent(...bounds), initial)),
    fit: (needed) => (isLogarithmic ? padRange(needed) : growRange(initial, needed)),
  });
  const along = useMemo(() => createSpan(axis.range, axis.spacing), [axis]);
  const hasEdgeMarks = isLogarithmic && lines.some((values) => countNotPositive(values) > 0);
  const name = displayName(output);
  const chart = useMemo(
    () =>
      outputCurveChart(
        {
          name,
          unit,
          coordinate: axis.label,
          coordinateUnit: axis.unit,
          predicted,
          isFar,
          along,
          yRange,
          isLogarithmic,
          showUncertainties,
          joint: isJoint ? "curve" : null,
          isLoop: axis.loop !== null,
          actual: shown,
          pinned: overlaid,
        },
        palette,
      ),
    [
      name,
      unit,
      axis,
      predicted,
      isFar,
      along,
      yRange,
      isLogarithmic,
      showUncertainties,
      isJoint,
      shown,
      overlaid,
      palette,
    ],
  );
  return (
    <div>
      <ChartPlot
        chart={chart}
        label={`${name} over ${axis.label}`}
        height={height}
        isWaiting={answer === undefined}
      />
      <Group justify="space-between" gap="4px 16px">
        <Legend
          items={curveLegend(palette, { showUncertainties, isJoint, shown, overlaid, hasEdgeMarks, isFar })}
        />
        <Text size="xs" c="dimmed" className={classes.note}>
          {note}
        </Text>
      </Group>
    </div>
  );
}

type LegendParts = Required<Pick<CurveProps, "showUncertainties" | "isFar" | "isJoint">> & {
  /** The row that the curve is compared with. */
  shown: { readonly label: string } | null;
  overlaid: readonly { readonly label: string; readonly color: string }[];
  /** Values at or below 0 are marked on a logarithmic axis. */
  hasEdgeMarks: boolean;
};

const curveLegend = (
  palette: Palette,
  { showUncertainties, isJoint, shown, overlaid, hasEdgeMarks, isFar }: LegendParts,
): LegendItem[] => [
  ...predictionLegend(palette, showUncertainties, shown?.label ?? null, "dots", isJoint ? "curve" : null),
  ...overlaid.map(({ label, color }) => ({ label, color, kind: "dashes" }) as const),
  ...(hasEdgeMarks
    ? [{ label: "At or below 0: at the lower edge", color: palette.muted, kind: "point" } as const]
    : []),
  ...(isFar ? [farLegend(palette)] : []),
];

type Props = PlotOptions & {
  store: EmulatorStore;
  /** Undefined until it is known. */
  trust: OutputTrust | undefined;
};

/** A vector output at the sliders' point, beside the row that it is compared with. */
export const OutputPlot = memo(function OutputPlot({ store, trust, ...curveProps }: Props) {
  const { config, output } = curveProps;
  const answer = store.usePrediction()?.outputs[output.name];
  const isFar = isAway(store.useOutside());
  const row = store.useDataRow();
  const actual = useMemo((): ActualCurve | null => {
    const values = row?.data[output.name];
    if (row === null || !Array.isArray(values)) return null;
    const along = row.data[createAxis(config, output).key];
    return { label: `Row ${row.row}`, x: Array.isArray(along) ? along : row.indices, y: values };
  }, [row, config, output]);
  const note = accuracyNote(trust, "curve");
  return <CurvePlot {...curveProps} answer={answer} actual={actual} isFar={isFar} note={note} />;
});
