import type { Chart, ChartMap, LineMark, MapColors, ReadoutPart } from "../model/chart.ts";
import { formatAxisTitle, lineMark, numberAxis } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";

/** A row and a column of a field, from 0. */
export type FieldCut = { readonly row: number; readonly column: number };

export type Field = {
  /** The quantity that is drawn: `u` or `Width of the 95% bounds`. */
  readonly name: string;
  readonly unit: string;
  readonly columns: number;
  /** Row by row, the first row at the top. Values as shown. */
  readonly values: readonly number[];
  readonly range: Range;
  readonly colors: MapColors;
  /** The predictions are far from the training data. */
  readonly isFar: boolean;
  /** Describes a cell, in addition to its row and column. */
  readonly partsAt: (cell: number) => readonly ReadoutPart[];
  /** The row and the column that are drawn as curves, from 0, as lines on the map; left out: none. */
  readonly cut?: FieldCut | null;
  /** Further columns of a file, one number a cell. */
  readonly more: readonly { readonly name: string; readonly values: readonly number[] }[];
};

const edges = (count: number): number[] => Array.from({ length: count + 1 }, (_, at) => at + 0.5);

function createMap({ name, unit, columns, values, range, colors, isFar }: Field): ChartMap {
  const rows = Math.floor(values.length / columns);
  return { columns: edges(columns), rows: edges(rows), values, range, colors, name, unit, isFaded: isFar };
}

const CUT_LINE = { width: 1.25, dash: "5 3" } as const;
/** The colours of lines that are seen on all colours of a map: the middle of a difference is pale. */
const CUT_COLORS: Readonly<Record<MapColors, string>> = {
  viridis: "#ffffff",
  magma: "#ffffff",
  difference: "#212529",
};

function drawCut({ row, column }: FieldCut, { columns, colors }: Field, rows: number): LineMark[] {
  const style = { ...CUT_LINE, color: CUT_COLORS[colors] };
  return [
    lineMark({ ...style, name: "Row", x: [0.5, columns + 0.5], y: [row + 1, row + 1] }),
    lineMark({ ...style, name: "Column", x: [column + 1, column + 1], y: [0.5, rows + 0.5] }),
  ];
}

/** A vector on a grid, as a map of its values. Rows and columns are counted from 1. */
export function fieldChart(field: Field, palette: Palette): Chart {
  const { name, unit, columns, values, partsAt, more, cut = null } = field;
  const rows = Math.floor(values.length / columns);
  const column = (cell: number): number => (cell % columns) + 1;
  const row = (cell: number): number => Math.floor(cell / columns) + 1;
  const parts = (cell: number): ReadoutPart[] => [
    { label: "Row", text: String(row(cell)), color: palette.muted },
    { label: "Column", text: String(column(cell)), color: null },
    ...partsAt(cell),
  ];
  return {
    x: numberAxis("Column", "", [0.5, columns + 0.5]),
    y: numberAxis("Row", "", [Math.max(1, rows) + 0.5, 0.5]),
    zones: [],
    marks: cut === null ? [] : drawCut(cut, field, rows),
    map: createMap(field),
    revision: `field ${name} ${columns}`,
    summary: `Map of ${name}: ${rows} rows of ${columns} values.`,
    readout: {
      x: values.map((_, cell) => column(cell)),
      y: values.map((_, cell) => row(cell)),
      count: values.length,
      nearest: "both",
      columns,
      parts,
    },
    table: () => ({
      header: ["Row", "Column", formatAxisTitle(name, unit), ...more.map((extraColumn) => extraColumn.name)],
      rows: values.map((value, cell) => [
        row(cell),
        column(cell),
        value,
        ...more.map((extraColumn) => extraColumn.values[cell] ?? null),
      ]),
    }),
  };
}
