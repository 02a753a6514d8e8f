/** Curves of an ngspice netlist: the vectors that a person chose, over the sweep of their analysis. */

import { MAX_SECTIONS } from "@understudy/shared/limits.ts";
import type { WrittenCoordinate, WrittenOutput } from "../check/written.ts";
import type { NetlistAnalysis } from "../netlists/netlist.ts";
import { spiceNumber } from "../netlists/numbers.ts";
import { type Declared, nameOfExpression, withoutUnit } from "./declarations.ts";

const SWEEPS = ["ac", "tran", "dc", "noise"] as const;
type Sweep = (typeof SWEEPS)[number];
const isSweep = (type: string): type is Sweep => SWEEPS.some((one) => one === type);

export type ChosenVector = {
  readonly name: string;
  /** As ngspice computes it; of a complex value its magnitude. */
  readonly expression: string;
  readonly unit: string;
  readonly sweep: Sweep;
};

/** What makes a number of a complex value. */
const REAL = /\b(?:db|mag|abs|ph|phase|cph|re|real|im|imag|vdb|vm|vp|vr|vi)\s*\(/i;
const FORMS = "write v(out), or gain_db = db(v(out)) [dB] in ac";

/** `[name =] expression [[unit]] [in analysis]`. */
export function chooseVector(item: string, analyses: readonly NetlistAnalysis[]): Declared<ChosenVector> {
  const [, before = item, wanted] = /^(.*\S)\s+in\s+([A-Za-z]+)$/s.exec(item) ?? [];
  const { text, unit } = withoutUnit(before);
  const [, named, expression = text] = /^([A-Za-z_]\w*)\s*=(?!=)\s*(.+)$/s.exec(text) ?? [];
  if (!/^[\w\s()+\-*/^.,#@[\]!:]+$/.test(expression) || expression.trim() === "") return { problem: FORMS };
  const sweeps = [...new Set(analyses.map(({ type }) => type).filter(isSweep))];
  const sweep = wanted === undefined ? sweeps[0] : sweeps.find((type) => type === wanted.toLowerCase());
  if (sweep === undefined)
    return { problem: `the netlist has no ${wanted ?? "ac, tran, dc or noise"} analysis` };
  if (wanted === undefined && sweeps.length > 1)
    return { problem: `the netlist has several analyses: choose one, as in ${text} in ${sweep}` };
  const isComplex = sweep === "ac" && !REAL.test(expression);
  return {
    declared: {
      name: named ?? nameOfExpression(expression),
      expression: isComplex ? `mag(${expression})` : expression,
      unit: unit || unitOf(expression),
      sweep,
    },
  };
}

function unitOf(expression: string): string {
  if (/^(?:db|vdb)\s*\([^()]*(?:\([^()]*\))?\)$/i.test(expression)) return "dB";
  if (/^v\s*\([^()]*\)$/i.test(expression)) return "V";
  return /^i\s*\([^()]*\)$/i.test(expression) ? "A" : "";
}

/** The sweep of an analysis as a coordinate. */
export function coordinateOf(
  sweep: Sweep,
  analyses: readonly NetlistAnalysis[],
  points: number | null,
  taken: ReadonlySet<string>,
): Declared<WrittenCoordinate> {
  const analysis = analyses.find(({ type }) => type === sweep);
  const given = sweep === "noise" ? (analysis?.arguments.slice(2) ?? []) : (analysis?.arguments ?? []);
  const found = sweep === "tran" ? timeOf(given) : sweep === "dc" ? sourceOf(given) : frequencyOf(given);
  if ("problem" in found) return { problem: `.${sweep}, line ${analysis?.line ?? 1}: ${found.problem}` };
  const { name, unit, grid } = found.declared;
  if (Array.isArray(grid)) return found;
  const own = taken.has(name) ? `${name}_${sweep}` : name;
  const count = Math.max(2, points ?? Math.min(grid.points, MAX_SECTIONS + 1));
  return { declared: { name: own, unit, grid: { ...grid, points: count } } };
}

const NO_NUMBERS = "its limits must be plain numbers, so that curves have a fixed coordinate";

/** `dec 20 10 1g`, `oct 5 10 1k`, `lin 100 1k 2k`. */
function frequencyOf([kind = "", per, start, stop]: readonly string[]): Declared<WrittenCoordinate> {
  const [count, from, to] = [numberOf(per), numberOf(start), numberOf(stop)];
  if (count === null || from === null || to === null) return { problem: NO_NUMBERS };
  const labels = { name: "frequency", unit: "Hz" };
  if (kind.toLowerCase() === "lin")
    return { declared: { ...labels, grid: { from, to, points: Math.round(count), spacing: "linear" } } };
  const ratio = kind.toLowerCase() === "oct" ? 2 : 10;
  const points = Math.round((count * Math.log(to / from)) / Math.log(ratio)) + 1;
  return { declared: { ...labels, grid: { from, to, points, spacing: "log" } } };
}

/** `1n 10u`, with the time from which on results are kept as a third number. */
function timeOf([step, stop, start]: readonly string[]): Declared<WrittenCoordinate> {
  const [by, to, from] = [numberOf(step), numberOf(stop), numberOf(start) ?? 0];
  if (by === null || to === null) return { problem: NO_NUMBERS };
  const points = Math.round((to - from) / by) + 1;
  return { declared: { name: "time", unit: "s", grid: { from, to, points, spacing: "linear" } } };
}

/** `vin 0 3.3 0.1`. */
function sourceOf([source = "", start, stop, step, second]: readonly string[]): Declared<WrittenCoordinate> {
  if (second !== undefined) return { problem: "a sweep of two sources has no single coordinate" };
  const [a, b, by] = [numberOf(start), numberOf(stop), numberOf(step)];
  if (a === null || b === null || by === null || by === 0) return { problem: NO_NUMBERS };
  const points = Math.floor(Math.abs((b - a) / by) + 1e-6) + 1;
  // The last step may fall short of the end.
  const end = a + Math.sign(b - a) * Math.abs(by) * (points - 1);
  const name = /^[A-Za-z_]\w*$/.test(source) ? source.toLowerCase() : "sweep";
  const unit = name.startsWith("v") ? "V" : name.startsWith("i") ? "A" : "";
  const [from, to] = [Math.min(a, end), Math.max(a, end)];
  return { declared: { name, unit, grid: { from, to, points, spacing: "linear" } } };
}

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : spiceNumber(text));

/** Names that ngspice knows nothing of otherwise: a node may be called like an output. */
const vectorName = (name: string): string => `us_${name.toLowerCase()}`;
const fileOf = (sweep: Sweep): string => `curves-${sweep}.txt`;

export const outputOf = ({ name, unit, sweep }: ChosenVector, coordinate: string): WrittenOutput => ({
  ...{ name, unit, type: "Vector", coordinate },
  source: { file: fileOf(sweep), format: "table", column: vectorName(name) },
});

/** Files that are written with names, all their digits and one column of the sweep. */
export const WRITE_SETTINGS: readonly string[] = [
  ...["set filetype=ascii", "set wr_singlescale", "set wr_vecnames", "set numdgt=12"],
];

/** The commands that write the vectors of an analysis that has run. */
export function writeCommands(vectors: readonly ChosenVector[]): string[] {
  return [...Map.groupBy(vectors, ({ sweep }) => sweep)].flatMap(([sweep, own]) => [
    `setplot ${sweep}1`,
    ...own.map(({ name, expression }) => `let ${vectorName(name)} = ${expression}`),
    `wrdata ${fileOf(sweep)} ${own.map(({ name }) => vectorName(name)).join(" ")}`,
  ]);
}
