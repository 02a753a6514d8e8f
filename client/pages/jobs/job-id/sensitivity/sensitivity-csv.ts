import type {
  OutputSensitivity,
  SensitivityAnswer,
  SensitivityCurve,
} from "@understudy/shared/api/sensitivity.ts";
import { asCellText } from "@understudy/shared/csv-text.ts";

const HEADER = [
  "output",
  "coordinate",
  "input",
  "minimum",
  "maximum",
  "spacing",
  "levels",
  "first_order",
  "first_order_lower",
  "first_order_upper",
  "total",
  "total_lower",
  "total_upper",
];

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const cell = (value: number | string | null | undefined): string =>
  value == null ? "" : quoted(typeof value === "string" ? asCellText(value) : String(value));

/** All indices with their intervals, values as stored: one line an input, for a curve also one at each coordinate. */
export function sensitivityCsv({ inputs }: SensitivityAnswer, output: OutputSensitivity): string {
  const lines: (number | string | null | undefined)[][] = [HEADER];
  const write = (input: number, coordinate: number | null, shares: (number | null | undefined)[]): void => {
    const range = inputs[input];
    const levels = range?.levels?.join(" | ");
    const about = [range?.name, range?.min, range?.max, range?.spacing, levels];
    lines.push([output.name, coordinate, ...about, ...shares]);
  };
  output.indices.forEach(({ first_order, total }, input) => {
    write(
      input,
      null,
      [first_order, total].flatMap(({ value, lower_bound, upper_bound }) => [
        value,
        lower_bound,
        upper_bound,
      ]),
    );
  });
  const { curve } = output;
  curve?.indices.forEach(({ first_order, total }, input) => {
    curve.coordinate_values.forEach((coordinate, at) => {
      write(input, coordinate, [...sharesAt(first_order, at), ...sharesAt(total, at)]);
    });
  });
  return lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

const sharesAt = ({ values, lower_bounds, upper_bounds }: SensitivityCurve, at: number) => [
  values[at],
  lower_bounds[at],
  upper_bounds[at],
];
