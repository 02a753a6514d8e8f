/** Filters of 30 rows, written with other separators, comments, titles, units and forms of numbers. */
import { createRandom } from "../../../../engine/math/random.ts";
import type { Cell } from "../../../support/engine/file-jobs.ts";
import type { DataCase } from "./data-case.ts";
import { joinCells, roundDigits } from "./write-cells.ts";

interface Circuit {
  readonly header?: readonly string[];
  readonly above?: string;
  readonly below?: string;
  readonly outputHeader?: string;
  readonly separator?: string;
  readonly write?: (value: number, column: number) => Cell;
  readonly writeOutput?: (value: number) => Cell;
}

const RESISTANCES_OHM = [470, 1_000, 2_200, 4_700, 10_000, 22_000];
const cutoff = (R: number, C: number, T: number) => (1 - 0.0005 * (T - 25)) / (2 * Math.PI * R * C);

/** A filter of 30 rows, written in the way of a case. */
function writeFilter(name: string, right: string, circuit: Circuit): DataCase {
  const random = createRandom(11);
  const { header = ["R", "C", "T"], above = "", below = "", separator = ",", outputHeader = "fc" } = circuit;
  const { write = (value) => value, writeOutput = (value) => value } = circuit;
  const rows = Array.from({ length: 30 }, (_, at) => [
    RESISTANCES_OHM[at % RESISTANCES_OHM.length] ?? 0,
    roundDigits(1e-9 * (0.5 + 3 * random.uniform()), 4),
    roundDigits(120 * random.uniform() - 40, 4),
  ]);
  const cells = rows.map((row) => row.map(write));
  const values = rows.map(([R = 1, C = 1, T = 0]) => writeOutput(roundDigits(cutoff(R, C, T), 8)));
  return {
    name,
    right,
    parameters: `${above}${header.join(separator)}\n${below}${joinCells(cells, separator)}`,
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
  return `${roundDigits(value / scale, 4)}${letter}`;
};
const embedded = (value: number): string => {
  const thousands = value / 1_000;
  return value < 1_000 ? `${value}R` : `${Math.floor(thousands)}k${Math.round((thousands % 1) * 10) || ""}`;
};
export const FILTER_CASES: readonly DataCase[] = [
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
