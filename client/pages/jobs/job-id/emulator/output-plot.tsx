import { Group, Text } from "@mantine/core";
import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, useMemo } from "react";
import { outputCurveFigure } from "../../../../plots/figures/output-curve.ts";
import { extent, logExtent, padded, type Range, spanOf } from "../../../../plots/figures/ranges.ts";
import { Legend, predictionLegend } from "../../../../plots/legend.tsx";
import { Plot } from "../../../../plots/plot.tsx";
import { usePalette } from "../../../../plots/use-palette.ts";
import { formatAccuracy } from "./accuracy-text.ts";
import { axisOf } from "./curves.ts";
import classes from "./emulator.module.css";
import type { EmulatorStore } from "./emulator-store.ts";
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
  height: number;
};
type CurveProps = Look & {
  answer: OutputPrediction | undefined;
  actual: ActualCurve | null;
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
  const { config, output, answer, actual, note, showUncertainties, isLogarithmic, height } = props;
  const palette = usePalette();
  const { text: unit, multiplier } = useMemo(() => shownUnit(output), [output]);
  const axis = useMemo(() => axisOf(config, output), [config, output]);

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
  const drawn = [
    predicted.values,
    shown?.y ?? NOTHING,
    ...(showUncertainties ? [predicted.lower, predicted.upper] : []),
  ];
  const yRange = useSteadyRange(initial, isLogarithmic ? logExtent(...drawn) : extent(...drawn));
  const along = useMemo(() => spanOf(axis.range, axis.spacing), [axis]);
  const name = displayName(output);
  const figure = useMemo(
    () =>
      outputCurveFigure(
        {
          name,
          unit,
          coordinate: axis.label,
          coordinateUnit: axis.unit,
          predicted,
          along,
          yRange,
          isLogarithmic,
          showUncertainties,
          actual: shown,
        },
        palette,
      ),
    [name, unit, axis, predicted, along, yRange, isLogarithmic, showUncertainties, shown, palette],
  );
  return (
    <div>
      <Plot figure={figure} label={`${name} over ${axis.label}`} height={height} />
      <Group justify="space-between" gap="4px 16px">
        <Legend items={predictionLegend(palette, showUncertainties, shown?.label ?? null, "dots")} />
        <Text size="xs" c="dimmed" className={classes.note}>
          {note}
        </Text>
      </Group>
    </div>
  );
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
  const row = store.useDataRow();
  const actual = useMemo((): ActualCurve | null => {
    const values = row?.data[output.name];
    if (row === null || !Array.isArray(values)) return null;
    const along = row.data[axisOf(config, output).key];
    return { label: `Row ${row.row}`, x: Array.isArray(along) ? along : row.indices, y: values };
  }, [row, config, output]);
  const note =
    accuracy === null ? "" : `Prediction accuracy ${formatAccuracy(accuracy)} over the whole curve`;
  return <CurvePlot {...look} answer={answer} actual={actual} note={note} />;
});
