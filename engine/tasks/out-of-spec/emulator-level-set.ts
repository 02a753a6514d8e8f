/** The level set of the score that an emulator predicts. */
import type { Axis } from "../../designs/axes.ts";
import type { Emulator, EmulatorInput } from "../../models/emulator.ts";
import type { EmulatorObjective } from "../optimization/emulator/emulator-objective.ts";
import { type EmulatorSpace, isFeasible } from "../optimization/emulator/emulator-space.ts";
import { quasiRandom } from "../optimization/emulator/screening.ts";
import { computeMiddle, findCell, hasCells } from "../search-space.ts";
import { type KnownRows, knownRows } from "../yield/known-rows.ts";
import type { Domain, LevelSet, ScoreBand } from "./level-set.ts";

export function createEmulatorLevelSet(
  objective: EmulatorObjective,
  emulator: Pick<Emulator, "inputs" | "trainingPoints">,
): LevelSet {
  const { space } = objective;
  const { axes } = space;
  const rows = mapRowsToCube(objective, emulator);
  const scores = (points: readonly Float64Array[]): Float64Array =>
    Float64Array.from(objective.rate(points), ({ score }) => (Number.isFinite(score) ? score : Number.NaN));
  if (space.follower === null)
    return {
      axes,
      rows,
      scores,
      bands: (points) => objective.bands(points),
      weight: (point) => computeUniformDensity(axes, point),
    };
  const { domain, meanWeight } = measureDomain(space);
  return {
    axes,
    rows,
    domain,
    scores: (points) => scores(points).map((score, i) => (domain.contains(points[i]) ? score : Number.NaN)),
    bands: (points) =>
      objective.bands(points).map((band, i) => (domain.contains(points[i]) ? band : UNDEFINED_BAND)),
    weight: (point) => computeUniformDensity(axes, point) / meanWeight,
  };
}

const UNDEFINED_BAND: ScoreBand = { score: Number.NaN, lower: Number.NaN, upper: Number.NaN };
/**
 * The number of points of the cube that measure its feasible part: its share has a standard error of at most 0.4%.
 */
const DOMAIN_SAMPLE_COUNT = 16_384;

/**
 * Measures the feasible part of the cube, and the mean density over it of designs that are uniform over the ranges.
 */
function measureDomain(space: EmulatorSpace): { domain: Domain; meanWeight: number } {
  const { axes } = space;
  const points = quasiRandom(axes, { seed: 1, from: 0, count: DOMAIN_SAMPLE_COUNT });
  const feasible = points.filter((point) => isFeasible(space, point));
  const weight = feasible.reduce((sum, point) => sum + computeUniformDensity(axes, point), 0);
  return {
    // A domain that no point has met has a share of about one point at most.
    domain: {
      contains: (point) => isFeasible(space, point),
      share: Math.max(1, feasible.length) / DOMAIN_SAMPLE_COUNT,
    },
    meanWeight: feasible.length === 0 ? 1 : weight / feasible.length,
  };
}

function mapRowsToCube(
  { space: { axes, columns, fill, initialPoint, follower } }: EmulatorObjective,
  emulator: Pick<Emulator, "inputs" | "trainingPoints">,
): KnownRows {
  // The follower changes with the varied inputs, so it is not held at its nominal value.
  const inputs = emulator.inputs.map((input, column) =>
    column === follower?.column ? { ...input, used: false } : input,
  );
  const nominal = new Float64Array(inputs.length);
  fill(initialPoint, nominal, 0);
  const dimensions = axes.map((axis, a) => ({
    column: columns[a],
    place: (code: number) => computeFraction(axis, inputs[columns[a]], code),
  }));
  return knownRows({ inputs, trainingPoints: () => emulator.trainingPoints() }, dimensions, nominal);
}

/** Computes the fraction of an input's value or code; NaN where the axis has no cell for it. */
function computeFraction(axis: Axis, input: EmulatorInput, code: number): number {
  if (!hasCells(axis)) return axis.place(code);
  const cell =
    input.kind === "categorical"
      ? Array.from({ length: axis.count }, (_, index) => String(axis.value(index))).indexOf(
          input.levels[code],
        )
      : Math.round(code - Number(axis.value(0)));
  return cell >= 0 && cell < axis.count ? computeMiddle(axis, cell) : Number.NaN;
}

/** The step of the differences of smooth values, as a share of an axis. */
const DIFFERENCE_STEP = 1e-6;

/**
 * Computes the density, over the cube, of designs that are uniform over the ranges: on logarithmic axes large values
 * take less of the cube than of the range.
 */
export function computeUniformDensity(axes: readonly Axis[], point: Float64Array): number {
  return axes.reduce((product, axis, a) => product * computeAxisDensity(axis, point[a]), 1);
}

function computeAxisDensity(axis: Axis, fraction: number): number {
  if (axis.isChoice) return 1;
  if (hasCells(axis)) {
    const cell = findCell(axis, fraction);
    return 1 / axis.count / (axis.edge(cell + 1) - axis.edge(cell));
  }
  const [below, above] = [Math.max(0, fraction - DIFFERENCE_STEP), Math.min(1, fraction + DIFFERENCE_STEP)];
  const range = Number(axis.value(1)) - Number(axis.value(0));
  if (range === 0) return 1;
  return (Number(axis.value(above)) - Number(axis.value(below))) / (above - below) / range;
}
