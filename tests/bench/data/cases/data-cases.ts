/** Inputs on which programs of this field are wrong and sure: those of a folder with notes, and further ones of each kind. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CURVE_CASES } from "./curve-cases.ts";
import type { DataCase, Point } from "./data-case.ts";
import { FILTER_CASES } from "./filter-cases.ts";
import { FORMULA_CASES } from "./formula-cases.ts";

type KnownCase = Pick<DataCase, "options" | "truth" | "right">;

/** A folder of cases, each with parameters.csv and outputs.csv. */
const CASES_FOLDER = process.env.BENCH_CASES ?? join(import.meta.dirname, "../../../../../shared/cases");

const at = (point: Point, name: string): number => Number(point[name]);
const cutoffFrequency = (point: Point): number =>
  (1 - 0.0005 * (at(point, "T") - 25)) / (2 * Math.PI * at(point, "R") * at(point, "C"));
const CUTOFF_CASE: KnownCase = { truth: cutoffFrequency, right: "numbers are read; R2 0.9999999998" };
const LEVEL_OFFSETS: Readonly<Record<string, number>> = { tt: 0, ff: 1, ss: -1, sf: 4 };

/** Branin's function in its own units, -5 .. 10 and 0 .. 15. */
function computeBranin(x1: number, x2: number): number {
  const valley = x2 - (5.1 * x1 * x1) / (4 * Math.PI ** 2) + (5 * x1) / Math.PI - 6;
  return valley ** 2 + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x1) + 10;
}

const KNOWN_CASES: Readonly<Record<string, KnownCase>> = {
  "comment-lines": CUTOFF_CASE,
  "complex-values": { options: { complex_as_parts: true }, right: "two outputs by choice" },
  "curve-in-columns": { options: { join_numbered_columns: true }, right: "one curve of 41 points by choice" },
  "decimal-commas": CUTOFF_CASE,
  "engineering-suffixes": CUTOFF_CASE,
  "failed-runs-as-1e30": {
    truth: (point) => 2 + Math.sin(3 * at(point, "a")) + at(point, "b") * at(point, "c"),
    right: "six rows named, offered as missing; then R2 1.00000, bounds 99.2%",
  },
  "level-in-one-row": {
    truth: (point) => Math.sin(3 * at(point, "x")) + (LEVEL_OFFSETS[String(point.corner)] ?? 0),
    right: "sf is trained on and named; 4.7 at x 0.24",
  },
  "noise-that-grows": {
    truth: (point) => 1 + Math.sin(3 * at(point, "x")),
    right: "bounds of values hold 92 to 98%, 88% in every fifth",
  },
  "nominal-run-repeated": {
    truth: (point) => at(point, "a") + at(point, "b"),
    right: "trained on at least two different points; validation of different points",
  },
  "numpy-lists": { right: "curves of 9 points" },
  "own-time-grid": { right: "resampled onto one grid, said; R2 0.997" },
  "phase-that-wraps": {
    options: { unwrap_angles: true },
    truth: (point) => -200 * at(point, "a") - 150 * at(point, "b") * at(point, "c") + 60,
    right: "angle is noticed; unwrapped by choice",
  },
  "pipes-between-cells": CUTOFF_CASE,
  "rare-event": { right: "not usable: cannot be measured" },
  "row-number-as-input": {
    truth: (point) => Math.sin(3 * at(point, "a")) + at(point, "b") ** 2,
    right: "the counter is named and fixed",
  },
  "sep-line": CUTOFF_CASE,
  "sums-to-one": {
    truth: ({ resin, filler, solvent }) =>
      4 * Number(resin) * Number(filler) + 0.6 * Number(solvent) + Number(resin) * Number(solvent),
    right: "resin + filler + solvent = 1 is said and kept",
  },
  "ten-rows-of-branin": {
    truth: (point) => computeBranin(at(point, "x1"), at(point, "x2")),
    right: "few rows are said; scikit-learn on ten rows 0.69",
  },
  "ten-sweeps-of-ten": {
    truth: (point) =>
      (1 + 0.6 * Math.sin(5 * at(point, "u")) * Math.cos(3 * at(point, "v"))) * Math.sin(2 * at(point, "s")) +
      at(point, "v") ** 2,
    right: "ten plates are units; error shown near 29%",
  },
  "thousands-separators": {
    truth: (point) => at(point, "R") * at(point, "C"),
    right: "10,000 is read as ten thousand, and said",
  },
  "two-modes-two-inputs": {
    truth: (point) => {
      const distance = (mode: number) => (at(point, "p") - mode) ** 2 + (at(point, "q") - mode) ** 2;
      const exponents = [
        Math.log(0.7) - distance(0.25) / (2 * 0.05 ** 2),
        Math.log(0.3) - distance(0.8) / (2 * 0.05 ** 2),
      ];
      const largest = Math.max(...exponents);
      return largest + Math.log(exponents.reduce((sum, value) => sum + Math.exp(value - largest), 0));
    },
    right: "69.99% near 0.25",
  },
  "unit-row": { ...CUTOFF_CASE, right: "units are taken" },
};

export function listCases(): DataCase[] {
  const furtherCases = [...FILTER_CASES, ...FORMULA_CASES, ...CURVE_CASES];
  if (!existsSync(CASES_FOLDER)) return furtherCases;
  const names = globSync("*/parameters.csv", { cwd: CASES_FOLDER }).map((file) => file.split("/")[0] ?? "");
  const casesOfFolder = names.sort().map((name): DataCase => {
    const [parameters = "", outputs = ""] = ["parameters.csv", "outputs.csv"].map((file) =>
      readFileSync(join(CASES_FOLDER, name, file), "utf8"),
    );
    return { right: "", ...KNOWN_CASES[name], name, parameters, outputs };
  });
  return [...casesOfFolder, ...furtherCases];
}
