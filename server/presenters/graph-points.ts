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
      const shown = thinLine(trace.y, share);
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
        ...(trace.customdata !== undefined && { customdata: pick(trace.customdata) }),
      };
    }),
  };
}

/** At most `maximum` positions of a line: its peaks, and where it has gaps, one position of each as far as they are not too many. */
function thinLine(heights: readonly (number | null)[], maximum: number): number[] {
  const gaps = [...heights.keys()].filter((at) => heights[at] === null && heights[at - 1] !== null);
  const keptGaps = gaps.length <= maximum / 2 ? gaps : [];
  const values = heights.map((value) => value ?? Number.NaN);
  const peaks = decimate([values], 0, values.length, maximum - keptGaps.length);
  return [...new Set([...peaks, ...keptGaps])].sort((a, b) => a - b);
}
