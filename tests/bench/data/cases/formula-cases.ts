/** Functions at random points: marks of failed runs, rows that are not independent, noise, rare events, angles and levels. */
import { createRandom, type Random } from "../../../../engine/math/random.ts";
import type { Cell } from "../../../support/engine/file-jobs.ts";
import type { DataCase, Point } from "./data-case.ts";
import { joinCells, roundDigits } from "./write-cells.ts";

interface Formula {
  readonly names: readonly string[];
  readonly count: number;
  readonly evaluate: (point: readonly number[], random: Random) => number;
  readonly draw?: (random: Random, row: number) => number[];
  readonly change?: (value: number, row: number) => Cell;
  readonly write?: (value: number, column: number) => Cell;
  readonly outputName?: string;
}

/** Rows of inputs uniform on 0 .. 1 unless a case draws them otherwise. */
function writeFormula(
  name: string,
  right: string,
  formula: Formula,
  further: Partial<DataCase> = {},
): DataCase {
  const { names, count, evaluate, outputName = "y" } = formula;
  const { change = (value) => value, write = (value) => value } = formula;
  const { draw = (source: Random) => names.map(() => roundDigits(source.uniform(), 8)) } = formula;
  const random = createRandom(5);
  const points = Array.from({ length: count }, (_, row) => draw(random, row));
  const values = points.map((point, row) => change(roundDigits(evaluate(point, random), 10), row));
  return {
    name,
    right,
    parameters: `${names.join(",")}\n${joinCells(
      points.map((point) => point.map(write)),
      ",",
    )}`,
    outputs: `${outputName}\n${values.join("\n")}\n`,
    truth: (point: Point) =>
      evaluate(
        names.map((column) => Number(point[column])),
        createRandom(1),
      ),
    ...further,
  };
}

const GAIN_FORMULA = ([a = 0, b = 0, c = 0]: readonly number[]) => 10 + Math.sin(3 * a) + b * c;
const mark = (rows: readonly number[], value: Cell) => (output: number, row: number) =>
  rows.includes(row) ? value : output;

const MARKED_CASES: readonly DataCase[] = [
  writeFormula("further: -999 in three rows", "rows named", {
    names: ["w", "l", "vt"],
    count: 90,
    evaluate: GAIN_FORMULA,
    change: mark([7, 30, 61], -999),
  }),
  writeFormula("further: 9.9e37 in two rows", "rows named", {
    names: ["w", "l", "vt"],
    count: 60,
    evaluate: GAIN_FORMULA,
    change: mark([7, 30], 9.9e37),
  }),
  writeFormula("further: 0 where nothing is near 0", "rows named", {
    names: ["w", "l", "vt"],
    count: 80,
    evaluate: GAIN_FORMULA,
    change: mark([3, 11, 29, 50], 0),
  }),
  writeFormula("further: one wrong row of 1e6", "row 17 named", {
    names: ["w", "l", "vt"],
    count: 120,
    evaluate: GAIN_FORMULA,
    change: mark([17], 1e6),
  }),
  writeFormula("further: one row a thousandfold", "row 17 named", {
    names: ["w", "l", "vt"],
    count: 120,
    evaluate: GAIN_FORMULA,
    change: (value, row) => (row === 17 ? value * 1_000 : value),
  }),
];

