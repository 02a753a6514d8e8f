import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type {
  OutputSensitivity,
  SensitivityAnswer,
  SensitivityCurve,
} from "@understudy/shared/api/sensitivity.ts";
import { asCellText } from "@understudy/shared/csv-text.ts";
import { NO_UNIT, type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";

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

type Shown = Pick<JobConfig, "inputs" | "outputs" | "coordinates">;

/** A name with the unit that its values are in: `C1 (pF)`. */
const nameWith = (name: string, { text }: ShownUnit): string => (text === "" ? name : `${name} (${text})`);
const inUnit = (value: number | null | undefined, { multiplier }: ShownUnit): number | null =>
  value == null ? null : Number((value / multiplier).toPrecision(12));

function unitsIn(config: Shown | null, output: string) {
  const unitOf = (name: string): ShownUnit => {
    const input = config?.inputs.find((one) => one.name === name);
    return input === undefined ? NO_UNIT : shownUnit(input);
  };
  const along = config?.outputs.find(({ name }) => name === output)?.coordinate_name;
  const coordinate = config?.coordinates.find(({ name }) => name === along);
  return { unitOf, along: coordinate === undefined ? NO_UNIT : shownUnit(coordinate) };
}

/**
 * All indices with their intervals: one line an input, for a curve also one at each coordinate.
 * @param config whose units the values are in, as its header and its names say; null: values as stored
 */
export function sensitivityCsv(
  { inputs }: SensitivityAnswer,
  output: OutputSensitivity,
  config: Shown | null,
): string {
  const { unitOf, along } = unitsIn(config, output.name);
  const header = HEADER.map((name) => (name === "coordinate" ? nameWith(name, along) : name));
  const lines: (number | string | null | undefined)[][] = [header];
  const write = (input: number, coordinate: number | null, shares: (number | null | undefined)[]): void => {
    const range = inputs[input];
    const levels = range?.levels?.join(" | ");
    const unit = unitOf(range?.name ?? "");
    const [min, max] = [range?.min, range?.max].map((end) => (config === null ? end : inUnit(end, unit)));
    const about = [range && nameWith(range.name, unit), min, max, range?.spacing, levels];
    const place = config === null ? coordinate : inUnit(coordinate, along);
    lines.push([output.name, place, ...about, ...shares]);
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
