import type { Graph } from "@understudy/shared/api/simulation.ts";
import type { ChartTable } from "../chart/chart.ts";

export type ReadyGraph = Extract<Graph, { status: "ready" }>;

/** Edges of cells: as given where there is one more than cells, else halfway between the middles that are given. */
export function computeEdges(places: readonly number[], cells: number): number[] {
  if (places.length === cells + 1) return [...places];
  const [first = 0, second = first + 1] = places;
  const [last = first, before = last - 1] = [places.at(-1), places.at(-2)];
  const inner = places.slice(1).map((place, at) => (place + (places[at] ?? place)) / 2);
  return [first - (second - first) / 2, ...inner, last + (last - before) / 2];
}

/** The points of a graph, one a line. */
export function graphTable({ figure: { data, layout } }: ReadyGraph): ChartTable {
  const hasCells = data.some(({ type }) => type === "heatmap");
  const [x, left] = [layout.xaxis.title.text || "x", layout.yaxis.title.text || "y"];
  // The names of the series tell which unit a value has.
  const y = layout.yaxis2 === undefined ? left : `${left}, ${layout.yaxis2.title.text || "y"}`;
  return {
    header: ["series", x, y, ...(hasCells ? ["value"] : [])],
    rows: data.flatMap((trace) =>
      trace.type === "heatmap"
        ? trace.z.flatMap((row, line) =>
            row.map((value, column) => [trace.name, trace.x[column] ?? null, trace.y[line] ?? null, value]),
          )
        : trace.x.map((value, at) => [trace.name, value, trace.y[at] ?? null]),
    ),
  };
}
