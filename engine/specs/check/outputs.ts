/** The coordinates and outputs of a manifest. */
import type {
  CoordinateGrid,
  ManifestCoordinate,
  ManifestOutput,
  OutputSource,
} from "@understudy/shared/domain/spec-manifest.ts";
import { MAX_GRID_POINTS } from "@understudy/shared/limits.ts";
import { problemOfPath } from "../language/paths.ts";
import { compilePattern } from "../language/safe-pattern.ts";
import { quotedValue, type Report } from "./problems.ts";
import type { Part } from "./shape.ts";
import type { WrittenCoordinate, WrittenOutput } from "./written.ts";

const readLabels = ({ name, verbose_name, help_text, unit }: WrittenCoordinate | WrittenOutput) => ({
  name,
  verbose_name: verbose_name || name,
  help_text: help_text ?? "",
  unit: unit ?? "",
});

export function readCoordinate({ value, report }: Part<WrittenCoordinate>): ManifestCoordinate {
  const grid = completeGrid(value.grid);
  const problem = problemOfGrid(grid);
  if (problem !== null) report.add(["grid"], problem);
  return { ...readLabels(value), grid };
}

const completeGrid = (grid: WrittenCoordinate["grid"]): CoordinateGrid =>
  Array.isArray(grid)
    ? grid
    : {
        from: grid.from,
        to: grid.to,
        points: grid.points,
        spacing: grid.spacing === "log" ? "log" : "linear",
      };

function problemOfGrid(grid: CoordinateGrid): string | null {
  const points = Array.isArray(grid) ? grid.length : grid.points;
  if (points > MAX_GRID_POINTS) return `has ${points} points; at most ${MAX_GRID_POINTS} are allowed`;
  if (Array.isArray(grid)) {
    const back = grid.findIndex((value, i) => i > 0 && value <= (grid[i - 1] ?? value));
    return back === -1 ? null : `must be in ascending order, but ${grid[back]} follows ${grid[back - 1]}`;
  }
  if (grid.from >= grid.to) return `from, ${grid.from}, must be less than to, ${grid.to}`;
  if (grid.spacing === "log" && grid.from <= 0)
    return `from must be greater than 0 for log spacing, not ${grid.from}`;
  return null;
}

/** @param coordinates the names of all coordinates, of invalid ones too */
export function readOutput(
  { value, report }: Part<WrittenOutput>,
  coordinates: ReadonlySet<string>,
): ManifestOutput | null {
  const labels = readLabels(value);
  const source = readSource(value, report.at("source"));
  const coordinate = value.coordinate ?? null;
  if (value.type === "Scalar") {
    if (coordinate !== null) report.add(["coordinate"], "only a Vector has a coordinate");
    return source === null ? null : { ...labels, type: value.type, coordinate: null, source };
  }
  if (coordinate === null) report.add(["coordinate"], "is missing: a Vector is a curve over a coordinate");
  else if (!coordinates.has(coordinate)) {
    const meant = report.nearest(coordinate, coordinates);
    report.add(["coordinate"], `there is no coordinate named ${quotedValue(coordinate)}${meant}`);
  }
  return source === null || coordinate === null ? null : { ...labels, type: value.type, coordinate, source };
}

const FIELDS_OF_FORMAT = {
  json: ["key", "coordinate_key"],
  keyvalue: ["key"],
  table: ["column", "coordinate_column"],
  regex: ["pattern"],
} as const;
const ALL_FIELDS = ["key", "coordinate_key", "column", "coordinate_column", "pattern"] as const;

function readSource({ name, type, source }: WrittenOutput, report: Report): OutputSource | null {
  const writtenSource = source ?? {};
  const format = writtenSource.format ?? "json";
  const isVector = type === "Vector";
  const formatFields: readonly string[] = FIELDS_OF_FORMAT[format];
  for (const field of ALL_FIELDS) {
    if (!formatFields.includes(field) && typeof writtenSource[field] === "string")
      report.add([field], `the format ${format} has no ${field}`);
  }
  if (!isVector && (writtenSource.coordinate_key || writtenSource.coordinate_column))
    report.add(
      [writtenSource.coordinate_key ? "coordinate_key" : "coordinate_column"],
      "only a Vector has a coordinate",
    );
  const file = writtenSource.file ?? (format === "json" ? "outputs.json" : null);
  if (file === null) report.add(["file"], "is missing: name the file that the model writes");
  const wrongPath = file === null ? null : problemOfPath(file);
  if (wrongPath !== null) report.add(["file"], wrongPath);
  if (format === "keyvalue" && isVector)
    report.add(["format"], "keyvalue files hold single numbers only: read a Vector as table, json or regex");
  if (format === "regex") reportPattern(writtenSource.pattern ?? null, isVector, report);
  if (file === null) return null;
  switch (format) {
    case "json":
      return {
        format,
        file,
        key: writtenSource.key ?? name,
        coordinate_key: writtenSource.coordinate_key ?? null,
      };
    case "keyvalue":
      return { format, file, key: writtenSource.key ?? name };
    case "table":
      return {
        format,
        file,
        column: writtenSource.column ?? name,
        coordinate_column: writtenSource.coordinate_column ?? null,
      };
    case "regex":
      return { format, file, pattern: writtenSource.pattern ?? "" };
  }
}

function reportPattern(pattern: string | null, isVector: boolean, report: Report): void {
  if (pattern === null) {
    report.add(["pattern"], "is missing: a regular expression with a group that captures the value");
    return;
  }
  const compiled = compilePattern(pattern);
  if ("problem" in compiled)
    report.add(["pattern"], `is not a valid regular expression: ${compiled.problem}`);
  else if (compiled.groups !== 1 && !(isVector && compiled.groups === 2)) {
    const expectedGroups = isVector ? "one group (...) or two, the coordinate first" : "one group (...)";
    report.add(["pattern"], `must have ${expectedGroups}, not ${compiled.groups}`);
  }
}
