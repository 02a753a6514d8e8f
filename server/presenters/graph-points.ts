/** Lines of a graph through as many points as one answer may hold. */
import { countGraphPoints, type GraphFigure } from "@understudy/shared/api/graph-figure.ts";
import { decimate } from "./decimate.ts";

/**
 * The figure as it is where it has at most `maximum` points. Otherwise each of its traces of points and lines gets an equal share of them and
 * keeps its peaks; cells and bars are few by construction.
 */
export function limitGraphPoints(figure: GraphFigure, maximum: number): GraphFigure {
  const { data } = figure;
  const total = data.reduce((sum, trace) => sum + countGraphPoints(trace), 0);
  if (total <= maximum) return figure;
  const share = Math.floor(maximum / data.length);
  return {
    ...figure,
    data: data.map((trace) => {
      if (trace.type !== "scatter") return trace;
      const heights = trace.y.map((value) => value ?? Number.NaN);
      const shown = decimate([heights], 0, heights.length, share);
      const pick = <Value>(values: readonly Value[]): Value[] =>
        shown.flatMap((at) => {
          const value = values[at];
          return value === undefined ? [] : [value];
        });
      return {
        ...trace,
        x: pick(trace.x),
        y: pick(trace.y),
        ...(trace.text !== undefined && { text: pick(trace.text) }),
      };
    }),
  };
}
