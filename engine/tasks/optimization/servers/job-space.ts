/** The varied variables of a job as the cube that is searched. Where they keep a relation, one input follows from the others. */
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import {
  type Axis,
  columnName,
  createAxes,
  isWithin,
  locateValues,
  numbersByColumn,
  plainValues,
  type VariedValues,
} from "../../../designs/axes.ts";
import { type DesignValues, valuesAt, withNumber } from "../../../designs/simulation-design.ts";
import { computeMiddle, findCell, snap } from "../../search-space.ts";
import { findFollower } from "../emulator/follower.ts";

/** The points of a cube in which the input that follows from the others stays within its range. */
export interface FeasibleDomain {
  isFeasible(point: Float64Array): boolean;
  /**
   * Mirrors a point at the limit of the follower's range that it lies beyond, so that evenly spread points stay evenly spread, and
   * moves it to that limit where the mirror image lies beyond the other one. A feasible point stays as it is.
   */
  fold(point: Float64Array): Float64Array;
}

export interface JobSpace {
  /** Without the input that follows from the others. */
  axes: readonly Axis[];
  /** The input that follows from the others, and where it can; null: the inputs are independent. */
  follower: (FeasibleDomain & { axis: Axis; value(point: Float64Array): number }) | null;
  /** The variables' initial values as a point of the cube. */
  initialPoint: Float64Array;
  /**
   * The values of the varied variables at a point of the cube. Where they keep a relation, a point at which the input that follows
   * leaves its range has the values of the point that it is folded to.
   */
  valuesAt(point: Float64Array): DesignValues;
  locatePoint(values: VariedValues): Float64Array;
  /** False for values outside the ranges that are searched, and for those that break the relation. */
  holds(values: VariedValues): boolean;
  /** Computes the inputs that a score function reads: the values of all variables but files. */
  inputsOf(values: VariedValues): SimulationInputs;
}

/** A follower may differ from what the other inputs give by this share of its range: values are rounded to three digits. */
const FOLLOWER_TOLERANCE = 1e-3;

/** @param relation that all designs keep; null: the inputs are independent */
export function jobSpace(
  variables: Readonly<Record<string, JobVariable>>,
  relation: KeptRelation | null = null,
): JobSpace {
  const allAxes = createAxes(variables);
  const initial = initialValues(variables);
  const { axes, follower } = relateAxes(allAxes, Object.fromEntries(numbersByColumn(initial)), relation);
  const locatePoint = (values: VariedValues): Float64Array => snap(axes, locateValues(axes, values));
  const independentValuesAt = (point: Float64Array): DesignValues =>
    valuesAt(
      axes,
      axes.map((axis, a) => findCell(axis, point[a])),
    );
  const relatedValuesAt = (
    point: Float64Array,
    { axis: followerAxis, value, fold }: Related,
  ): DesignValues => {
    const folded = fold(point);
    // The follower holds its place among the elements of a vector until its value is known.
    const fractions = new Map(axes.map((axis, a) => [axis, folded[a]]));
    const cells = allAxes.map((axis) => findCell(axis, fractions.get(axis) ?? computeMiddle(axis, 0)));
    return withNumber(valuesAt(allAxes, cells), followerAxis, value(folded));
  };
  const keepsRelation = (values: VariedValues, { axis, value }: Related): boolean => {
    const range = Number(axis.value(1)) - Number(axis.value(0));
    const difference = value(locatePoint(values)) - readNumber(axis, values);
    return Math.abs(difference) <= FOLLOWER_TOLERANCE * range;
  };
  return {
    axes,
    follower,
    initialPoint: locatePoint(initial),
    valuesAt: follower === null ? independentValuesAt : (point) => relatedValuesAt(point, follower),
    locatePoint,
    holds: (values) =>
      isWithin(locateValues(allAxes, values)) && (follower === null || keepsRelation(values, follower)),
    inputsOf: (values) => ({ ...initial, ...plainValues(values) }),
  };
}

function readNumber({ name, element }: Axis, values: VariedValues): number {
  const value = values[name];
  return Number(typeof value === "object" ? value[element ?? 0] : value);
}

type Related = NonNullable<JobSpace["follower"]>;

/** Each further bisection halves the error of the place of the limit; 50 leave the rounding error. */
const BISECTION_COUNT = 50;

/**
 * @param variedAxes of all varied variables
 * @param fixedValues the values of the numeric inputs that do not vary, by column; others are not read
 * @param relation that all designs keep; null: there is none
 */
function relateAxes(
  variedAxes: readonly Axis[],
  fixedValues: Readonly<Record<string, number>>,
  relation: KeptRelation | null,
): Pick<JobSpace, "axes" | "follower"> {
  const varied = variedAxes.map(columnName);
  const names = [...varied, ...Object.keys(fixedValues).filter((name) => !varied.includes(name))];
  const columnByName = new Map(names.map((name, column) => [name, column]));
  const follower = findFollower(
    relation,
    variedAxes.map((axis, column) => ({ axis, column })),
    columnByName,
  );
  if (follower === null) return { axes: variedAxes, follower: null };
  const searched = variedAxes.flatMap((axis, column) =>
    column === follower.column ? [] : [{ axis, column }],
  );
  const axes = searched.map(({ axis }) => axis);
  const values = Float64Array.from(names, (name) => fixedValues[name] ?? 0);
  const followerValue = (point: Float64Array): number => {
    searched.forEach(({ axis, column }, a) => {
      if (!axis.isChoice) values[column] = Number(axis.value(findCell(axis, point[a])));
    });
    return follower.valueIn(values, 0);
  };
  const margins = (point: Float64Array) => follower.margins(followerValue(point));
  const isFeasible = (point: Float64Array) => margins(point).every((margin) => margin >= 0);
  // The change of the follower along each axis, from one end to the other; 0 along options and whole numbers, which stay.
  const slopes = Float64Array.from(searched, ({ axis, column }) =>
    axis.isChoice || Number.isFinite(axis.count)
      ? 0
      : follower.slope(column) * (Number(axis.value(1)) - Number(axis.value(0))),
  );
  const least = slopes.reduce(
    (smallest, slope) => (slope === 0 ? smallest : Math.min(smallest, Math.abs(slope))),
    Infinity,
  );
  const moveBy = (point: Float64Array, distance: number): Float64Array =>
    point.map((fraction, a) => Math.min(1, Math.max(0, fraction + distance * slopes[a])));
  const fold = (point: Float64Array): Float64Array => {
    if (isFeasible(point) || !Number.isFinite(least)) return point;
    const [below] = margins(point);
    const side = below < 0 ? 0 : 1;
    const reach = (side === 0 ? 1 : -1) / least;
    let [inside, outside] = [1, 0];
    for (let step = 0; step < BISECTION_COUNT; step++) {
      const middle = (inside + outside) / 2;
      if (margins(moveBy(point, middle * reach))[side] >= 0) inside = middle;
      else outside = middle;
    }
    const mirrored = moveBy(point, 2 * inside * reach);
    return isFeasible(mirrored) ? mirrored : moveBy(point, inside * reach);
  };
  return { axes, follower: { axis: follower.axis, value: followerValue, isFeasible, fold } };
}
