import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import type { Shape } from "plotly.js";
import type { Curve, CurvePoint } from "./curve.ts";
import { axisTitle, type Figure, hoverNumber, plain, say, type Trace } from "./figure.ts";
import { axis, frame, quantityAxis } from "./frame.ts";
import { band } from "./output-curve.ts";
import type { Palette } from "./palette.ts";
import type { Range } from "./ranges.ts";

export type ScalarSweep = {
  readonly output: string;
  readonly unit: string;
  readonly input: string;
  readonly inputUnit: string;
  /** The answer at the values of the input, all other inputs as they are set. Values as shown. */
  readonly sweep: Curve<ScalarValue>;
  /** null: the input has categories. */
  readonly xRange: Range | null;
  /** Of the training rows; null where it is not known or has no meaning. */
  readonly trainedRange: Range | null;
  readonly yRange: Range;
  readonly showUncertainties: boolean;
  readonly current: CurvePoint<ScalarValue> | null;
  readonly actual: { readonly label: string; readonly x: ScalarValue; readonly y: number } | null;
};

const format = (value: ScalarValue | undefined, unit: string): string =>
  typeof value === "number" ? say(value, unit) : (value ?? "");

const error = (values: readonly number[], bounds: readonly number[], below: boolean): number[] =>
  values.map((value, index) => Math.max(0, ((bounds[index] ?? value) - value) * (below ? -1 : 1)));

function categories({ sweep, showUncertainties, unit }: ScalarSweep, palette: Palette): Trace[] {
  return [
    {
      type: "scatter",
      mode: "markers",
      x: sweep.x.map(String),
      y: [...sweep.values],
      marker: { color: palette.prediction, size: 8 },
      error_y: {
        type: "data",
        symmetric: false,
        array: error(sweep.values, sweep.upper, false),
        arrayminus: error(sweep.values, sweep.lower, true),
        visible: showUncertainties,
        color: palette.faint,
        thickness: 2,
        width: 5,
      },
      hovertemplate: `%{x}<br>Emulator ${hoverNumber("y", unit)}<extra></extra>`,
    },
  ];
}

function line({ sweep, showUncertainties, inputUnit, unit }: ScalarSweep, palette: Palette): Trace[] {
  const x = sweep.x.map(Number);
  const edges = band({ x, values: sweep.values, lower: sweep.lower, upper: sweep.upper }, palette);
  return [
    ...edges.map((edge) => ({ ...edge, visible: showUncertainties })),
    {
      type: "scatter",
      mode: "lines",
      x,
      y: [...sweep.values],
      line: { color: palette.prediction, width: 2 },
      hovertemplate: `${hoverNumber("x", inputUnit)}<br>Emulator ${hoverNumber("y", unit)}<extra></extra>`,
    },
  ];
}

function point(
  { inputUnit, unit }: ScalarSweep,
  { x, y }: { readonly x: ScalarValue; readonly y: number },
  color: string,
  symbol: "circle" | "circle-open",
  label: string,
): Trace {
  const place = typeof x === "number" ? hoverNumber("x", inputUnit) : "%{x}";
  return {
    type: "scatter",
    mode: "markers",
    x: [x],
    y: [y],
    marker: { color, size: 10, symbol, line: { color, width: symbol === "circle" ? 0 : 3 } },
    hovertemplate: `${place}<br>${plain(label)} ${hoverNumber("y", unit)}<extra></extra>`,
  };
}

/** Shades the plotted range outside the training data. */
function outsideShapes({ xRange, trainedRange }: ScalarSweep, palette: Palette): Partial<Shape>[] {
  if (xRange === null || trainedRange === null) return [];
  const zones: Range[] = [
    [xRange[0], Math.min(xRange[1], trainedRange[0])],
    [Math.max(xRange[0], trainedRange[1]), xRange[1]],
  ];
  return zones
    .filter(([from, to]) => to > from)
    .map(([x0, x1]) => ({
      type: "rect",
      xref: "x",
      yref: "paper",
      x0,
      x1,
      y0: 0,
      y1: 1,
      line: { width: 0 },
      fillcolor: palette.outside,
      layer: "below",
    }));
}

/** A scalar output over one input, with the slider's position and the compared row. */
export function scalarSweepFigure(plot: ScalarSweep, palette: Palette): Figure {
  const traces = plot.xRange === null ? categories(plot, palette) : line(plot, palette);
  const drawn = traces.length - 1;
  if (plot.current !== null) traces.push(point(plot, plot.current, palette.prediction, "circle", "Emulator"));
  if (plot.actual !== null)
    traces.push(point(plot, plot.actual, palette.actual, "circle-open", plot.actual.label));
  const { inputUnit, unit } = plot;
  const title = axisTitle(plot.input, inputUnit);
  return {
    data: traces,
    layout: frame(palette, `sweep ${plot.input} ${plot.output}`, {
      xaxis:
        plot.xRange === null
          ? axis(palette, title, [-0.5, plot.sweep.x.length - 0.5], { type: "category" })
          : quantityAxis(palette, [plot.input, plot.inputUnit], plot.xRange),
      yaxis: quantityAxis(palette, [plot.output, unit], plot.yRange),
      shapes: outsideShapes(plot, palette),
    }),
    summary: `${plot.output} over ${plot.input}${plot.current === null ? "" : `; at ${format(plot.current.x, inputUnit)} it is ${format(plot.current.y, unit)}, between ${format(plot.current.lower, unit)} and ${format(plot.current.upper, unit)}`}.`,
    readout: {
      trace: drawn,
      count: plot.sweep.x.length,
      describe: (index) =>
        `${plot.input} ${format(plot.sweep.x[index], inputUnit)}: ${format(plot.sweep.values[index], unit)}${
          plot.showUncertainties
            ? `, from ${format(plot.sweep.lower[index], unit)} to ${format(plot.sweep.upper[index], unit)}`
            : ""
        }`,
    },
  };
}
