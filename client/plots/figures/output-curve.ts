import type { Curve } from "./curve.ts";
import { type Figure, hoverNumber, say, type Trace } from "./figure.ts";
import { frame, quantityAxis } from "./frame.ts";
import type { Palette } from "./palette.ts";
import type { Range, Span } from "./ranges.ts";

/** Values as they are shown: already divided by their multipliers. */
export type OutputCurve = {
  readonly name: string;
  readonly unit: string;
  readonly coordinate: string;
  readonly coordinateUnit: string;
  readonly predicted: Curve;
  readonly along: Span;
  /** On a logarithmic axis: exponents of ten. */
  readonly yRange: Range;
  readonly isLogarithmic: boolean;
  readonly showUncertainties: boolean;
  /** A row of the data, or null when there is none to compare with. */
  readonly actual: {
    readonly label: string;
    readonly x: readonly number[];
    readonly y: readonly number[];
  } | null;
};

/** The 95% band as two traces: the lower edge, and the upper one filled down to it. */
export function band(curve: Curve, palette: Palette): Trace[] {
  const edge: Trace = {
    type: "scatter",
    mode: "lines",
    x: [...curve.x],
    line: { color: palette.band, width: 0 },
    hoverinfo: "skip",
  };
  return [
    { ...edge, y: [...curve.lower], name: "Lower bound" },
    { ...edge, y: [...curve.upper], name: "Upper bound", fill: "tonexty", fillcolor: palette.band },
  ];
}

/** Few points are shown as points as well: a curve through 21 values is not 21 values. */
const MARKERS_UP_TO = 40;

/** A vector output over its coordinate: the emulator's answer with its band, and the row it is compared with. */
export function outputCurveFigure(plot: OutputCurve, palette: Palette): Figure {
  const { predicted, actual, unit, coordinateUnit } = plot;
  const [x, y] = [hoverNumber("x", coordinateUnit), hoverNumber("y", unit)];
  // The band's traces are always there, so that showing it never changes which trace is which.
  const data: Trace[] = band(predicted, palette).map((edge) => ({
    ...edge,
    visible: plot.showUncertainties,
  }));
  data.push({
    type: "scatter",
    mode: "lines",
    x: [...predicted.x],
    y: [...predicted.values],
    line: { color: palette.prediction, width: 2 },
    name: "Emulator",
    hovertemplate: `${x}<br>Emulator ${y}<extra></extra>`,
  });
  if (actual !== null)
    data.push({
      type: "scatter",
      mode: actual.x.length <= MARKERS_UP_TO ? "lines+markers" : "lines",
      x: [...actual.x],
      y: [...actual.y],
      line: { color: palette.actual, width: 1.5, dash: "dot" },
      marker: { color: palette.actual, size: 6, symbol: "circle-open" },
      name: actual.label,
      hovertemplate: `${x}<br>Data ${y}<extra></extra>`,
    });
  return {
    data,
    layout: frame(palette, "output", {
      xaxis: quantityAxis(palette, [plot.coordinate, coordinateUnit], plot.along.range, {
        type: plot.along.type,
      }),
      yaxis: quantityAxis(
        palette,
        [plot.name, unit],
        plot.yRange,
        plot.isLogarithmic ? { type: "log", exponentformat: "e" } : {},
      ),
    }),
    summary: `${plot.name} over ${plot.coordinate}, ${predicted.x.length} points${plot.showUncertainties ? " with 95% bounds" : ""}${actual === null ? "" : `, compared with ${actual.label}`}.`,
    readout: {
      trace: 2,
      count: predicted.x.length,
      describe: (point) => {
        const bounds = plot.showUncertainties
          ? `, from ${say(predicted.lower[point], unit)} to ${say(predicted.upper[point], unit)}`
          : "";
        return `${plot.coordinate} ${say(predicted.x[point], coordinateUnit)}: ${say(predicted.values[point], unit)}${bounds}`;
      },
    },
  };
}
