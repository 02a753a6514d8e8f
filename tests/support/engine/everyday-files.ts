/** Pairs of files as engineers really have them, each a few rows of a formula: written in everyday forms, or with rows of an everyday kind. */
import { createRandom } from "../../../engine/math/random.ts";
import type { FilePair } from "./file-jobs.ts";

const joinCells = (rows: readonly (readonly (number | string)[])[], separator = ","): string =>
  rows.map((row) => `${row.join(separator)}\n`).join("");
const roundDigits = (value: number, digits = 8): number => Number(value.toPrecision(digits));

/** Writes a column of inputs for each name, and one output. */
export function writeFiles(
  names: readonly string[],
  points: readonly (readonly (number | string)[])[],
  outputs: readonly (number | string)[],
  outputName = "y",
): FilePair {
  return {
    parameters: joinCells([names, ...points]),
    outputs: joinCells([[outputName], ...outputs.map((value) => [value])]),
  };
}

/** Points drawn uniformly from [0, 1]. */
export function drawPoints(rows: number, width: number, seed = 3): number[][] {
  const random = createRandom(seed);
  return Array.from({ length: rows }, () =>
    Array.from({ length: width }, () => roundDigits(random.uniform())),
  );
}

const FILTER_ROWS = 24;
const RESISTANCES_OHM = [470, 1_000, 4_700, 10_000, 22_000];
const FILTER_POINTS = drawPoints(FILTER_ROWS, 2, 11).map(([c = 0, t = 0], row) => [
  RESISTANCES_OHM[row % RESISTANCES_OHM.length] ?? 0,
  roundDigits(1e-9 * (0.5 + 3 * c), 3),
  roundDigits(120 * t - 40, 4),
]);
const FILTER_FREQUENCIES = FILTER_POINTS.map(([R = 1, C = 1, T = 0]) =>
  roundDigits((1 - 0.0005 * (T - 25)) / (2 * Math.PI * R * C)),
);

/** The way in which the files of a filter are written; absent parts are as in a plain CSV file. */
interface FilterForm {
  readonly above?: string;
  readonly units?: { readonly parameters: readonly string[]; readonly outputs: readonly string[] };
  readonly separator?: string;
  readonly write?: (value: number, column: number) => string;
  readonly writeOutput?: (value: number) => string;
}

/** Writes the cut-off frequencies of RC filters: f = (1 - 0.0005 (T - 25)) / (2 π R C). */
export function writeFilters(form: FilterForm = {}): FilePair {
  const { above = "", units, separator, write = String, writeOutput = String } = form;
  const parameters = [
    ["R", "C", "T"],
    ...(units === undefined ? [] : [units.parameters]),
    ...FILTER_POINTS.map((point) => point.map(write)),
  ];
  const outputs = [
    ["fc"],
    ...(units === undefined ? [] : [units.outputs]),
    ...FILTER_FREQUENCIES.map((value) => [writeOutput(value)]),
  ];
  return {
    parameters: `${above}${joinCells(parameters, separator)}`,
    outputs: `${above}${joinCells(outputs, separator)}`,
  };
}

const prefixed = (value: number, scale: number, letter: string): string =>
  `${roundDigits(value / scale, 8)}${letter}`;

/** Writes 4700 as `4.7k` and 7.63e-10 as `0.763n`, and frequencies in `k`. */
export const writeSuffixes: Pick<FilterForm, "write" | "writeOutput"> = {
  write: (value, column) =>
    column === 1 ? prefixed(value, 1e-9, "n") : value >= 1_000 ? prefixed(value, 1_000, "k") : String(value),
  writeOutput: (value) => prefixed(value, 1_000, "k"),
};

/** The rows of curves over 0 ... 1, each with the values of one point. */
export interface Curves {
  readonly points: readonly (readonly number[])[];
  readonly grid: readonly number[];
  readonly values: readonly (readonly number[])[];
}

export function computeCurves(
  rows: number,
  pointCount: number,
  evaluate: (point: readonly number[], at: number) => number,
): Curves {
  const points = drawPoints(rows, 2);
  const grid = Array.from({ length: pointCount }, (_, at) => at / (pointCount - 1));
  return {
    points,
    grid,
    values: points.map((point) => grid.map((at) => roundDigits(evaluate(point, at), 6))),
  };
}

/** The answer of a damped oscillator with unit frequency to a step: 1 - exp(-z t) cos(t √(1 - z²)) for the damping z. */
export const computeStepResponse = ([w = 0, damping = 0]: readonly number[], at: number): number => {
  const z = 0.1 + 0.5 * damping;
  const time = 6 * (0.5 + w) * at;
  return 1 - Math.exp(-z * time) * Math.cos(time * Math.sqrt(1 - z * z));
};

/** Plates with ten positions each: y = (1 + 0.6 sin(5 u) cos(3 v)) sin(2 s) + v². */
export const computeOnPlate = ([u = 0, v = 0, s = 0]: readonly number[]): number =>
  (1 + 0.6 * Math.sin(5 * u) * Math.cos(3 * v)) * Math.sin(2 * s) + v * v;

/** Branin's function in its own units, x1 from -5 to 10 and x2 from 0 to 15. */
export function computeBranin([x1 = 0, x2 = 0]: readonly number[]): number {
  const valley = x2 - (5.1 * x1 * x1) / (4 * Math.PI ** 2) + (5 * x1) / Math.PI - 6;
  return valley ** 2 + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x1) + 10;
}

export { roundDigits };
