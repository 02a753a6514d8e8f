/** The score that an emulator predicts, as a level set. */
import type { Axis } from "../../designs/axes.ts";
import type { EmulatorObjective } from "../optimization/emulator/emulator-objective.ts";
import { cellOf, hasCells } from "../search-space.ts";
import type { LevelSet } from "./level-set.ts";

/** @param rows of the training */
export function emulatorLevelSet(objective: EmulatorObjective, rows: number): LevelSet {
  const { axes } = objective.space;
  return {
    axes,
    rows,
    scores: (points) =>
      Float64Array.from(objective.rate(points), ({ score }) => (Number.isFinite(score) ? score : Number.NaN)),
    bands: (points) => objective.bands(points),
    weight: (point) => uniformDensity(axes, point),
  };
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
