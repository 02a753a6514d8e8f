import { Group, Text } from "@mantine/core";
import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, useMemo } from "react";
import type { MapColors } from "#plots/chart/chart.ts";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { ZoomGroup } from "#plots/chart/zoom-group.tsx";
import { fieldChart } from "#plots/figures/field.ts";
import { formatPlotted } from "#plots/figures/figure.ts";
import { withBounds } from "#plots/figures/output-curve.ts";
import { extent, growRange, mergeRanges, type Range } from "#plots/figures/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import classes from "./emulator.module.css";
import type { EmulatorStore } from "./emulator-store.ts";
import { isAway } from "./outside-training.ts";
import { useSteadyRange } from "./use-steady-range.ts";

type Props = {
  output: OutputDefinition;
  /** The number of columns of the grid. */
  columns: number;
  store: EmulatorStore;
  showUncertainties: boolean;
  height: number;
  /** The note stands beside the maps. */
  note: string;
};

/** The widths of the bounds are drawn over this share of the output's range until they are known. */
const INITIAL_WIDTH_SHARE = 0.02;
const NO_VALUES: readonly number[] = [];
const NO_DIFFERENCE: Range = [0, 1];

/** The values, bounds and widths that are drawn, in the unit shown. */
function useShownField(answer: OutputPrediction | undefined, multiplier: number) {
  return useMemo(() => {
    const shown = (values: readonly number[] = NO_VALUES) => values.map((value) => value / multiplier);
    const [values, lower, upper] = [
      shown(answer?.values),
      shown(answer?.lower_bounds),
      shown(answer?.upper_bounds),
    ];
    const widths = upper.map((high, at) => high - (lower[at] ?? Number.NaN));
    return { values, lower, upper, widths };
  }, [answer, multiplier]);
}

/**
 * A vector output that is a field on a grid, as maps: its mean, the width of its bounds, the row that it is compared with and the
 * difference. They share their zoom, and what has one scale its colours.
 */
export const FieldPlot = memo(function FieldPlot(props: Props) {
  const { output, columns, store, showUncertainties, height, note } = props;
  const answer = store.usePrediction()?.outputs[output.name];
  const isFar = isAway(store.useOutside());
  const row = store.useDataRow();
  const hasLeft = store.useHasLeftRow();
  const { text: unit, multiplier } = useMemo(() => shownUnit(output), [output]);
  const field = useShownField(answer, multiplier);
  const compared = row?.data[output.name];
  const actual = useMemo(
    () =>
      Array.isArray(compared) && compared.length === output.length
        ? compared.map((value) => value / multiplier)
        : null,
    [compared, output.length, multiplier],
  );
  const { min, max } = output;
  const outputRange: Range = useMemo(
    () => [(min ?? 0) / multiplier, (max ?? 1) / multiplier],
    [min, max, multiplier],
  );
  const range = useSteadyRange({
    initial: outputRange,
    needed: mergeRanges(extent(field.values), extent(actual ?? NO_VALUES)),
    fit: (needed) => growRange(outputRange, needed),
  });
  const initialWidths: Range = useMemo(
    () => [0, (outputRange[1] - outputRange[0]) * INITIAL_WIDTH_SHARE || 1],
    [outputRange],
  );
  const widthRange = useSteadyRange({
    initial: initialWidths,
    needed: extent(field.widths),
    fit: ([, high]) => [0, high || 1],
  });
  const difference = useMemo(
    () =>
      actual === null || hasLeft ? null : field.values.map((value, at) => value - (actual[at] ?? Number.NaN)),
    [field, actual, hasLeft],
  );
  const differenceRange = useSteadyRange({
    initial: NO_DIFFERENCE,
    needed: extent((difference ?? NO_VALUES).map(Math.abs)),
    fit: ([, high]) => [0, high || 1],
  });
  const shared = { columns, unit, height, isWaiting: answer === undefined };
  const name = displayName(output);
  return (
    <ZoomGroup key={columns}>
      <div className={classes.fields}>
        <FieldMap
          {...shared}
          title="Emulator"
          name={name}
          field={field}
          values={field.values}
          range={range}
          isFar={isFar}
        />
        {actual !== null && row !== null && (
          <FieldMap
            {...shared}
            title={`Data, row ${row.row}`}
            name={name}
            field={field}
            values={actual}
            range={range}
            isFar={false}
          />
        )}
        {difference !== null && (
          <FieldMap
            {...shared}
            title="Difference, emulator minus data"
            name="Difference"
            field={field}
            values={difference}
            range={[-differenceRange[1], differenceRange[1]]}
            isFar={false}
            colors="difference"
          />
        )}
        {showUncertainties && (
          <FieldMap
            {...shared}
            title="Width of the 95% bounds"
            name="Width"
            field={field}
            values={field.widths}
            range={widthRange}
            isFar={isFar}
            colors="magma"
          />
        )}
      </div>
      <Group justify="space-between" gap="4px 16px">
        <Text size="xs" c="dimmed">
          {isFar ? "Faded: far from the training data" : ""}
        </Text>
        <Text size="xs" c="dimmed" className={classes.note}>
          {note}
        </Text>
      </Group>
    </ZoomGroup>
  );
});

type MapProps = {
  title: string;
  name: string;
  unit: string;
  columns: number;
  field: ReturnType<typeof useShownField>;
  /** The numbers that are drawn: the means, the widths, a row, or a difference. */
  values: readonly number[];
  range: Range;
  isFar: boolean;
  /** The widths and the difference have colours that differ from those of the field itself. */
  colors?: MapColors;
  height: number;
  isWaiting: boolean;
};

const FieldMap = memo(function FieldMap(props: MapProps) {
  const {
    title,
    name,
    unit,
    columns,
    field,
    values,
    range,
    isFar,
    colors = "viridis",
    height,
    isWaiting,
  } = props;
  const palette = usePalette();
  const [low, high] = range;
  const chart = useMemo(() => {
    const { values: means, lower, upper } = field;
    const isEmulator = values === means || colors === "magma";
    return fieldChart(
      {
        name,
        unit,
        columns,
        values,
        range: [low, high],
        colors,
        isFar,
        partsAt: (cell) => {
          const bounds = [formatPlotted(lower[cell], unit), formatPlotted(upper[cell], unit)] as const;
          const value = formatPlotted(values[cell], unit);
          return [{ label: title, text: withBounds(value, isEmulator ? bounds : null), color: null }];
        },
        more: isEmulator
          ? [
              { name: "Lower bound", values: lower },
              { name: "Upper bound", values: upper },
            ]
          : [],
      },
      palette,
    );
  }, [title, name, unit, columns, field, values, low, high, isFar, colors, palette]);
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ChartPlot chart={chart} label={`${title}: ${name} as a map`} height={height} isWaiting={isWaiting} />
    </div>
  );
});
