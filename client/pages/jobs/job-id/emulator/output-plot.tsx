import { Group, Text } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { memo, useMemo } from "react";
import { outputCurveFigure } from "../../../../plots/figures/output-curve.ts";
import { extent, logExtent, padded, type Range } from "../../../../plots/figures/ranges.ts";
import { Legend, predictionLegend } from "../../../../plots/legend.tsx";
import { Plot } from "../../../../plots/plot.tsx";
import { usePalette } from "../../../../plots/use-palette.ts";
import { formatAccuracy } from "./accuracy-text.ts";
import { axisOf } from "./curves.ts";
import classes from "./emulator.module.css";
import type { EmulatorSession } from "./session.ts";
import { useSteadyRange } from "./use-steady-range.ts";

type Props = {
  config: JobConfig;
  output: OutputDefinition;
  /** On validation rows; null until it is known. */
  accuracy: number | null;
  session: EmulatorSession;
  showUncertainties: boolean;
  isLogarithmic: boolean;
  height: number;
};

const NOTHING: readonly number[] = [];

/** What the data's range asks of the axis; a logarithmic one starts with the three highest decades. */
function startRange({ min, max, multiplier }: OutputDefinition, isLogarithmic: boolean): Range {
  const [low, high] = [(min ?? 0) / multiplier, (max ?? 1) / multiplier];
  if (!isLogarithmic) return padded([low, high]);
  const top = high > 0 ? Math.log10(high) : 0;
  return [top - 3, top + 0.2];
}

/** A vector output at the sliders' point, over its coordinate. */
export const OutputPlot = memo(function OutputPlot(props: Props) {
  const { config, output, accuracy, session, showUncertainties, isLogarithmic, height } = props;
  const palette = usePalette();
  const answer = session.usePrediction()?.outputs[output.name];
  const row = session.useDataRow();
  const { multiplier } = output;
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

  const actual = useMemo(() => {
    const values = row?.data[output.name];
    if (row === null || !Array.isArray(values)) return null;
    const along = row.data[axis.key];
    const x: readonly number[] = Array.isArray(along) ? along : row.indices;
    return {
      label: `Row ${row.row}`,
      x: x.map((value) => value / axis.multiplier),
      y: values.map((value) => value / multiplier),
    };
  }, [row, output.name, axis, multiplier]);

  const initial = useMemo(() => startRange(output, isLogarithmic), [output, isLogarithmic]);
  const drawn = [
    predicted.values,
    actual?.y ?? NOTHING,
    ...(showUncertainties ? [predicted.lower, predicted.upper] : []),
  ];
  const yRange = useSteadyRange(initial, isLogarithmic ? logExtent(...drawn) : extent(...drawn));
  const xRange = useMemo(() => padded(axis.range), [axis]);
  const name = displayName(output);
  const figure = useMemo(
    () =>
      outputCurveFigure(
        {
          name,
          unit: output.unit,
          coordinate: axis.label,
          coordinateUnit: axis.unit,
          predicted,
          xRange,
          yRange,
          isLogarithmic,
          showUncertainties,
          actual,
        },
        palette,
      ),
    [name, output.unit, axis, predicted, xRange, yRange, isLogarithmic, showUncertainties, actual, palette],
  );
  return (
    <div>
      <Plot figure={figure} label={`${name} over ${axis.label}`} height={height} />
      <Group justify="space-between" gap="4px 16px">
        <Legend items={predictionLegend(palette, showUncertainties, actual?.label ?? null)} />
        <Text size="xs" c="dimmed" className={classes.note}>
          {accuracy !== null && `Prediction accuracy ${formatAccuracy(accuracy)} over the whole curve`}
        </Text>
      </Group>
    </div>
  );
});