const DEPENDENT_CASES: readonly DataCase[] = [
  writeFormula("further: four shares in percent", "sum of 100 is said", {
    names: ["cement", "water", "sand", "ash"],
    count: 70,
    draw: (random) => {
      const parts = Array.from({ length: 4 }, () => -Math.log(random.uniform()));
      const sum = parts.reduce((total, part) => total + part, 0);
      const [a = 0, b = 0, c = 0] = parts.map((part) => Number(((100 * part) / sum).toFixed(1)));
      return [a, b, c, Number((100 - a - b - c).toFixed(1))];
    },
    evaluate: ([a = 0, b = 0, c = 0]) => (a * b) / 1_000 + c / 100,
  }),
  writeFormula("further: a relation of lengths", "l1 + 2 l2 - w = 0 is said", {
    names: ["l1", "l2", "w", "t"],
    count: 60,
    draw: (random) => {
      const [a, b] = [random.uniform(), random.uniform()];
      return [a, b, a + 2 * b, random.uniform()].map((value) => roundDigits(value, 8));
    },
    evaluate: ([a = 0, b = 0, , t = 0]) => a * b + t,
  }),
  writeFormula("further: a run number from 1", "counter is fixed", {
    names: ["run", "a", "b"],
    count: 60,
    draw: (random, row) => [row + 1, roundDigits(random.uniform()), roundDigits(random.uniform())],
    evaluate: ([, a = 0, b = 0]) => Math.sin(3 * a) + b * b,
  }),
  writeFormula("further: a run number in steps of 10, a grid", "counter is fixed", {
    names: ["a", "b", "sample"],
    count: 64,
    draw: (_, row) => [(row % 8) / 7, Math.floor(row / 8) / 7, 10 * row].map((value) => roundDigits(value)),
    evaluate: ([a = 0, b = 0]) => Math.sin(3 * a) + b * b,
  }),
  writeFormula("further: the nominal run 52 times and 12 others", "trained on the different points", {
    names: ["a", "b"],
    count: 64,
    draw: (random, row) =>
      row % 16 < 13 ? [0.5, 0.5] : [random.uniform(), random.uniform()].map((value) => roundDigits(value)),
    evaluate: ([a = 0, b = 0]) => a + b,
  }),
  writeFormula("further: a central composite design, 6 centre runs", "R2 1", {
    names: ["a", "b", "c"],
    count: 20,
    draw: (_, row) => {
      if (row < 8) return [row & 1, (row >> 1) & 1, (row >> 2) & 1].map((bit) => 2 * bit - 1);
      if (row >= 14) return [0, 0, 0];
      const axis = (row - 8) >> 1;
      return [0, 1, 2].map((at) => (at === axis ? (row % 2 === 0 ? 1.682 : -1.682) : 0));
    },
    evaluate: ([a = 0, b = 0, c = 0]) => 3 + a + 2 * a * b + c * c - 0.5 * b,
  }),
  writeFormula("further: sweeps with jitter", "40 devices are units", {
    names: ["w", "l", "vgs"],
    count: 40 * 21,
    draw: (random, row) => {
      const device = createRandom(31, Math.floor(row / 21));
      return [
        roundDigits(device.uniform() + 1e-5 * random.normal()),
        roundDigits(device.uniform() + 1e-5 * random.normal()),
        roundDigits((row % 21) / 20 + 1e-4 * random.normal()),
      ];
    },
    evaluate: ([w = 0, l = 0, v = 0]) => (0.5 + w) * Math.log(1 + Math.exp(8 * (v - 0.3 - 0.3 * l))),
  }),
  writeFormula("further: 12 curves of 9, sweep first", "12 devices are units", {
    names: ["f", "gain", "q"],
    count: 12 * 9,
    draw: (_, row) => {
      const device = createRandom(77, row % 12);
      return [Math.floor(row / 12) + 1, roundDigits(device.uniform()), roundDigits(device.uniform())];
    },
    evaluate: ([f = 0, a = 0, q = 0]) => Math.sin(4 * a + f / 4) * (1 + q * q),
  }),
  writeFormula(
    "further: growing noise, 25 x 6",
    "bounds follow the noise",
    {
      names: ["x"],
      count: 150,
      draw: (_, row) => [roundDigits(Math.floor(row / 6) / 24)],
      evaluate: ([x = 0], random) => 2 - x + (0.01 + 0.3 * x) * random.normal(),
    },
    { truth: ({ x }) => 2 - Number(x) },
  ),
  writeFormula("further: rare events, 3 of 60", "not usable", {
    names: ["a", "b"],
    count: 60,
    evaluate: (_, random) => Number(random.uniform() < 0.05),
  }),
  writeFormula("further: one event in 200", "cannot be measured or not usable", {
    names: ["a", "b", "c"],
    count: 200,
    evaluate: () => 0,
    change: mark([77], 2),
  }),
  writeFormula("further: twelve rows of three inputs", "few rows are said", {
    names: ["a", "b", "c"],
    count: 12,
    evaluate: ([a = 0, b = 0, c = 0]) => Math.sin(6 * a) * Math.cos(4 * b) + c,
  }),
];

const wrap = (value: number, low: number, period: number) =>
  value - period * Math.floor((value - low) / period);
const PHASE_CASES: readonly DataCase[] = [
  writeFormula("further: an angle in radians", "noticed", {
    names: ["a", "b", "c"],
    count: 150,
    evaluate: ([a = 0, b = 0, c = 0]) => wrap(-4 * a - 3 * b * c + 1, -Math.PI, 2 * Math.PI),
  }),
  writeFormula("further: an angle from 0 to 360", "noticed", {
    names: ["a", "b"],
    count: 200,
    evaluate: ([a = 0, b = 0]) => wrap(400 * a - 200 * b, 0, 360),
  }),
];

const LEVEL_CASES: readonly DataCase[] = [
  writeFormula(
    "further: a corner in one row, by number",
    "trained on and named",
    {
      names: ["x", "corner"],
      count: 50,
      draw: (random, row) => [roundDigits(random.uniform()), row === 23 ? 3 : row % 3],
      write: (value, column) => (column === 1 ? (["slow", "fast", "typ", "cold"][value] ?? "") : value),
      evaluate: ([x = 0, corner = 0]) => Math.cos(4 * x) + 2 * corner,
    },
    {
      truth: (point) =>
        Math.cos(4 * Number(point.x)) + 2 * ["slow", "fast", "typ", "cold"].indexOf(String(point.corner)),
    },
  ),
  writeFormula("further: names of runs as a column", "refused as a category", {
    names: ["a", "run"],
    count: 40,
    draw: (random, row) => [roundDigits(random.uniform()), row],
    write: (value, column) => (column === 1 ? `run_${value}x` : value),
    evaluate: ([a = 0]) => a,
  }),
];

export const FORMULA_CASES: readonly DataCase[] = [
  ...MARKED_CASES,
  ...DEPENDENT_CASES,
  ...PHASE_CASES,
  ...LEVEL_CASES,
];
