import { Group, Text } from "@mantine/core";
import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, useMemo } from "react";
import { ChartPlot } from "../../../../plots/chart/chart-plot.tsx";
import { outputCurveChart } from "../../../../plots/figures/output-curve.ts";
import {
  extent,
  grown,
  joined,
  logExtent,
  nearby,
  padded,
  type Range,
  spanOf,
} from "../../../../plots/figures/ranges.ts";
import { farLegend, Legend, predictionLegend } from "../../../../plots/legend.tsx";
import { usePalette } from "../../../../plots/use-palette.ts";
import { accuracyNote } from "./accuracy-text.ts";
import { type Axis, axisOf, chosenAxis } from "./curves.ts";
import classes from "./emulator.module.css";
import type { EmulatorStore } from "./emulator-store.ts";
import { isAway } from "./outside-training.ts";
import { useSteadyRange } from "./use-steady-range.ts";

/** What a curve is compared with; values as stored. */
export type ActualCurve = {
  readonly label: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
};

type Look = {
  config: Pick<JobConfig, "coordinates">;
  output: OutputDefinition;
  showUncertainties: boolean;
  isLogarithmic: boolean;
  /** As a person chose it; null: as the coordinate is spaced. */
  xScale: Axis["spacing"] | null;
  height: number;
};
type CurveProps = Look & {
  answer: OutputPrediction | undefined;
  actual: ActualCurve | null;
  /** The predictions are far from the training data. */
  isFar: boolean;
  /** Beside the legend. */
  note: string;
};

const NOTHING: readonly number[] = [];

/** The initial range of the axis, from the data; a logarithmic one starts with the three highest decades. */
function startRange(output: OutputDefinition, isLogarithmic: boolean): Range {
  const { min, max } = output;
  const { multiplier } = shownUnit(output);
  const [low, high] = [(min ?? 0) / multiplier, (max ?? 1) / multiplier];
  if (!isLogarithmic) return padded([low, high]);
  const top = high > 0 ? Math.log10(high) : 0;
  return [top - 3, top + 0.2];
}

/** The emulator's answer for a vector output, over its coordinate. */
export function CurvePlot(props: CurveProps) {
  const { config, output, answer, actual, isFar, note, showUncertainties, isLogarithmic, xScale, height } =
    props;
  const palette = usePalette();
  const { text: unit, multiplier } = useMemo(() => shownUnit(output), [output]);
  const axis = useMemo(() => chosenAxis(config, output, xScale), [config, output, xScale]);

  const predicted = useMemo(() => {
    const shown = (values: readonly number[]) => values.map((value) => value / multiplier);
    return {
      x: (answer?.coordinate_values ?? NOTHING).map((value) => value / axis.multiplier),
      values: shown(answer?.values ?? NOTHING),
      lower: shown(answer?.lower_bounds ?? NOTHING),
      upper: shown(answer?.upper_bounds ?? NOTHING),
    };
  }, [answer, axis, multiplier]);

  const shown = useMemo(
    () =>
      actual && {
        label: actual.label,
        x: actual.x.map((value) => value / axis.multiplier),
        y: actual.y.map((value) => value / multiplier),
      },
    [actual, axis, multiplier],
  );

  const initial = useMemo(() => startRange(output, isLogarithmic), [output, isLogarithmic]);
  const lines = [predicted.values, shown?.y ?? NOTHING];
  const bounds = showUncertainties ? [predicted.lower, predicted.upper] : [];
  const yRange = useSteadyRange({
    initial,
    needed: isLogarithmic
      ? logNeed(lines, bounds)
      : joined(extent(...lines), nearby(extent(...bounds), initial)),
    fit: (needed) => (isLogarithmic ? padded(needed) : grown(initial, needed)),
  });
  const along = useMemo(() => spanOf(axis.range, axis.spacing), [axis]);
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
          actual: shown,
        },
        palette,
      ),
    [name, unit, axis, predicted, isFar, along, yRange, isLogarithmic, showUncertainties, shown, palette],
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
          items={[
            ...predictionLegend(palette, showUncertainties, shown?.label ?? null, "dots"),
            ...(isFar ? [farLegend(palette)] : []),
          ]}
        />
        <Text size="xs" c="dimmed" className={classes.note}>
          {note}
        </Text>
      </Group>
    </div>
  );
}

/** Bounds reach as far below a curve on a logarithmic axis as there is room; the curve itself is seen whole. */
const BOUNDS_DECADES = 1;

/** In exponents of ten. */
function logNeed(
  lines: readonly (readonly number[])[],
  bounds: readonly (readonly number[])[],
): Range | null {
  const line = logExtent(...lines);
  const all = logExtent(...lines, ...bounds);
  if (line === null || all === null) return line;
  return [Math.max(all[0], line[0] - BOUNDS_DECADES), Math.min(all[1], line[1] + BOUNDS_DECADES)];
}

type Props = Look & {
  store: EmulatorStore;
  /** On validation rows; null until it is known. */
  accuracy: number | null;
};

/** A vector output at the sliders' point, beside the row that it is compared with. */
export const OutputPlot = memo(function OutputPlot({ store, accuracy, ...look }: Props) {
  const { config, output } = look;
  const answer = store.usePrediction()?.outputs[output.name];
  const isFar = isAway(store.useOutside());
  const row = store.useDataRow();
  const actual = useMemo((): ActualCurve | null => {
    const values = row?.data[output.name];
    if (row === null || !Array.isArray(values)) return null;
    const along = row.data[axisOf(config, output).key];
    return { label: `Row ${row.row}`, x: Array.isArray(along) ? along : row.indices, y: values };
  }, [row, config, output]);
  const note = accuracyNote(accuracy, "curve");
  return <CurvePlot {...look} answer={answer} actual={actual} isFar={isFar} note={note} />;
});
