/** Curves as lists and as columns, grids of their own, and complex numbers. */
import { createRandom, type Random } from "../../../../engine/math/random.ts";
import type { Cell } from "../../../support/engine/file-jobs.ts";
import type { DataCase } from "./data-case.ts";
import { joinCells, roundDigits } from "./write-cells.ts";

const drawInputs = (random: Random, count: number) =>
  Array.from({ length: count }, () => [roundDigits(random.uniform()), roundDigits(random.uniform())]);

function writeCurves(
  name: string,
  right: string,
  write: (point: readonly number[], at: readonly number[]) => Cell,
  further: Partial<DataCase> = {},
  header = "id",
): DataCase {
  const random = createRandom(19);
  const points = drawInputs(random, 40);
  const grid = Array.from({ length: 21 }, (_, at) => at / 20);
  return {
    name,
    right,
    parameters: `w,l\n${joinCells(points, ",")}`,
    outputs: `${header}\n${points.map((point) => write(point, grid)).join("\n")}\n`,
    ...further,
  };
}
const response = ([w = 0, l = 0]: readonly number[], at: number) =>
  roundDigits(Math.exp(-(1 + 2 * l) * at) * Math.cos((2 + 3 * w) * at), 6);
const numbered = (write: (at: number) => string) =>
  Array.from({ length: 21 }, (_, at) => write(at)).join(",");
const asColumns = (point: readonly number[], grid: readonly number[]) =>
  grid.map((at) => response(point, at)).join(",");
const JOINED_COLUMNS = { options: { join_numbered_columns: true } };

export const CURVE_CASES: readonly DataCase[] = [
  writeCurves(
    "further: columns y[0] .. y[20]",
    "one curve",
    asColumns,
    JOINED_COLUMNS,
    numbered((at) => `y[${at}]`),
  ),
  writeCurves(
    "further: columns y1 .. y21",
    "one curve",
    asColumns,
    JOINED_COLUMNS,
    numbered((at) => `y${at + 1}`),
  ),
  writeCurves(
    "further: columns y_00 .. y_20",
    "one curve",
    asColumns,
    JOINED_COLUMNS,
    numbered((at) => `y_${String(at).padStart(2, "0")}`),
  ),
  writeCurves(
    "further: columns id(0) .. id(20)",
    "one curve",
    asColumns,
    JOINED_COLUMNS,
    numbered((at) => `id(${at})`),
  ),
  writeCurves(
    "further: columns Id@0V .. Id@1V",
    "one curve over the values",
    asColumns,
    JOINED_COLUMNS,
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
      const places = Array.from({ length: count }, (_, at) =>
        roundDigits(10 ** (2 + (3 * at) / (count - 1))),
      );
      const values = places.map((f) =>
        roundDigits(1 / Math.hypot(1, f / (500 + 5_000 * (point[1] ?? 0))) + 0 * grid.length),
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
