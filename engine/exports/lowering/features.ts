/** From inputs to features; see engine/dataset/columns.ts. */
import type { Feature, ValueFeature } from "../../dataset/columns.ts";
import { isSameScale } from "../../dataset/scaling.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { toScale } from "./scales.ts";

/** Differences from a centre beyond this may overflow. */
const MAX_SAFE_DIFFERENCE = 1e290;

type LevelFeature = Extract<Feature, { kind: "level" }>;

/** One column a feature; null where there is none. */
export function lowerFeatures(b: ProgramBuilder, features: readonly Feature[]): Value | null {
  if (features.length === 0) return null;
  const columns: Value[] = [];
  const placesByFeature = new Map<Feature, number>();
  const add = (of: readonly Feature[], value: Value): void => {
    for (const feature of of) placesByFeature.set(feature, placesByFeature.size);
    columns.push(value);
  };
  for (const group of sameScaleGroups(features)) add(group, lowerValues(b, group));
  const levels = features.filter((feature) => feature.kind === "level");
  if (levels.length > 0) add(levels, lowerLevels(b, levels));
  return b.pick(
    b.join(columns),
    features.map((feature) => placesByFeature.get(feature) ?? 0),
  );
}

function sameScaleGroups(features: readonly Feature[]): ValueFeature[][] {
  const groups: ValueFeature[][] = [];
  for (const feature of features) {
    if (feature.kind === "level") continue;
    const matchingGroup = groups.find(([first]) => first !== undefined && canShare(first, feature));
    if (matchingGroup === undefined) groups.push([feature]);
    else matchingGroup.push(feature);
  }
  return groups;
}

const canShare = (first: ValueFeature, other: ValueFeature): boolean =>
  isSameScale(first.scale, other.scale) && isLarge(first) === isLarge(other);

const isLarge = ({ centre, deviation }: ValueFeature): boolean =>
  Math.abs(centre) + deviation > MAX_SAFE_DIFFERENCE;

/** Lowers features on one scale. */
function lowerValues(b: ProgramBuilder, group: readonly ValueFeature[]): Value {
  const [first] = group;
  if (first === undefined) throw new RangeError("A group has at least one feature.");
  const cells = b.pick(
    b.inputs,
    group.map(({ input }) => input),
  );
  const ends = group.map(({ centre, deviation, lowest }) => centre + lowest * deviation);
  const scaled = toScale(b, first.scale, cells, ends);
  const centres = b.constant(group.map(({ centre }) => centre));
  const deviations = b.constant(group.map(({ deviation }) => deviation));
  const difference = b.subtract(scaled, centres);
  const standardised = b.divide(difference, deviations);
  const finite = isLarge(first)
    ? b.select(
        b.less(b.number(Number.MAX_VALUE), b.abs(difference)),
        b.subtract(b.divide(scaled, deviations), b.divide(centres, deviations)),
        standardised,
      )
    : standardised;
  const lowest = b.constant(group.map((feature) => feature.lowest));
  const highest = b.constant(group.map((feature) => feature.highest));
  return b.minimum(highest, b.maximum(lowest, finite));
}

function lowerLevels(b: ProgramBuilder, levels: readonly LevelFeature[]): Value {
  const cells = b.pick(
    b.inputs,
    levels.map(({ input }) => input),
  );
  const is = b.equal(cells, b.constant(levels.map(({ level }) => level)));
  const centred = b.subtract(is, b.constant(levels.map(({ centre }) => centre)));
  return b.divide(centred, b.constant(levels.map(({ deviation }) => deviation)));
}
