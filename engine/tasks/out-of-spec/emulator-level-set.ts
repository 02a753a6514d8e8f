/** The score that an emulator predicts, as a level set. */
import type { Axis } from "../../designs/axes.ts";
import type { Emulator, EmulatorInput } from "../../models/emulator.ts";
import type { EmulatorObjective } from "../optimization/emulator/emulator-objective.ts";
import { type EmulatorSpace, isFeasible } from "../optimization/emulator/emulator-space.ts";
import { quasiRandom } from "../optimization/emulator/screening.ts";
import { cellOf, hasCells, middleOf } from "../search-space.ts";
import { type KnownRows, knownRows } from "../yield/known-rows.ts";
import type { Domain, LevelSet, ScoreBand } from "./level-set.ts";

export function emulatorLevelSet(
  objective: EmulatorObjective,
  emulator: Pick<Emulator, "inputs" | "trainingPoints">,
): LevelSet {
  const { space } = objective;
  const { axes } = space;
  const rows = rowsInCube(objective, emulator);
  const scores = (points: readonly Float64Array[]): Float64Array =>
    Float64Array.from(objective.rate(points), ({ score }) => (Number.isFinite(score) ? score : Number.NaN));
  if (space.follower === null)
    return {
      axes,
      rows,
      scores,
      bands: (points) => objective.bands(points),
      weight: (point) => uniformDensity(axes, point),
    };
  const { domain, meanWeight } = measureDomain(space);
  return {
    axes,
    rows,
    domain,
    scores: (points) => scores(points).map((score, i) => (domain.contains(points[i]) ? score : Number.NaN)),
    bands: (points) =>
      objective.bands(points).map((band, i) => (domain.contains(points[i]) ? band : NO_BAND)),
    weight: (point) => uniformDensity(axes, point) / meanWeight,
  };
}

const NO_BAND: ScoreBand = { score: Number.NaN, lower: Number.NaN, upper: Number.NaN };
/** Points of the cube by which its feasible part is measured: its share is known to about 1%. */
const MEASURED_WITH = 16_384;

/** The feasible part of the cube, and the mean density over it of designs that are uniform over the ranges. */
function measureDomain(space: EmulatorSpace): { domain: Domain; meanWeight: number } {
  const { axes } = space;
  const points = quasiRandom(axes, { seed: 1, from: 0, count: MEASURED_WITH });
  const feasible = points.filter((point) => isFeasible(space, point));
  const weight = feasible.reduce((sum, point) => sum + uniformDensity(axes, point), 0);
  return {
    // Of a domain that no point has met, at most about one part in so many.
    domain: {
      contains: (point) => isFeasible(space, point),
      share: Math.max(1, feasible.length) / MEASURED_WITH,
    },
    meanWeight: feasible.length === 0 ? 1 : weight / feasible.length,
  };
}

function rowsInCube(
  { space: { axes, columns, fill, initialPoint, follower } }: EmulatorObjective,
  emulator: Pick<Emulator, "inputs" | "trainingPoints">,
): KnownRows {
  // What follows from the varied inputs is not held at its nominal value.
  const inputs = emulator.inputs.map((input, column) =>
    column === follower?.column ? { ...input, used: false } : input,
  );
  const nominal = new Float64Array(inputs.length);
  fill(initialPoint, nominal, 0);
  const dimensions = axes.map((axis, a) => ({
    column: columns[a],
    place: (code: number) => fractionOf(axis, inputs[columns[a]], code),
  }));
  return knownRows({ inputs, trainingPoints: () => emulator.trainingPoints() }, dimensions, nominal);
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
