import type { FocusRegion } from "@understudy/shared/api/job-config.ts";
import type { Shape } from "plotly.js";
import { type Figure, hoverNumber, type Trace } from "./figure.ts";
import { frame, quantityAxis } from "./frame.ts";
import type { Palette } from "./palette.ts";
import { extent, linspace, padded, type Range } from "./ranges.ts";

export type SampleCurves = {
  readonly name: string;
  readonly unit: string;
  readonly coordinate: string;
  readonly coordinateUnit: string;
  /** Values as shown. */
  readonly xRange: Range;
  readonly curves: readonly { readonly x: readonly number[]; readonly y: readonly number[] }[];
  readonly regions: readonly FocusRegion[];
};

/** Sample curves with the focus regions and the ends of their sections. */
export function focusRegionsFigure(plot: SampleCurves, palette: Palette): Figure {
  const yRange = padded(extent(...plot.curves.map(({ y }) => y)) ?? [0, 1]);
  const data: Trace[] = plot.curves.map(({ x, y }) => ({
    type: "scatter",
    mode: "lines",
    x: [...x],
    y: [...y],
    line: { color: palette.faint, width: 1.25 },
    hoverinfo: "skip",
  }));
  const ends = plot.regions.flatMap(({ range, number_of_sections }) =>
    linspace(range[0], range[1], number_of_sections + 1),
  );
  data.push({
    type: "scatter",
    mode: "markers",
    x: ends,
    y: ends.map(() => yRange[0] + (yRange[1] - yRange[0]) * 0.02),
    marker: { color: palette.ink, size: 7, symbol: "line-ns-open", line: { width: 1 } },
    hovertemplate: `Section end ${hoverNumber("x", plot.coordinateUnit)}<extra></extra>`,
  });
  const shapes: Partial<Shape>[] = plot.regions.map(({ range }) => ({
    type: "rect",
    xref: "x",
    yref: "paper",
    x0: range[0],
    x1: range[1],
    y0: 0,
    y1: 1,
    fillcolor: palette.region,
    line: { width: 0 },
    layer: "below",
  }));
  return {
    data,
    layout: frame(palette, `regions ${plot.name}`, {
      xaxis: quantityAxis(palette, [plot.coordinate, plot.coordinateUnit], padded(plot.xRange)),
      yaxis: quantityAxis(palette, [plot.name, plot.unit], yRange),
      shapes,
    }),
    summary: `${plot.curves.length} sample curves of ${plot.name} over ${plot.coordinate}, with ${plot.regions.length} focus regions.`,
    readout: null,
  };
}
