/** One reader a format: reads a file once, then its outputs one by one. */
import type { ManifestOutput, OutputSource } from "@understudy/shared/domain/spec-manifest.ts";
import { nearest } from "../expressions/nearest.ts";
import { compilePattern } from "../language/safe-pattern.ts";
import { type Grid, ontoGrid } from "./curve.ts";
import { curveInJson, numberInJson, parseOutputsJson } from "./json.ts";
import { problemOfNumber, readNumber } from "./number.ts";
import { OutputError } from "./output-error.ts";
import { type Column, columnNamed, findColumn, type NumberTable, readTable } from "./table.ts";

/** @throws OutputError */
export type OutputReader = (output: ManifestOutput) => number | number[];
type Grids = ReadonlyMap<string, Grid>;

/** @param outputs those that the file is read for */
export function createReader(
  format: OutputSource["format"],
  text: string,
  file: string,
  outputs: readonly ManifestOutput[],
  grids: Grids,
): OutputReader {
  switch (format) {
    case "json":
      return jsonReader(text, file, grids);
    case "keyvalue": {
      const valueByName = readKeyValues(text);
      return (output) => {
        const key = output.source.format === "keyvalue" ? output.source.key : output.name;
        return numberInKeyValues(valueByName, key, named(output));
      };
    }
    case "table":
      return tableReader(text, file, outputs, grids);
    case "regex":
      return (output) => matched(text, output, grids);
  }
}

const named = ({ name, source }: ManifestOutput): string => `${name} in ${source.file}`;

/** A manifest that was checked names a coordinate for each Vector. */
function findGrid({ name, coordinate }: ManifestOutput, grids: Grids): Grid {
  const grid = grids.get(coordinate ?? "");
  if (grid === undefined) throw new OutputError(`${name} has no coordinate.`);
  return grid;
}

function jsonReader(text: string, file: string, grids: Grids): OutputReader {
  const json = parseOutputsJson(text, file);
  return (output) => {
    const { source } = output;
    if (source.format !== "json") throw new OutputError(`${named(output)} is not read as JSON.`);
    if (output.type === "Scalar") return numberInJson(json, source.key, named(output));
    return curveInJson(json, source, findGrid(output, grids), named(output));
  };
}

function tableReader(
  text: string,
  file: string,
  outputs: readonly ManifestOutput[],
  grids: Grids,
): OutputReader {
  const table = readTable(text, file);
  const columnIndices = outputs.flatMap((output) => {
    const { source, coordinate } = output;
    if (source.format !== "table") return [];
    const position = coordinate === null ? null : positionColumn(table, source.coordinate_column, coordinate);
    return [findColumn(table.names, source.column), position];
  });
  const columns = table.columns(new Set(columnIndices.filter((index) => index !== null)));
  const at = (index: number): Column =>
    columns.get(index) ?? { values: new Float64Array(), firstProblem: null, lastProblem: null };
  return (output) => {
    const { source } = output;
    const label = named(output);
    if (source.format !== "table") throw new OutputError(`${label} is not read as a table.`);
    const index = columnNamed(table, source.column, label);
    const { values, firstProblem, lastProblem } = at(index);
    if (output.type === "Scalar") {
      if (lastProblem !== null) throw new OutputError(`${label}, ${lastProblem}.`);
      return values.at(-1) ?? Number.NaN;
    }
    const grid = findGrid(output, grids);
    const position =
      positionColumn(table, source.coordinate_column, grid.name) ??
      columnNamed(table, source.coordinate_column ?? grid.name, label);
    if (position === index) throw new OutputError(`${label}: there is no column of ${grid.name} beside it.`);
    const positions = at(position);
    const problem = firstProblem ?? positions.firstProblem;
    if (problem !== null) throw new OutputError(`${label}, ${problem}.`);
    return ontoGrid(positions.values, values, grid, label);
  };
}

/** The column of the coordinate: the named one, else the one of its name, else the first. Null: the named one is not there. */
function positionColumn({ names }: NumberTable, named: string | null, coordinate: string): number | null {
  return named === null ? (findColumn(names, coordinate) ?? 0) : findColumn(names, named);
}

function matched(text: string, output: ManifestOutput, grids: Grids): number | number[] {
  const { source } = output;
  const label = named(output);
  const pattern = source.format === "regex" ? compilePattern(source.pattern) : { problem: "there is none" };
  if ("problem" in pattern)
    throw new OutputError(`${label}: the regular expression fails: ${pattern.problem}.`);
  const matches = [...pattern.matches(text)];
  if (matches.length === 0) throw new OutputError(`${label}: nothing matches the regular expression.`);
  const parseCell = (cell: string | null | undefined): number => {
    const value = readNumber((cell ?? "").trim());
    if (Number.isNaN(value)) throw new OutputError(`${label} ${problemOfNumber(cell ?? "")}.`);
    return value;
  };
  if (output.type === "Scalar") return parseCell(matches.at(-1)?.[0]);
  const grid = findGrid(output, grids);
  const values = Float64Array.from(matches, (groups) => parseCell(groups.at(-1)));
  if (pattern.groups === 2) {
    return ontoGrid(
      Float64Array.from(matches, ([position]) => parseCell(position)),
      values,
      grid,
      label,
    );
  }
  if (values.length === grid.values.length) return Array.from(values);
  throw new OutputError(
    `${label} has ${values.length} matches, but the grid of ${grid.name} has ${grid.values.length} points.`,
  );
}

/** Reads the text that follows each name; of a name that occurs again, as in an iteration, the last counts. */
function readKeyValues(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split("\n")) {
    const at = line.search(/[=:]/);
    if (at <= 0) continue;
    const name = line.slice(0, at).trim();
    // ngspice goes on behind the value: "rise = 1.2e-9 targ= 3e-9 trig= 2e-9".
    if (name !== "") values.set(name, /\S+/.exec(line.slice(at + 1))?.[0] ?? "");
  }
  return values;
}

/** @param label the output and its file, for the sentence @throws OutputError */
function numberInKeyValues(values: ReadonlyMap<string, string>, key: string, label: string): number {
  const text = values.get(key) ?? values.get(findIgnoringCase(values, key) ?? "");
  if (text === undefined) throw new OutputError(`${label} is missing${nearest(key, values.keys()) || "."}`);
  const value = readNumber(text);
  if (Number.isNaN(value)) throw new OutputError(`${label} ${problemOfNumber(text)}.`);
  return value;
}

const findIgnoringCase = (values: ReadonlyMap<string, string>, key: string): string | undefined =>
  [...values.keys()].find((name) => name.toLowerCase() === key.toLowerCase());
