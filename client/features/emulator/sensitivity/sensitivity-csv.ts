import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type {
  OutputSensitivity,
  SensitivityAnswer,
  SensitivityCurve,
} from "@understudy/shared/api/sensitivity.ts";
import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import { nameWithUnit } from "@understudy/shared/quantities/quantity-text.ts";
import {
  exactShownValue,
  NO_UNIT,
  type ShownUnit,
  shownUnit,
} from "@understudy/shared/quantities/shown-unit.ts";

const CSV_HEADER = [
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

type ColumnDefinitions = Pick<JobConfig, "inputs" | "outputs" | "coordinates">;

const convertToUnit = (value: number | null | undefined, unit: ShownUnit): number | null =>
  value == null ? null : exactShownValue(value, unit);

function unitsIn(config: ColumnDefinitions | null, output: string) {
  const findUnit = (name: string): ShownUnit => {
    const input = config?.inputs.find((candidate) => candidate.name === name);
    return input === undefined ? NO_UNIT : shownUnit(input);
  };
  const along = config?.outputs.find(({ name }) => name === output)?.coordinate_name;
  const coordinate = config?.coordinates.find(({ name }) => name === along);
  return { findUnit, along: coordinate === undefined ? NO_UNIT : shownUnit(coordinate) };
}

/**
 * All indices with their intervals: one line an input, for a curve also one at each coordinate.
 * @param config whose units the values are in, as its header and its names say; null: values as stored
 */
export function sensitivityCsv(
  { inputs }: SensitivityAnswer,
  output: OutputSensitivity,
  config: ColumnDefinitions | null,
): string {
  const { findUnit, along } = unitsIn(config, output.name);
  const header = CSV_HEADER.map((name) => (name === "coordinate" ? nameWithUnit(name, along.text) : name));
  const lines: (number | string | null | undefined)[][] = [header];
  const write = (input: number, coordinate: number | null, shares: (number | null | undefined)[]): void => {
    const range = inputs[input];
    const levels = range?.levels?.join(" | ");
    const unit = findUnit(range?.name ?? "");
    const [min, max] = [range?.min, range?.max].map((end) => convertToUnit(end, unit));
    const about = [range && nameWithUnit(range.name, unit.text), min, max, range?.spacing, levels];
    lines.push([output.name, convertToUnit(coordinate, along), ...about, ...shares]);
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
  return lines.map((line) => csvLine(line.map((cell) => cell ?? null))).join("");
}

const sharesAt = ({ values, lower_bounds, upper_bounds }: SensitivityCurve, at: number) => [
  values[at],
  lower_bounds[at],
  upper_bounds[at],
];
