import { type Figure, plain, type Trace } from "./figure.ts";
import { axis, frame } from "./frame.ts";
import type { Palette } from "./palette.ts";

export type Calibration = {
  readonly output: string;
  /** Levels of intervals, 0 .. 1. */
  readonly expected: readonly number[];
  /** Of each, the share of validation values inside. */
  readonly observed: readonly number[];
};

const RANGE = [0, 100] as const;

/** Observed against nominal coverage of the prediction intervals; calibrated intervals lie on the diagonal. */
export function calibrationFigure({ output, expected, observed }: Calibration, palette: Palette): Figure {
  const diagonal: Trace = {
    type: "scatter",
    mode: "lines",
    x: [...RANGE],
    y: [...RANGE],
    line: { color: palette.muted, width: 1, dash: "dash" },
    hoverinfo: "skip",
  };
  const x = expected.map((level) => level * 100);
  const y = observed.map((share) => share * 100);
  const between: Trace = {
    type: "scatter",
    mode: "lines",
    x: [0, ...x, 100, 0],
    y: [0, ...y, 100, 0],
    line: { width: 0, color: palette.band },
    fill: "toself",
    fillcolor: palette.band,
    hoverinfo: "skip",
  };
  const curve: Trace = {
    type: "scatter",
    mode: "lines+markers",
    x,
    y,
    line: { color: palette.prediction, width: 2 },
    marker: { color: palette.prediction, size: 5 },
    hovertemplate: `${plain(output)}<br>Nominal %{x:.0f}%<br>Observed %{y:.1f}%<extra></extra>`,
  };
  const ticks = { tickvals: [0, 25, 50, 75, 100] };
  return {
    data: [between, diagonal, curve],
    layout: frame(palette, `calibration ${output}`, {
      xaxis: axis(palette, "Nominal coverage (%)", [0, 100], ticks),
      yaxis: axis(palette, "Observed coverage (%)", [0, 103], ticks),
      margin: { l: 56, r: 16, t: 8, b: 44 },
    }),
    summary: `Calibration curve of ${output}: the observed coverage of validation values against the nominal coverage of the intervals; calibrated intervals lie on the diagonal.`,
    readout: {
      trace: 2,
      count: x.length,
      describe: (index) => `${x[index]?.toFixed(0)}% nominal: ${y[index]?.toFixed(1)}% inside`,
    },
  };
}
