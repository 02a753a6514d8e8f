/** Curves of an ngspice netlist: the vectors that a person chose, over the sweep of their analysis. */

import { MAX_SECTIONS } from "@understudy/shared/limits.ts";
import type { WrittenCoordinate, WrittenOutput } from "../check/written.ts";
import type { NetlistAnalysis } from "../netlists/netlist.ts";
import { spiceNumber } from "../netlists/numbers.ts";
import { type Declared, nameOfExpression, withoutUnit } from "./declarations.ts";

const SWEEP_TYPES = ["ac", "tran", "dc", "noise"] as const;
type Sweep = (typeof SWEEP_TYPES)[number];
const isSweep = (type: string): type is Sweep => SWEEP_TYPES.some((sweep) => sweep === type);

export type ChosenVector = {
  readonly name: string;
  /** As ngspice computes it; of a complex value its magnitude. */
  readonly expression: string;
  readonly unit: string;
  readonly sweep: Sweep;
};

/** Matches functions that make a number of a complex value. */
const REAL_FUNCTION = /\b(?:db|mag|abs|ph|phase|cph|re|real|im|imag|vdb|vm|vp|vr|vi)\s*\(/i;
const VECTOR_FORMS = "write v(out), or gain_db = db(v(out)) [dB] in ac";

/** `[name =] expression [[unit]] [in analysis]`. */
export function chooseVector(item: string, analyses: readonly NetlistAnalysis[]): Declared<ChosenVector> {
  const [, before = item, chosenType] = /^(.*\S)\s+in\s+([A-Za-z]+)$/s.exec(item) ?? [];
  const { text, unit } = withoutUnit(before);
  const [, named, expression = text] = /^([A-Za-z_]\w*)\s*=(?!=)\s*(.+)$/s.exec(text) ?? [];
  if (!/^[\w\s()+\-*/^.,#@[\]!:]+$/.test(expression) || expression.trim() === "")
    return { problem: VECTOR_FORMS };
  const sweeps = [...new Set(analyses.map(({ type }) => type).filter(isSweep))];
  const sweep =
    chosenType === undefined ? sweeps[0] : sweeps.find((type) => type === chosenType.toLowerCase());
  if (sweep === undefined)
    return { problem: `the netlist has no ${chosenType ?? "ac, tran, dc or noise"} analysis` };
  if (chosenType === undefined && sweeps.length > 1)
    return { problem: `the netlist has several analyses: choose one, as in ${text} in ${sweep}` };
  const isComplex = sweep === "ac" && !REAL_FUNCTION.test(expression);
  return {
    declared: {
      name: named ?? nameOfExpression(expression),
      expression: isComplex ? `mag(${expression})` : expression,
      unit: unit || guessUnit(expression),
      sweep,
    },
  };
}

function guessUnit(expression: string): string {
  if (/^(?:db|vdb)\s*\([^()]*(?:\([^()]*\))?\)$/i.test(expression)) return "dB";
  if (/^v\s*\([^()]*\)$/i.test(expression)) return "V";
  return /^i\s*\([^()]*\)$/i.test(expression) ? "A" : "";
}

/** The sweep of an analysis as a coordinate. */
export function createCoordinate(
  sweep: Sweep,
  analyses: readonly NetlistAnalysis[],
  points: number | null,
  taken: ReadonlySet<string>,
): Declared<WrittenCoordinate> {
  const analysis = analyses.find(({ type }) => type === sweep);
  const sweepArguments =
    sweep === "noise" ? (analysis?.arguments.slice(2) ?? []) : (analysis?.arguments ?? []);
  const coordinate =
    sweep === "tran"
      ? readTime(sweepArguments)
      : sweep === "dc"
        ? readSource(sweepArguments)
        : readFrequency(sweepArguments);
  if ("problem" in coordinate)
    return { problem: `.${sweep}, line ${analysis?.line ?? 1}: ${coordinate.problem}` };
  const { name, unit, grid } = coordinate.declared;
  if (Array.isArray(grid)) return coordinate;
  const coordinateName = taken.has(name) ? `${name}_${sweep}` : name;
  const count = Math.max(2, points ?? Math.min(grid.points, MAX_SECTIONS + 1));
  return { declared: { name: coordinateName, unit, grid: { ...grid, points: count } } };
}

const NO_NUMBERS = "its limits must be plain numbers, so that curves have a fixed coordinate";

/** `dec 20 10 1g`, `oct 5 10 1k`, `lin 100 1k 2k`. */
function readFrequency([kind = "", per, start, stop]: readonly string[]): Declared<WrittenCoordinate> {
  const [count, from, to] = [parseNumber(per), parseNumber(start), parseNumber(stop)];
  if (count === null || from === null || to === null) return { problem: NO_NUMBERS };
  const labels = { name: "frequency", unit: "Hz" };
  if (kind.toLowerCase() === "lin")
    return { declared: { ...labels, grid: { from, to, points: Math.round(count), spacing: "linear" } } };
  const ratio = kind.toLowerCase() === "oct" ? 2 : 10;
  const points = Math.round((count * Math.log(to / from)) / Math.log(ratio)) + 1;
  return { declared: { ...labels, grid: { from, to, points, spacing: "log" } } };
}

/** `1n 10u`, with the time from which on results are kept as a third number. */
function readTime([step, stop, start]: readonly string[]): Declared<WrittenCoordinate> {
  const [by, to, from] = [parseNumber(step), parseNumber(stop), parseNumber(start) ?? 0];
  if (by === null || to === null) return { problem: NO_NUMBERS };
  const points = Math.round((to - from) / by) + 1;
  return { declared: { name: "time", unit: "s", grid: { from, to, points, spacing: "linear" } } };
}

/** `vin 0 3.3 0.1`. */
function readSource([
  source = "",
  start,
  stop,
  step,
  second,
]: readonly string[]): Declared<WrittenCoordinate> {
  if (second !== undefined) return { problem: "a sweep of two sources has no single coordinate" };
  const [a, b, by] = [parseNumber(start), parseNumber(stop), parseNumber(step)];
  if (a === null || b === null || by === null || by === 0) return { problem: NO_NUMBERS };
  const points = Math.floor(Math.abs((b - a) / by) + 1e-6) + 1;
  // The last step may fall short of the end.
  const end = a + Math.sign(b - a) * Math.abs(by) * (points - 1);
  const name = /^[A-Za-z_]\w*$/.test(source) ? source.toLowerCase() : "sweep";
  const unit = name.startsWith("v") ? "V" : name.startsWith("i") ? "A" : "";
  const [from, to] = [Math.min(a, end), Math.max(a, end)];
  return { declared: { name, unit, grid: { from, to, points, spacing: "linear" } } };
}

const parseNumber = (text: string | undefined): number | null =>
  text === undefined ? null : spiceNumber(text);

/** Names that ngspice knows nothing of otherwise: a node may be called like an output. */
const vectorName = (name: string): string => `us_${name.toLowerCase()}`;
const getFileName = (sweep: Sweep): string => `curves-${sweep}.txt`;

export const createOutput = ({ name, unit, sweep }: ChosenVector, coordinate: string): WrittenOutput => ({
  ...{ name, unit, type: "Vector", coordinate },
  source: { file: getFileName(sweep), format: "table", column: vectorName(name) },
});

/** Files that are written with names, all their digits and one column of the sweep. */
export const WRITE_SETTINGS: readonly string[] = [
  ...["set filetype=ascii", "set wr_singlescale", "set wr_vecnames", "set numdgt=12"],
];

/** The commands that write the vectors of an analysis that has run. */
export function writeCommands(vectors: readonly ChosenVector[]): string[] {
  return [...Map.groupBy(vectors, ({ sweep }) => sweep)].flatMap(([sweep, sweepVectors]) => [
    `setplot ${sweep}1`,
    ...sweepVectors.map(({ name, expression }) => `let ${vectorName(name)} = ${expression}`),
    `wrdata ${getFileName(sweep)} ${sweepVectors.map(({ name }) => vectorName(name)).join(" ")}`,
  ]);
}
