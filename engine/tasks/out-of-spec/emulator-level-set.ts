/** The score that an emulator predicts, as a level set. */
import type { Axis } from "../../designs/axes.ts";
import type { Emulator, EmulatorInput } from "../../models/emulator.ts";
import type { EmulatorObjective } from "../optimization/emulator/emulator-objective.ts";
import { cellOf, hasCells, middleOf } from "../search-space.ts";
import { type KnownRows, knownRows } from "../yield/known-rows.ts";
import type { LevelSet } from "./level-set.ts";

export function emulatorLevelSet(
  objective: EmulatorObjective,
  emulator: Pick<Emulator, "inputs" | "trainingPoints">,
): LevelSet {
  const { axes } = objective.space;
  return {
    axes,
    rows: rowsInCube(objective, emulator),
    scores: (points) =>
      Float64Array.from(objective.rate(points), ({ score }) => (Number.isFinite(score) ? score : Number.NaN)),
    bands: (points) => objective.bands(points),
    weight: (point) => uniformDensity(axes, point),
  };
}

function rowsInCube(
  { space: { axes, columns, fill, initialPoint } }: EmulatorObjective,
  emulator: Pick<Emulator, "inputs" | "trainingPoints">,
): KnownRows {
  const { inputs } = emulator;
  const nominal = new Float64Array(inputs.length);
  fill(initialPoint, nominal, 0);
  const dimensions = axes.map((axis, a) => ({
    column: columns[a],
    place: (code: number) => fractionOf(axis, inputs[columns[a]], code),
  }));
  return knownRows(emulator, dimensions, nominal);
}

/** Of an input's value or code; not a number where the axis has no cell for it. */
function fractionOf(axis: Axis, input: EmulatorInput, code: number): number {
  if (!hasCells(axis)) return axis.place(code);
  const cell =
    input.kind === "categorical"
      ? Array.from({ length: axis.count }, (_, at) => String(axis.value(at))).indexOf(input.levels[code])
      : Math.round(code - Number(axis.value(0)));
  return cell >= 0 && cell < axis.count ? middleOf(axis, cell) : Number.NaN;
}

/** Of an axis, in differences of values that are smooth. */
const STEP = 1e-6;

/** Along axes that are searched by decade, large values take less of the cube than of the range. */
export function uniformDensity(axes: readonly Axis[], point: Float64Array): number {
  return axes.reduce((product, axis, a) => product * densityAlong(axis, point[a]), 1);
}

function densityAlong(axis: Axis, fraction: number): number {
  if (axis.isChoice) return 1;
  if (hasCells(axis)) {
    const cell = cellOf(axis, fraction);
    return 1 / axis.count / (axis.edge(cell + 1) - axis.edge(cell));
  }
  const [below, above] = [Math.max(0, fraction - STEP), Math.min(1, fraction + STEP)];
  const range = Number(axis.value(1)) - Number(axis.value(0));
  if (range === 0) return 1;
  return (Number(axis.value(above)) - Number(axis.value(below))) / (above - below) / range;
}
