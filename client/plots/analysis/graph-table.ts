import type { GraphFigure } from "@understudy/shared/api/graph-figure.ts";
import type { ChartTable } from "../chart/chart.ts";
import type { PointReference } from "./analysis-figure.ts";

/** The points of a graph, one a line: those of `points`, or all of them. */
export function graphTable(
  { data, layout }: GraphFigure,
  points: readonly PointReference[] | null,
): ChartTable {
  const hasCells = data.some(({ type }) => type === "heatmap");
  const [x, left] = [layout.xaxis.title.text || "x", layout.yaxis.title.text || "y"];
  // The names of the series tell which unit a value has.
  const y = layout.yaxis2 === undefined ? left : `${left}, ${layout.yaxis2.title.text || "y"}`;
  const isListed = createFilter(points);
  return {
    header: ["series", x, y, ...(hasCells ? ["value"] : [])],
    rows: data.flatMap((trace, at) =>
      trace.type === "heatmap"
        ? trace.z.flatMap((row, line) =>
            row.map((value, column) => [trace.name, trace.x[column] ?? null, trace.y[line] ?? null, value]),
          )
        : trace.x.flatMap((value, point) =>
            isListed(at, point) ? [[trace.name, value, trace.y[point] ?? null]] : [],
          ),
    ),
  };
}

function createFilter(points: readonly PointReference[] | null): (trace: number, point: number) => boolean {
  if (points === null) return () => true;
  const keys = new Set(points.map(({ trace, point }) => `${trace} ${point}`));
  return (trace, point) => keys.has(`${trace} ${point}`);
}
