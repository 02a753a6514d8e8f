/** Draws how often values occur: in all simulations, or along one curve. */

import { createBins } from "./bins.ts";
import { axis, type GraphDrawing } from "./figure.ts";
import type { DrawnSeries } from "./series.ts";

export function drawHistogram({ x }: DrawnSeries): GraphDrawing {
  const values = x?.values ?? [];
  const label = x?.label ?? "";
  if (x?.isText) return bars(label, countTexts(values.filter((value) => typeof value === "string")));
  const numbers = values
    .flatMap((value) => (typeof value === "object" ? Array.from(value.y) : [Number(value)]))
    .filter(Number.isFinite);
  const { edges, indexOf } = createBins(numbers);
  const counts = Array.from({ length: edges.length - 1 }, () => 0);
  for (const value of numbers) {
    const index = indexOf(value);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const middles = counts.map((_, i) => ((edges[i] ?? 0) + (edges[i + 1] ?? 0)) / 2);
  const width = counts.map((_, i) => (edges[i + 1] ?? 0) - (edges[i] ?? 0));
  return {
    data: [{ type: "bar", name: "Count", x: middles, y: counts, width }],
    axes: { xaxis: axis(label, "linear", x?.unit), yaxis: axis("Count") },
    showlegend: false,
  };
}

function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

const bars = (label: string, counts: ReadonlyMap<string, number>): GraphDrawing => ({
  data: [{ type: "bar", name: "Count", x: [...counts.keys()], y: [...counts.values()] }],
  axes: { xaxis: axis(label, "category"), yaxis: axis("Count") },
  showlegend: false,
});
