/** Reports the regions out of spec that a search on an emulator has found. */
import { plainValues, type VariedValues } from "../../../designs/axes.ts";
import { finite } from "../../../tasks/in-spec.ts";
import { describeDesign } from "../../../tasks/optimization/emulator/optimize.ts";
import { computeBounds } from "../../../tasks/out-of-spec/box-bounds.ts";
import { withBuiltShares } from "../../../tasks/out-of-spec/built-shares.ts";
import type { InputDistribution } from "../../../tasks/out-of-spec/input-distribution.ts";
import { isFailing, type LevelSet, type ScoredPoint } from "../../../tasks/out-of-spec/level-set.ts";
import type { Region } from "../../../tasks/out-of-spec/region.ts";
import { nearlyFailing } from "../../../tasks/out-of-spec/search.ts";
import type { SpecSearchState } from "../../../tasks/out-of-spec/search-state.ts";
import { worstPoints } from "../../../tasks/out-of-spec/worst-points.ts";
import { foundDesign, recordedDesign } from "../../child/recorded-design.ts";
import type { RegionsFound } from "../../contract/out-of-spec-ports.ts";
import type { RecordedDesign } from "../../contract/search-ports.ts";
import type { EmulatorSpec } from "./emulator-spec.ts";

/** The overview shows at most this many points. */
export const MAX_POINTS = 1_000;

type Options = {
  readonly seed: number;
  /**
   * The distribution of the designs that are built, to which the probabilities then refer; null: all designs within
   * the ranges count alike.
   */
  readonly inputs: InputDistribution | null;
  /** At most this many points are recorded as simulations. */
  readonly records: number;
  readonly isOver: boolean;
};

export function predictedRegions(
  spec: EmulatorSpec,
  state: SpecSearchState,
  { seed, inputs, records, isOver }: Options,
): RegionsFound {
  const { levelSet, objective, emulator } = spec;
  const { evaluations, stopReason } = state;
  const { regions, shares } = inputs === null ? state : withBuiltShares(state, levelSet, inputs, seed);
  const inSpec = isOver ? nearlyFailing(levelSet, spec.screened, seed, state) : [];
  const points = worstPoints(levelSet.axes, regions, inSpec, MAX_POINTS);
  const recorded = points.slice(0, records).map(({ point }, index): RecordedDesign => {
    const described = describeDesign(emulator, objective, point);
    return recordedDesign(described, index, true);
  });
  return {
    evaluations,
    simulations: 0,
    is_distributed: inputs !== null,
    stop_reason: isOver ? (stopReason ?? "converged") : null,
    shares,
    false_alarms: null,
    regions: regions.map((region) => foundRegion(spec, region, recorded)),
    points: foundPoints(spec, points, recorded.length),
    recorded,
  };
}

export function foundRegion(
  { emulator, objective }: EmulatorSpec,
  region: Region,
  recorded: readonly RecordedDesign[] = [],
): RegionsFound["regions"][number] {
  const described = describeDesign(emulator, objective, region.worst.point);
  const inputs = JSON.stringify(plainValues(described.inputs));
  const sameRecord = recorded.find(({ design }) => JSON.stringify(design.inputs) === inputs);
  return {
    ...describeRegion(objective.space.axes, region),
    worst: foundDesign(described, sameRecord?.index ?? null, true),
    confirmed: 0,
    refuted: 0,
  };
}

/** Describes a region without its worst design. */
export const describeRegion = (
  axes: EmulatorSpec["objective"]["space"]["axes"],
  { box, core, volume, probability, density }: Region,
) => ({
  volume,
  probability,
  density,
  bounds: computeBounds(axes, box),
  core: core && { bounds: computeBounds(axes, core.box), density: core.density, coverage: core.coverage },
});

/** @param recorded the number of points, the first ones, that are recorded as simulations */
export function foundPoints(
  { levelSet, objective: { space }, varied }: EmulatorSpec,
  points: readonly ScoredPoint[],
  recorded: number,
  bounded: LevelSet = levelSet,
): RegionsFound["points"] {
  const bands = bounded.bands(points.map(({ point }) => point));
  return points.map(({ point, score }, i) => ({
    inputs: onlyVaried(space.inputsOf(point), varied),
    score: finite(score),
    lower_bound: finite(bands[i]?.lower ?? Number.NaN),
    upper_bound: finite(bands[i]?.upper ?? Number.NaN),
    class: isFailing(score) ? "out-of-spec-unverified" : "in-spec",
    index: i < recorded ? i : null,
  }));
}

export const onlyVaried = (inputs: VariedValues, varied: readonly string[]) =>
  plainValues(
    Object.fromEntries(
      varied.flatMap((name) => {
        const value = inputs[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  );
