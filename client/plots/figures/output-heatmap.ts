/** The number of data points over two axes, as a map of cells. */
import { countText, percentText } from "@understudy/shared/number-text.ts";
import type { Chart, ChartAxis } from "../model/chart.ts";
import { formatAxisTitle, formatPlottedRange, numberAxis } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";

export type HeatmapAxis = {
  readonly name: string;
  readonly unit: string;
  readonly spacing: "linear" | "log";
  /** Names of the whole numbers; null: numbers. */
  readonly options: readonly string[] | null;
  /** The edges are in the unit shown; there is one more than bins. */
  readonly edges: readonly number[];
};
export type Heatmap = {
  readonly x: HeatmapAxis;
  readonly y: HeatmapAxis;
  /** Row by row of `y`. */
  readonly counts: readonly number[];
  /** The plural noun of the counted points: `rows`, or `values` of curves. */
  readonly countedNoun: string;
};

const createAxis = ({ name, unit, spacing, options, edges }: HeatmapAxis): ChartAxis =>
  numberAxis(name, unit, [edges[0] ?? 0, edges.at(-1) ?? 1], { type: spacing, categories: options });

const computeMiddle = ({ edges, spacing }: HeatmapAxis, bin: number): number => {
  const [low = 0, high = 0] = [edges[bin], edges[bin + 1]];
  return spacing === "log" ? Math.sqrt(low * high) : (low + high) / 2;
};

function binText({ unit, options, edges }: HeatmapAxis, bin: number): string {
  const [low = 0, high = 0] = [edges[bin], edges[bin + 1]];
  if (options === null) return formatPlottedRange(low, high, unit);
  return options.slice(Math.ceil(low), Math.floor(high) + 1).join(", ");
}

/** Empty cells have no colour. */
export function outputHeatmapChart({ x, y, counts, countedNoun }: Heatmap, palette: Palette): Chart {
  const columns = Math.max(1, x.edges.length - 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [column, row] = [(cell: number) => cell % columns, (cell: number) => Math.floor(cell / columns)];
  const parts = (cell: number) => [
    { label: x.name, text: binText(x, column(cell)), color: palette.muted },
    { label: y.name, text: binText(y, row(cell)), color: null },
    { label: "", text: shareText(counts[cell] ?? 0, total, countedNoun), color: null },
  ];
  const densest = counts.reduce((most, count, cell) => (count > (counts[most] ?? 0) ? cell : most), 0);
  return {
    x: createAxis(x),
    y: createAxis(y),
    zones: [],
    marks: [],
    map: {
      columns: x.edges,
      rows: y.edges,
      values: counts.map((count) => (count === 0 ? null : count)),
      range: [0, Math.max(1, ...counts)],
      colors: "viridis",
      name: countedNoun,
      unit: "",
      isFaded: false,
    },
    revision: `heatmap ${x.name} ${y.name}`,
    summary: `${total} ${countedNoun} over ${x.name} and ${y.name}. Most of them, ${counts[densest] ?? 0}, lie at ${x.name} ${binText(x, column(densest))} and ${y.name} ${binText(y, row(densest))}.`,
    readout: {
      x: counts.map((_, cell) => computeMiddle(x, column(cell))),
      y: counts.map((_, cell) => computeMiddle(y, row(cell))),
      count: counts.length,
      nearest: "both",
      columns,
      parts,
    },
    table: () => {
      const [across, up] = [formatAxisTitle(x.name, x.unit), formatAxisTitle(y.name, y.unit)];
      return {
        header: [`${across} from`, `${across} to`, `${up} from`, `${up} to`, countedNoun],
        rows: counts.map((count, cell) => [
          x.edges[column(cell)] ?? null,
          x.edges[column(cell) + 1] ?? null,
          y.edges[row(cell)] ?? null,
          y.edges[row(cell) + 1] ?? null,
          count,
        ]),
      };
    },
  };
}

const shareText = (count: number, total: number, countedNoun: string): string =>
  `${countText(count)} ${countedNoun} (${percentText(count / Math.max(1, total), 2)})`;
