import { Group, Table, Text } from "@mantine/core";
import { useMemo } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { Legend, predictionLegend } from "#plots/chart/legend.tsx";
import type { FieldCut } from "#plots/figures/field.ts";
import {
  cutAlongColumn,
  cutAlongRow,
  type FieldMeasures,
  measureField,
} from "#plots/figures/field-measures.ts";
import { outputCurveChart } from "#plots/figures/output-curve.ts";
import { formatPlotted } from "#plots/model/chart.ts";
import type { Range } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import classes from "#predictions/emulator.module.css";
import { NumberField } from "#ui/number-field.tsx";

/** Values as shown, row by row. */
type FieldValues = {
  readonly values: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
};

type Props = {
  name: string;
  unit: string;
  columns: number;
  field: FieldValues;
  /** The row of the data that the field is compared with. */
  actual: { readonly label: string; readonly values: readonly number[] } | null;
  /** The range of the maps' colours is that of the curves. */
  range: Range;
  cut: FieldCut;
  onCut: (cut: FieldCut) => void;
  isFar: boolean;
  showUncertainties: boolean;
  /** The bounds hold the whole map. */
  isJoint: boolean;
  /** The sliders have left the row that is compared with: to differ from it means nothing. */
  hasLeft: boolean;
};

const CUT_HEIGHT_PX = 220;

/** A field along one of its rows and one of its columns, and the figures that are derived from it. */
export function FieldCuts(props: Props) {
  const { name, columns, field, actual, cut, onCut, showUncertainties, isJoint } = props;
  const palette = usePalette();
  const rows = Math.floor(field.values.length / columns);
  const setLine = (line: keyof FieldCut, count: number) => (number: number | null) => {
    if (number !== null && number >= 1 && number <= count) onCut({ ...cut, [line]: number - 1 });
  };
  return (
    <>
      <Group gap="sm" my="xs" align="end">
        <NumberField
          size="xs"
          w={90}
          label="Row"
          aria-label={`Row of ${name} drawn as a curve`}
          {...{ min: 1, max: rows, isWhole: true }}
          value={cut.row + 1}
          onNumber={setLine("row", rows)}
        />
        <NumberField
          size="xs"
          w={90}
          label="Column"
          aria-label={`Column of ${name} drawn as a curve`}
          {...{ min: 1, max: columns, isWhole: true }}
          value={cut.column + 1}
          onNumber={setLine("column", columns)}
        />
        <Text size="xs" c="dimmed" pb={6}>
          Click on a map to choose both.
        </Text>
      </Group>
      <div className={classes.fields}>
        <CutPlot {...props} line="row" />
        <CutPlot {...props} line="column" />
      </div>
      <Legend
        items={predictionLegend(
          palette,
          showUncertainties,
          actual?.label ?? null,
          "dots",
          isJoint ? "map" : null,
        )}
      />
      <FieldFigures {...props} />
    </>
  );
}

function CutPlot(props: Props & { line: keyof FieldCut }) {
  const { name, unit, columns, field, actual, range, cut, isFar, showUncertainties, isJoint, line } = props;
  const palette = usePalette();
  const place = cut[line];
  const coordinate = line === "row" ? "Column" : "Row";
  const chart = useMemo(() => {
    const take = (values: readonly number[]) =>
      line === "row" ? cutAlongRow(values, columns, place) : cutAlongColumn(values, columns, place);
    const values = take(field.values);
    const x = values.map((_, at) => at + 1);
    return outputCurveChart(
      {
        ...{ name, unit, coordinate, coordinateUnit: "", isFar, showUncertainties },
        joint: isJoint ? "map" : null,
        predicted: { x, values, lower: take(field.lower), upper: take(field.upper) },
        along: { type: "linear", range: [1, Math.max(2, values.length)] },
        yRange: range,
        ...{ isLogarithmic: false, isLoop: false },
        actual: actual && { label: actual.label, x, y: take(actual.values) },
      },
      palette,
    );
  }, [
    name,
    unit,
    columns,
    field,
    actual,
    range,
    place,
    isFar,
    showUncertainties,
    isJoint,
    line,
    coordinate,
    palette,
  ]);
  const title = `Along ${line} ${place + 1}`;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ChartPlot
        chart={chart}
        label={`${title}: ${name} over ${coordinate.toLowerCase()}`}
        height={CUT_HEIGHT_PX}
        isWaiting={field.values.length === 0}
      />
    </div>
  );
}

/** Integral, mean and extremes, of the emulator and of the row that it is compared with. */
function FieldFigures({ name, unit, columns, field, actual, hasLeft }: Props) {
  const emulator = useMemo(() => measureField(field.values), [field]);
  const data = useMemo(() => (actual === null ? null : measureField(actual.values)), [actual]);
  if (emulator === null) return null;
  const format = (value: number) => formatPlotted(value, unit);
  const locate = (cell: number) => `row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
  const line = (
    label: string,
    read: (measures: FieldMeasures) => number,
    cell: ((measures: FieldMeasures) => number) | null,
  ) => {
    const text = (measures: FieldMeasures) =>
      `${format(read(measures))}${cell === null ? "" : ` at ${locate(cell(measures))}`}`;
    return (
      <Table.Tr key={label}>
        <Table.Th scope="row">{label}</Table.Th>
        <Table.Td>{text(emulator)}</Table.Td>
        {data !== null && <Table.Td>{text(data)}</Table.Td>}
        {data !== null && !hasLeft && <Table.Td>{format(read(emulator) - read(data))}</Table.Td>}
      </Table.Tr>
    );
  };
  return (
    <Table mt="xs" aria-label={`Figures of ${name}`} withRowBorders={false} verticalSpacing={2} w="auto">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Whole map</Table.Th>
          <Table.Th>Emulator</Table.Th>
          {actual !== null && data !== null && <Table.Th>{actual.label}</Table.Th>}
          {data !== null && !hasLeft && <Table.Th>Difference</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {line(
          "Maximum",
          ({ maximum }) => maximum.value,
          ({ maximum }) => maximum.cell,
        )}
        {line(
          "Minimum",
          ({ minimum }) => minimum.value,
          ({ minimum }) => minimum.cell,
        )}
        {line("Mean", ({ mean }) => mean, null)}
        {line("Integral (cell area 1)", ({ integral }) => integral, null)}
      </Table.Tbody>
    </Table>
  );
}
