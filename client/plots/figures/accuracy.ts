import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { accuracyRange } from "../model/accuracy-scale.ts";
import type { Chart } from "../model/chart.ts";
import {
  accuracyAxis,
  formatAxisTitle,
  formatPlotted,
  lineMark,
  namesAxis,
  numberAxis,
  pointsMark,
} from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { type Span, spanValues } from "../model/ranges.ts";

export type OutputAccuracy = {
  readonly name: string;
  /** The coefficient of determination. */
  readonly coefficient: number;
  /** The coefficient of determination of the logarithms, for an output over decades; null for others. */
  readonly logCoefficient: number | null;
};

/** `99.9%`; of both scales where there are two. */
const formatAccuracies = ({ coefficient, logCoefficient }: OutputAccuracy): string =>
  logCoefficient === null
    ? formatAccuracy(coefficient)
    : `${formatAccuracy(coefficient)} on the linear scale, ${formatAccuracy(logCoefficient)} on the log scale`;

/** The prediction accuracy of each scalar output, one line an output. */
export function accuracyChart(outputs: readonly OutputAccuracy[], palette: Palette): Chart {
  const x = outputs.map(({ coefficient }) => coefficient);
  const y = outputs.map((_, index) => index);
  const logs = outputs.flatMap(({ logCoefficient }, at) =>
    logCoefficient === null ? [] : [{ logCoefficient, at }],
  );
  const range = accuracyRange([...x, ...logs.map(({ logCoefficient }) => logCoefficient)]);
  return {
    x: accuracyAxis("Prediction accuracy", range),
    y: namesAxis(
      outputs.map(({ name }) => name),
      "down",
    ),
    zones: [],
    marks: [
      lineMark({
        name: "",
        x: x.flatMap((value) => [range[0], value, value]),
        y: y.flatMap((at) => [at, at, null]),
        color: palette.faint,
        width: 3,
      }),
      pointsMark({ name: "Accuracy", x, y, color: palette.prediction, radius: 5.5 }),
      pointsMark({
        name: "Accuracy on the log scale",
        x: logs.map(({ logCoefficient }) => logCoefficient),
        y: logs.map(({ at }) => at),
        color: palette.prediction,
        radius: 5.5,
        isHollow: true,
      }),
    ],
    revision: "accuracy",
    summary: `Prediction accuracy on validation rows: ${outputs.map((output) => `${output.name} ${formatAccuracies(output)}`).join(", ")}.`,
    readout: {
      x,
      y,
      count: outputs.length,
      nearest: "both",
      parts: (at) => {
        const output = outputs[at];
        return output === undefined
          ? []
          : [{ label: output.name, text: formatAccuracies(output), color: palette.prediction }];
      },
      describe: (at) => {
        const output = outputs[at];
        return output === undefined ? "" : `${output.name}: ${formatAccuracies(output)}`;
      },
    },
    table: () => ({
      header: [
        "Output",
        "Coefficient of determination",
        ...(logs.length === 0 ? [] : ["Coefficient of determination on the log scale"]),
      ],
      rows: outputs.map(({ name, coefficient, logCoefficient }) => [
        name,
        coefficient,
        ...(logs.length === 0 ? [] : [logCoefficient]),
      ]),
    }),
  };
}

export type CurveAccuracyData = {
  readonly name: string;
  readonly coordinate: string;
  readonly coordinateUnit: string;
  readonly x: readonly number[];
  /** Coefficients of determination; null where nothing varies. */
  readonly coefficients: readonly (number | null)[];
  /** The coefficients of the logarithms at the same places, of an output over decades; null for others. */
  readonly logCoefficients: readonly (number | null)[] | null;
};

/** The pattern of the line of accuracies on the log scale, as a legend draws dots. */
const LOG_DASH = "2 4";

/** The prediction accuracy of a vector output along its coordinate. */
export function curveAccuracyChart(output: CurveAccuracyData, along: Span, palette: Palette): Chart {
  const { name, coordinate, coordinateUnit, x, coefficients, logCoefficients } = output;
  const definedCoefficients = coefficients.filter((value) => value !== null);
  const definedLogs = (logCoefficients ?? []).filter((value) => value !== null);
  const formatAt = (values: readonly (number | null)[], at: number): string => {
    const coefficient = values[at];
    return coefficient == null ? "nothing varies" : formatAccuracy(coefficient);
  };
  const formatSpan = (values: readonly number[]): string =>
    `between ${formatAccuracy(Math.min(...values))} and ${formatAccuracy(Math.max(...values))}`;
  const spans = [
    ...(definedCoefficients.length === 0 ? [] : [formatSpan(definedCoefficients)]),
    ...(definedLogs.length === 0 ? [] : [`on the log scale ${formatSpan(definedLogs)}`]),
  ];
  return {
    x: numberAxis(coordinate, coordinateUnit, spanValues(along), { type: along.type }),
    y: accuracyAxis("Accuracy", accuracyRange([...definedCoefficients, ...definedLogs])),
    zones: [],
    marks: [
      lineMark({ name: "Accuracy", x, y: coefficients, color: palette.prediction }),
      ...(logCoefficients === null
        ? []
        : [
            lineMark({
              name: "Accuracy on the log scale",
              x,
              y: logCoefficients,
              color: palette.prediction,
              dash: LOG_DASH,
            }),
          ]),
    ],
    revision: `accuracy ${name}`,
    summary: `Prediction accuracy of ${name} along its coordinate${spans.length === 0 ? "" : `: ${spans.join(", ")}`}.`,
    readout: {
      x,
      y: coefficients,
      count: x.length,
      parts: (at) => [
        { label: coordinate, text: formatPlotted(x[at], coordinateUnit), color: null },
        { label: "Accuracy", text: formatAt(coefficients, at), color: palette.prediction },
        ...(logCoefficients === null
          ? []
          : [{ label: "On the log scale", text: formatAt(logCoefficients, at), color: null }]),
      ],
      describe: (at) =>
        `${formatPlotted(x[at], coordinateUnit)}: ${formatAt(coefficients, at)}` +
        (logCoefficients === null ? "" : `, on the log scale ${formatAt(logCoefficients, at)}`),
    },
    table: () => ({
      header: [
        formatAxisTitle(coordinate, coordinateUnit),
        "Coefficient of determination",
        ...(logCoefficients === null ? [] : ["Coefficient of determination on the log scale"]),
      ],
      rows: x.map((value, at) => [
        value,
        coefficients[at] ?? null,
        ...(logCoefficients === null ? [] : [logCoefficients[at] ?? null]),
      ]),
    }),
  };
}
