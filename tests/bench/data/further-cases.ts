/** Cases of our own, of the kinds of the folder of cases: other names, separators, sizes of groups, marks and forms of numbers. */
import { createRandom, type Random } from "../../../engine/math/random.ts";
import type { Cell, DataCase, Point } from "./issue-cases.ts";

const join = (rows: readonly (readonly Cell[])[], separator: string): string =>
  `${rows.map((row) => row.join(separator)).join("\n")}\n`;
const round = (value: number, digits = 6): number => Number(value.toPrecision(digits));

interface Circuit {
  readonly header?: readonly string[];
  readonly above?: string;
  readonly below?: string;
  readonly outputHeader?: string;
  readonly separator?: string;
  readonly write?: (value: number, column: number) => Cell;
  readonly writeOutput?: (value: number) => Cell;
}

const RESISTANCES = [470, 1_000, 2_200, 4_700, 10_000, 22_000];
const cutoff = (R: number, C: number, T: number) => (1 - 0.0005 * (T - 25)) / (2 * Math.PI * R * C);

/** A filter of 30 rows, written in the way of a case. */
function writeFilter(name: string, right: string, circuit: Circuit): DataCase {
  const random = createRandom(11);
  const { header = ["R", "C", "T"], above = "", below = "", separator = ",", outputHeader = "fc" } = circuit;
  const { write = (value) => value, writeOutput = (value) => value } = circuit;
  const rows = Array.from({ length: 30 }, (_, at) => [
    RESISTANCES[at % RESISTANCES.length] ?? 0,
    round(1e-9 * (0.5 + 3 * random.uniform()), 4),
    round(120 * random.uniform() - 40, 4),
  ]);
  const cells = rows.map((row) => row.map(write));
  const values = rows.map(([R = 1, C = 1, T = 0]) => writeOutput(round(cutoff(R, C, T), 8)));
  return {
    name,
    right,
    parameters: `${above}${header.join(separator)}\n${below}${join(cells, separator)}`,
    outputs: `${outputHeader}\n${values.join("\n")}\n`,
    truth: (point) => {
      const [R = 1, C = 1, T = 0] = Object.values(point).map(Number);
      return cutoff(R, C, T);
    },
  };
}

