/** The distributions of some parameters and of each pair of them, as numbers to be drawn. */
import { percentText } from "@understudy/shared/number-text.ts";
import type { ChartAxis, ChartTable } from "../model/chart.ts";
import { formatAxisTitle, formatPlottedRange, numberAxis } from "../model/chart.ts";
import type { Range } from "../model/ranges.ts";

/** All values are in the units shown. */
export type CornerParameter = {
  readonly name: string;
  readonly unit: string;
  /** Names of its whole numbers; null: numbers. */
  readonly options: readonly string[] | null;
  readonly spacing: "linear" | "log";
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  /** The middle 95% and the median: marked in its histogram. */
  readonly marks: readonly number[];
};
/** Row by row of the second; by places among the parameters. */
export type CornerPair = {
  readonly first: number;
  readonly second: number;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly counts: readonly number[];
};
export type CornerChart = {
  readonly parameters: readonly CornerParameter[];
  readonly pairs: readonly CornerPair[];
};

/** Shares of the samples that lie in the densest regions, the smallest first. */
export const REGION_SHARES = [0.25, 0.5, 0.75, 0.95] as const;

export function cornerAxis({ name, unit, options, spacing, edges }: CornerParameter): ChartAxis {
  const range: Range = [edges[0] ?? 0, edges.at(-1) ?? 1];
  return numberAxis(name, unit, range, { type: spacing, categories: options });
}

/**
 * For each cell the smallest of the densest regions that it belongs to, by its place in `REGION_SHARES`, or null. On a logarithmic axis cells
 * are as dense as they look: in equal steps of the logarithm.
 */
export function findRegions(counts: readonly number[]): (number | null)[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const order = counts.map((_, cell) => cell).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
  const regions = new Array<number | null>(counts.length).fill(null);
  let before = 0;
  for (const cell of order) {
    const count = counts[cell] ?? 0;
    if (count === 0) break;
    const region = REGION_SHARES.findIndex((share) => before < share * total);
    if (region === -1) break;
    regions[cell] = region;
    before += count;
  }
  return regions;
}

type CellCorner = { readonly column: number; readonly row: number };

/**
 * The outlines of the areas that some cells make up, each a closed path of corners with the area at its left: around a hole it runs in the
 * opposite direction.
 * @param cells row by row, true where they belong to an area
 */
export function traceOutlines(cells: readonly boolean[], columns: number): CellCorner[][] {
  const ends = new Map<number, number[]>();
  const has = (column: number, row: number) =>
    column >= 0 && column < columns && cells[row * columns + column] === true;
  const addEdge = (start: number, end: number) => ends.set(start, [...(ends.get(start) ?? []), end]);
  for (const [cell] of cells.entries()) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    if (!has(column, row)) continue;
    // Corners are numbered row by row, too.
    const corner = row * (columns + 1) + column;
    const above = corner + columns + 1;
    if (!has(column, row - 1)) addEdge(corner, corner + 1);
    if (!has(column + 1, row)) addEdge(corner + 1, above + 1);
    if (!has(column, row + 1)) addEdge(above + 1, above);
    if (!has(column - 1, row)) addEdge(above, corner);
  }
  const outlines: CellCorner[][] = [];
  const locate = (corner: number) => ({
    column: corner % (columns + 1),
    row: Math.floor(corner / (columns + 1)),
  });
  for (const start of ends.keys())
    for (let next = ends.get(start)?.pop(); next !== undefined; next = ends.get(start)?.pop()) {
      const outline = [locate(start)];
      for (let at = next; at !== start; at = ends.get(at)?.pop() ?? start) outline.push(locate(at));
      outlines.push(outline);
    }
  return outlines;
}

/** Describes a cell of a pair: `width 1.2 to 1.4 µm, length 3 to 4 µm: 2.1% of the samples`. */
export function cellText(chart: CornerChart, pair: CornerPair, column: number, row: number): string {
  const [x, y] = [chart.parameters[pair.first], chart.parameters[pair.second]];
  const total = pair.counts.reduce((sum, count) => sum + count, 0);
  const count = pair.counts[row * (pair.x.length - 1) + column] ?? 0;
  return `${binText(x, pair.x, column)}, ${binText(y, pair.y, row)}: ${percent(count, total)} of the samples`;
}

/** @param countedNoun the plural noun of the counted points: `samples` */
export function barText(parameter: CornerParameter, bin: number, countedNoun: string): string {
  const total = parameter.counts.reduce((sum, count) => sum + count, 0);
  return `${binText(parameter, parameter.edges, bin)}: ${percent(parameter.counts[bin] ?? 0, total)} of the ${countedNoun}`;
}

const percent = (count: number, total: number): string => percentText(count / Math.max(1, total), 2);

function binText(parameter: CornerParameter | undefined, edges: readonly number[], bin: number): string {
  if (parameter === undefined) return "";
  const { name, unit, options } = parameter;
  const [from = 0, to = 0] = [edges[bin], edges[bin + 1]];
  if (options === null) return `${name} ${formatPlottedRange(from, to, unit)}`;
  return `${name} ${options.slice(Math.ceil(from), Math.floor(to) + 1).join(", ")}`;
}

/** The histograms and the counts of pairs, one cell a line. */
export function cornerTable({ parameters, pairs }: CornerChart): ChartTable {
  const title = (at: number) => {
    const parameter = parameters[at];
    return parameter === undefined ? "" : formatAxisTitle(parameter.name, parameter.unit);
  };
  return {
    header: ["x", "x_from", "x_to", "y", "y_from", "y_to", "samples"],
    rows: [
      ...parameters.flatMap(({ edges, counts }, at) =>
        counts.map((count, bin) => [
          title(at),
          edges[bin] ?? null,
          edges[bin + 1] ?? null,
          null,
          null,
          null,
          count,
        ]),
      ),
      ...pairs.flatMap(({ first, second, x, y, counts }) =>
        counts.map((count, cell) => {
          const [column, row] = [cell % (x.length - 1), Math.floor(cell / (x.length - 1))];
          const [left, right] = [x[column] ?? null, x[column + 1] ?? null];
          return [title(first), left, right, title(second), y[row] ?? null, y[row + 1] ?? null, count];
        }),
      ),
    ],
  };
}
