import { type Figure, hoverNumber, plain, say, type Trace } from "./figure.ts";
import { axis, frame, quantityAxis } from "./frame.ts";
import type { Palette } from "./palette.ts";
import { extent, type Range, type Span } from "./ranges.ts";

const FLOORS = [99.999, 99.99, 99.9, 99, 95, 90, 80, 50, 0];

/** From the highest floor below all accuracies to 100, in percent; an accuracy below 0 is drawn at the edge. */
export function percentRange(percentages: ArrayLike<number>): Range {
  const low = extent(percentages)?.[0] ?? 0;
  const floor = FLOORS.find((one) => one < low) ?? 0;
  return [floor, 100 + (100 - floor) * 0.02];
}

/** The prediction accuracy of each scalar output, in percent, one line an output. */
export function accuracyFigure(
  outputs: readonly { readonly name: string; readonly percentage: number; readonly text: string }[],
  palette: Palette,
): Figure {
  const range = percentRange(outputs.map(({ percentage }) => percentage));
  const names = outputs.map(({ name }) => plain(name.length > 28 ? `${name.slice(0, 27)}…` : name));
  // Numbered positions, so that two outputs whose shortened names are the same stay apart.
  const positions = outputs.map((_, index) => index);
  const shown = outputs.map(({ percentage }) => Math.max(range[0], percentage));
  const stems: Trace = {
    type: "scatter",
    mode: "lines",
    x: shown.flatMap((value) => [range[0], value, Number.NaN]),
    y: positions.flatMap((position) => [position, position, Number.NaN]),
    line: { color: palette.faint, width: 3 },
    connectgaps: false,
    hoverinfo: "skip",
  };
  const heads: Trace = {
    type: "scatter",
    mode: "markers",
    x: shown,
    y: positions,
    marker: { color: palette.prediction, size: 11 },
    text: outputs.map(({ name, text }) => `${plain(name)}<br>${text}`),
    hovertemplate: "%{text}<extra></extra>",
  };
  return {
    data: [stems, heads],
    layout: frame(palette, "accuracy", {
      xaxis: axis(palette, "Prediction accuracy (%)", range, { exponentformat: "none" }),
      yaxis: axis(palette, "", [outputs.length - 0.5, -0.5], {
        tickvals: positions,
        ticktext: names,
        automargin: true,
        showgrid: false,
      }),
      margin: { l: 24, r: 24, t: 12, b: 48 },
    }),
    summary: `Prediction accuracy on validation rows: ${outputs.map(({ name, text }) => `${name} ${text}`).join(", ")}.`,
    readout: {
      trace: 1,
      count: outputs.length,
      describe: (index) => `${outputs[index]?.name}: ${outputs[index]?.text}`,
    },
  };
}

/** How well a vector output is predicted along its coordinate, in percent. */
export function curveAccuracyFigure(
  output: {
    name: string;
    coordinate: string;
    coordinateUnit: string;
    x: readonly number[];
    percentages: readonly (number | null)[];
  },
  along: Span,
  palette: Palette,
): Figure {
  const known = output.percentages.filter((value) => value !== null);
  const range = percentRange(known);
  return {
    data: [
      {
        type: "scatter",
        mode: "lines",
        x: [...output.x],
        y: output.percentages.map((value) => (value === null ? null : Math.max(range[0], value))),
        line: { color: palette.prediction, width: 2 },
        connectgaps: false,
        hovertemplate: `${hoverNumber("x", output.coordinateUnit)}<br>Accuracy %{y}%<extra></extra>`,
      },
    ],
    layout: frame(palette, `accuracy ${output.name}`, {
      xaxis: quantityAxis(palette, [output.coordinate, output.coordinateUnit], along.range, {
        type: along.type,
      }),
      yaxis: axis(palette, "Accuracy (%)", range, { exponentformat: "none" }),
    }),
    summary: `Prediction accuracy of ${output.name} along its coordinate: between ${Math.min(...known).toPrecision(4)}% and ${Math.max(...known).toPrecision(4)}%.`,
    readout: {
      trace: 0,
      count: output.x.length,
      describe: (index) =>
        `${say(output.x[index], output.coordinateUnit)}: ${output.percentages[index]?.toPrecision(4) ?? "no"} %`,
    },
  };
}