const suffix = (value: number): string => {
  const [scale, letter] =
    value >= 1e3 ? [1e3, "k"] : value >= 1 ? [1, ""] : value >= 1e-9 ? [1e-9, "n"] : [1e-12, "p"];
  return `${round(value / scale, 4)}${letter}`;
};
const embedded = (value: number): string => {
  const thousands = value / 1_000;
  return value < 1_000 ? `${value}R` : `${Math.floor(thousands)}k${Math.round((thousands % 1) * 10) || ""}`;
};
const FILTERS: readonly DataCase[] = [
  writeFilter("further: Excel's padded comments", "numbers", { above: "# tool,,\n#,,\n# date: 1,,\n" }),
  writeFilter("further: SPICE comments and tabs", "numbers", { above: "* deck\n* run 3\n", separator: "\t" }),
  writeFilter("further: exclamation marks", "numbers", { above: "! Touchstone\n! 2 ports\n" }),
  writeFilter("further: a title line", "numbers", { above: "Low pass filter, run 3 of May\n" }),
  writeFilter("further: a title line and a blank line", "numbers", { above: "Low pass filter\n\n" }),
  writeFilter("further: a title line with semicolons below", "numbers", {
    above: "Low pass filter\n",
    separator: ";",
  }),
  writeFilter("further: units behind a slash", "R in Ohm, C in F, T in degC", {
    header: ["R/Ohm", "C / F", "T/°C"],
    outputHeader: "fc/Hz",
  }),
  writeFilter("further: units behind 'in'", "R in Ohm", { header: ["R in Ohm", "C in F", "T in °C"] }),
  writeFilter("further: a row of units in brackets", "units", { below: "[Ohm],[F],[°C]\n" }),
  writeFilter("further: a title, a header and units", "units", {
    above: "Filter\n",
    below: "Ohm;F;°C\n",
    separator: ";",
  }),
  writeFilter("further: blanks", "numbers", { separator: "   " }),
  writeFilter("further: bars with blanks", "numbers", { separator: " | " }),
  writeFilter("further: semicolons and points", "numbers", { separator: ";" }),
  writeFilter("further: sep=tab", "numbers", { above: "sep=\t\n", separator: "\t" }),
  writeFilter("further: decimal commas and tabs", "numbers", {
    separator: "\t",
    write: (value) => String(value).replace(".", ","),
    writeOutput: (value) => String(value).replace(".", ","),
  }),
  writeFilter("further: points of thousands, decimal commas", "numbers", {
    separator: ";",
    write: (value, column) =>
      column === 0 ? String(value).replace(/(\d)(?=\d{3}$)/, "$1.") : String(value).replace(".", ","),
  }),
  writeFilter("further: quoted decimal commas", "numbers", {
    write: (value) => `"${String(value).replace(".", ",")}"`,
  }),
  writeFilter("further: apostrophes of thousands", "numbers", {
    write: (value, column) => (column === 0 ? String(value).replace(/(\d)(?=\d{3}$)/, "$1'") : value),
  }),
  writeFilter("further: blanks of thousands", "numbers", {
    separator: ";",
    write: (value, column) => (column === 0 ? String(value).replace(/(\d)(?=\d{3}$)/, "$1\u202f") : value),
  }),
  writeFilter("further: suffixes with units", "numbers", {
    write: (value, column) =>
      column === 0 ? `${suffix(value)}Ohm` : column === 1 ? `${suffix(value)}F` : `${value} °C`,
  }),
  writeFilter("further: 4k7", "numbers", {
    write: (value, column) => (column === 0 ? embedded(value) : value),
  }),
  writeFilter("further: Fortran and a true minus", "numbers", {
    write: (value, column) =>
      column === 1 ? value.toExponential(3).replace("e", "D") : String(value).replace("-", "\u2212"),
    writeOutput: (value) => value.toExponential(7).replace("e", "d"),
  }),
];

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
  const { draw = (source: Random) => names.map(() => round(source.uniform(), 8)) } = formula;
  const random = createRandom(5);
  const points = Array.from({ length: count }, (_, row) => draw(random, row));
  const values = points.map((point, row) => change(round(evaluate(point, random), 10), row));
  return {
    name,
    right,
    parameters: `${names.join(",")}\n${join(
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

const GAIN = ([a = 0, b = 0, c = 0]: readonly number[]) => 10 + Math.sin(3 * a) + b * c;
const mark = (rows: readonly number[], value: Cell) => (output: number, row: number) =>
  rows.includes(row) ? value : output;

const MARKS: readonly DataCase[] = [
  writeFormula("further: -999 in three rows", "rows named", {
    names: ["w", "l", "vt"],
    count: 90,
    evaluate: GAIN,
    change: mark([7, 30, 61], -999),
  }),
  writeFormula("further: 9.9e37 in two rows", "rows named", {
    names: ["w", "l", "vt"],
    count: 60,
    evaluate: GAIN,
    change: mark([7, 30], 9.9e37),
  }),
  writeFormula("further: 0 where nothing is near 0", "rows named", {
    names: ["w", "l", "vt"],
    count: 80,
    evaluate: GAIN,
    change: mark([3, 11, 29, 50], 0),
  }),
  writeFormula("further: one wrong row of 1e6", "row 17 named", {
    names: ["w", "l", "vt"],
    count: 120,
    evaluate: GAIN,
    change: mark([17], 1e6),
  }),
  writeFormula("further: one row a thousandfold", "row 17 named", {
    names: ["w", "l", "vt"],
    count: 120,
    evaluate: GAIN,
    change: (value, row) => (row === 17 ? value * 1_000 : value),
  }),
];

const DEPENDENT: readonly DataCase[] = [
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
      return [a, b, a + 2 * b, random.uniform()].map((value) => round(value, 8));
    },
    evaluate: ([a = 0, b = 0, , t = 0]) => a * b + t,
  }),
  writeFormula("further: a run number from 1", "counter is fixed", {
    names: ["run", "a", "b"],
    count: 60,
    draw: (random, row) => [row + 1, round(random.uniform()), round(random.uniform())],
    evaluate: ([, a = 0, b = 0]) => Math.sin(3 * a) + b * b,
  }),
  writeFormula("further: a run number in steps of 10, a grid", "counter is fixed", {
    names: ["a", "b", "sample"],
    count: 64,
    draw: (_, row) => [(row % 8) / 7, Math.floor(row / 8) / 7, 10 * row].map((value) => round(value)),
    evaluate: ([a = 0, b = 0]) => Math.sin(3 * a) + b * b,
  }),
  writeFormula("further: the nominal run 52 times and 12 others", "trained on the different points", {
    names: ["a", "b"],
    count: 64,
    draw: (random, row) =>
      row % 16 < 13 ? [0.5, 0.5] : [random.uniform(), random.uniform()].map((value) => round(value)),
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
        round(device.uniform() + 1e-5 * random.normal()),
        round(device.uniform() + 1e-5 * random.normal()),
        round((row % 21) / 20 + 1e-4 * random.normal()),
      ];
    },
    evaluate: ([w = 0, l = 0, v = 0]) => (0.5 + w) * Math.log(1 + Math.exp(8 * (v - 0.3 - 0.3 * l))),
  }),
  writeFormula("further: 12 curves of 9, sweep first", "12 devices are units", {
    names: ["f", "gain", "q"],
    count: 12 * 9,
    draw: (_, row) => {
      const device = createRandom(77, row % 12);
      return [Math.floor(row / 12) + 1, round(device.uniform()), round(device.uniform())];
    },
    evaluate: ([f = 0, a = 0, q = 0]) => Math.sin(4 * a + f / 4) * (1 + q * q),
  }),
  writeFormula("further: growing noise, 25 x 6", "bounds follow the noise", {
    names: ["x"],
    count: 150,
    draw: (_, row) => [round(Math.floor(row / 6) / 24)],
    evaluate: ([x = 0], random) => 2 - x + (0.01 + 0.3 * x) * random.normal(),
  }),
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
const PHASES: readonly DataCase[] = [
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

const INPUTS_OF_CURVES = (random: Random, count: number) =>
  Array.from({ length: count }, () => [round(random.uniform()), round(random.uniform())]);

function writeCurves(
  name: string,
  right: string,
  write: (point: readonly number[], at: readonly number[]) => Cell,
  further: Partial<DataCase> = {},
  header = "id",
): DataCase {
  const random = createRandom(19);
  const points = INPUTS_OF_CURVES(random, 40);
  const grid = Array.from({ length: 21 }, (_, at) => at / 20);
  return {
    name,
    right,
    parameters: `w,l\n${join(points, ",")}`,
    outputs: `${header}\n${points.map((point) => write(point, grid)).join("\n")}\n`,
    ...further,
  };
}
const response = ([w = 0, l = 0]: readonly number[], at: number) =>
  round(Math.exp(-(1 + 2 * l) * at) * Math.cos((2 + 3 * w) * at), 6);
const numbered = (write: (at: number) => string) =>
  Array.from({ length: 21 }, (_, at) => write(at)).join(",");
const asColumns = (point: readonly number[], grid: readonly number[]) =>
  grid.map((at) => response(point, at)).join(",");
const JOINED = { options: { join_numbered_columns: true } };

const CURVES: readonly DataCase[] = [
  writeCurves(
    "further: columns y[0] .. y[20]",
    "one curve",
    asColumns,
    JOINED,
    numbered((at) => `y[${at}]`),
  ),
  writeCurves(
    "further: columns y1 .. y21",
    "one curve",
    asColumns,
    JOINED,
    numbered((at) => `y${at + 1}`),
  ),
  writeCurves(
    "further: columns y_00 .. y_20",
    "one curve",
    asColumns,
    JOINED,
    numbered((at) => `y_${String(at).padStart(2, "0")}`),
  ),
  writeCurves(
    "further: columns id(0) .. id(20)",
    "one curve",
    asColumns,
    JOINED,
    numbered((at) => `id(${at})`),
  ),
  writeCurves(
    "further: columns Id@0V .. Id@1V",
    "one curve over the values",
    asColumns,
    JOINED,
    numbered((at) => `Id@${at / 20}V`),
  ),
  writeCurves(
    "further: numpy's lists with scalars",
    "curves",
    (point, grid) => `"[${grid.map((at) => `np.float64(${response(point, at)})`).join(", ")}]"`,
  ),
  writeCurves(
    "further: numpy's shortened lists",
    "refused: numpy shortened",
    (point, grid) =>
      `"[${grid
        .slice(0, 3)
        .map((at) => response(point, at))
        .join(" ")} ... ${response(point, 1)}]"`,
  ),
  writeCurves(
    "further: lists with semicolons",
    "curves or refused",
    (point, grid) => `"[${grid.map((at) => response(point, at)).join("; ")}]"`,
  ),
  writeCurves(
    "further: arrays printed by repr",
    "curves",
    (point, grid) => `"array([${grid.map((at) => response(point, at)).join(", ")}])"`,
  ),
  writeCurves(
    "further: own frequency grids of own lengths",
    "resampled, said",
    (point, grid) => {
      const count = 30 + Math.floor(20 * (point[0] ?? 0));
      const places = Array.from({ length: count }, (_, at) => round(10 ** (2 + (3 * at) / (count - 1))));
      const values = places.map((f) =>
        round(1 / Math.hypot(1, f / (500 + 5_000 * (point[1] ?? 0))) + 0 * grid.length),
      );
      return `"[${places.join(",")}]","[${values.join(",")}]"`;
    },
    {},
    "freq,mag",
  ),
  writeCurves(
    "further: complex numbers in brackets",
    "two outputs",
    (point) => `(${response(point, 0.3)}${response(point, 0.7) < 0 ? "" : "+"}${response(point, 0.7)}j)`,
    { options: { complex_as_parts: true } },
    "s11",
  ),
  writeCurves(
    "further: complex numbers with i and blanks",
    "two outputs",
    (point) =>
      `${response(point, 0.3)} ${response(point, 0.7) < 0 ? "-" : "+"} ${Math.abs(response(point, 0.7))}i`,
    { options: { complex_as_polar: true } },
    "s11",
  ),
];

const LEVELS: readonly DataCase[] = [
  writeFormula(
    "further: a corner in one row, by number",
    "trained on and named",
    {
      names: ["x", "corner"],
      count: 50,
      draw: (random, row) => [round(random.uniform()), row === 23 ? 3 : row % 3],
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
    draw: (random, row) => [round(random.uniform()), row],
    write: (value, column) => (column === 1 ? `run_${value}x` : value),
    evaluate: ([a = 0]) => a,
  }),
];

export const FURTHER_CASES: readonly DataCase[] = [
  ...FILTERS,
  ...MARKS,
  ...DEPENDENT,
  ...PHASES,
  ...CURVES,
  ...LEVELS,
];
