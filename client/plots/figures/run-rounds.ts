import type { RunRound } from "@understudy/shared/api/run.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { accuracyRange } from "../model/accuracy-scale.ts";
import type { Chart } from "../model/chart.ts";
import { accuracyAxis, lineMark, numberAxis, seriesTable } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent, padRange } from "../model/ranges.ts";

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
      const output = outputs.find((jobOutput) => jobOutput.name === name);
      const measuredRounds = rounds.flatMap(({ simulations, coefficients_of_determination }) => {
        const coefficient = coefficients_of_determination[name];
        return coefficient === undefined ? [] : [{ simulations, coefficient }];
      });
      return {
        label: output === undefined ? name : displayName(output),
        color: palette.series[index] ?? palette.prediction,
        simulations: measuredRounds.map(({ simulations }) => simulations),
        coefficients: measuredRounds.map(({ coefficient }) => coefficient),
      };
    });
}

/** The accuracy of a job's outputs by its number of simulations. */
export function runRoundsChart(lines: readonly RoundLine[]): Chart {
  const counts = [...new Set(lines.flatMap(({ simulations }) => simulations))].sort((a, b) => a - b);
  const at = ({ simulations, coefficients }: RoundLine, point: number): number | null =>
    coefficients[simulations.indexOf(counts[point] ?? Number.NaN)] ?? null;
  const describeLines = (point: number) =>
    lines.flatMap((line) => {
      const coefficient = at(line, point);
      return coefficient === null ? [] : [{ line, text: formatAccuracy(coefficient) }];
    });
  const latest = lines.map(
    ({ label, coefficients }) => `${label} ${formatAccuracy(coefficients.at(-1) ?? 0)}`,
  );
  const [first] = lines;
  return {
    x: numberAxis("Training simulations", "", padRange(extent(counts) ?? [0, 1])),
    y: accuracyAxis("Accuracy", accuracyRange(lines.flatMap(({ coefficients }) => coefficients))),
    zones: [],
    marks: lines.map(({ label, color, simulations, coefficients }) =>
      lineMark({ name: label, x: simulations, y: coefficients, color, hasPoints: true }),
    ),
    revision: "run rounds",
    summary: `Accuracy by number of training simulations, most recently: ${latest.join(", ")}.`,
    readout: {
      x: counts,
      y: counts.map((_, point) => (first === undefined ? null : at(first, point))),
      count: counts.length,
      parts: (point) => [
        { label: `${counts[point]} simulations`, text: "", color: null },
        ...describeLines(point).map(({ line, text }) => ({ label: line.label, text, color: line.color })),
      ],
      describe: (point) =>
        `${counts[point]} simulations: ${describeLines(point)
          .map(({ line, text }) => `${line.label} ${text}`)
          .join(", ")}`,
    },
    table: () =>
      seriesTable(
        "Training simulations",
        "Coefficient of determination",
        lines.map(({ label, simulations, coefficients }) => ({
          name: label,
          x: simulations,
          y: coefficients,
        })),
      ),
  };
}
