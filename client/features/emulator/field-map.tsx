import { Text } from "@mantine/core";
import { memo, useMemo } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { type FieldCut, fieldChart } from "#plots/figures/field.ts";
import { withBounds } from "#plots/figures/output-curve.ts";
import type { MapColors } from "#plots/model/chart.ts";
import { formatPlotted, jointText } from "#plots/model/chart.ts";
import type { Range } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";

type MapProps = {
  title: string;
  name: string;
  unit: string;
  columns: number;
  field: Readonly<Record<"values" | "lower" | "upper", readonly number[]>>;
  /** The numbers that are drawn: the means, the widths, a row, or a difference. */
  values: readonly number[];
  range: Range;
  isFar: boolean;
  /** The bounds hold the whole map. */
  isJoint: boolean;
  /** The widths and the difference have colours that differ from those of the field itself. */
  colors?: MapColors;
  height: number;
  isWaiting: boolean;
  /** The row and the column that are drawn as curves below; null: none. */
  cut: FieldCut | null;
  onChoose: (cell: number) => void;
};

/** One map of a field, with its title. */
export const FieldMap = memo(function FieldMap(props: MapProps) {
  const {
    title,
    name,
    unit,
    columns,
    field,
    values,
    range,
    isFar,
    isJoint,
    colors = "viridis",
    height,
    isWaiting,
    cut,
    onChoose,
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
        cut,
        more: isEmulator
          ? [
              { name: `Lower bound${jointText(isJoint ? "map" : null)}`, values: lower },
              { name: `Upper bound${jointText(isJoint ? "map" : null)}`, values: upper },
            ]
          : [],
      },
      palette,
    );
  }, [title, name, unit, columns, field, values, low, high, isFar, isJoint, colors, cut, palette]);
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ChartPlot
        chart={chart}
        label={`${title}: ${name} as a map`}
        height={height}
        isWaiting={isWaiting}
        onChoose={onChoose}
      />
    </div>
  );
});
