import type { RunRound } from "@understudy/shared/api/run.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { type Figure, plain, type Trace } from "./figure.ts";
import { axis, frame } from "./frame.ts";
import { accuracyText, marks, missing, ROOM } from "./learning-curve.ts";
import type { Palette } from "./palette.ts";
import { extent, logExtent, padded } from "./ranges.ts";

/** An output's coefficients of determination by number of training simulations. */
export type RoundLine = {
  readonly label: string;
  readonly color: string;
  readonly simulations: readonly number[];
  readonly coefficients: readonly number[];
};

/** One line per output, in the order of `outputs`; only the least accurate ones, as many as there are colours. */
export function runRoundLines(
  rounds: readonly RunRound[],
  outputs: readonly { name: string; display: string }[],
  palette: Palette,
): RoundLine[] {
  const last = rounds.at(-1)?.coefficients_of_determination ?? {};
  const shown = Object.keys(last)
    .sort((a, b) => (last[a] ?? 0) - (last[b] ?? 0))
    .slice(0, palette.series.length);
  const order = outputs.map(({ name }) => name);
  return shown
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name, index) => {
      const output = outputs.find((one) => one.name === name);
      const known = rounds.flatMap(({ simulations, coefficients_of_determination }) => {
        const coefficient = coefficients_of_determination[name];
        return coefficient === undefined ? [] : [{ simulations, coefficient }];
      });
      return {
        label: output === undefined ? name : displayName(output),
        color: palette.series[index] ?? palette.prediction,
        simulations: known.map(({ simulations }) => simulations),
        coefficients: known.map(({ coefficient }) => coefficient),
      };
    });
}

const textOf = (coefficient: number): string => accuracyText(missing(coefficient), 2);

/** How the accuracy of a job's outputs grew with its simulations. */
export function runRoundsFigure(lines: readonly RoundLine[], palette: Palette): Figure {
  const errors = lines.map(({ coefficients }) => coefficients.map(missing));
  const [least, most] = logExtent(...errors) ?? [-2, 0];
  const range = [least - ROOM, most + ROOM] as const;
  const counts = extent(...lines.map(({ simulations }) => simulations)) ?? [0, 1];
  const data = lines.map(
    ({ label, color, simulations, coefficients }, index): Trace => ({
      type: "scatter",
      mode: "lines+markers",
      x: [...simulations],
      y: errors[index] ?? [],
      line: { color, width: 2 },
      marker: { color, size: 6 },
      text: coefficients.map((one) => `${plain(label)} ${textOf(one)}`),
      hovertemplate: "%{x} simulations<br>%{text}<extra></extra>",
    }),
  );
  const latest = lines.map(({ label, coefficients }) => `${label} ${textOf(coefficients.at(-1) ?? 0)}`);
  return {
    data,
    layout: frame(palette, "run rounds", {
      xaxis: axis(palette, "Training simulations", padded(counts), { exponentformat: "none" }),
      yaxis: axis(palette, "Accuracy", [range[1], range[0]], { type: "log", ...marks(range) }),
      margin: { l: 72, r: 16, t: 8, b: 44 },
    }),
    summary: `Accuracy by number of training simulations, most recently: ${latest.join(", ")}.`,
    readout: null,
  };
}
