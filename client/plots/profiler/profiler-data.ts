/** The content of the profiler: curves of all outputs over all inputs through one point, as predicted together. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { VariedPrediction } from "@understudy/shared/api/emulator-profile.ts";
import {
  computeDesirability,
  computeOverallDesirability,
  type OutputGoal,
  type OutputGoals,
} from "@understudy/shared/domain/desirability.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import type { ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { extent, growRange, logExtent, mergeRanges, type Range } from "../model/ranges.ts";
import type { ColumnAxis } from "./column-axis.ts";

/** An input of the profiler, one column. */
export type ProfilerInput = {
  readonly name: string;
  readonly label: string;
  readonly unit: ShownUnit;
  readonly axis: ColumnAxis;
  readonly isLocked: boolean;
};

/** A scalar output of the profiler, one row. */
export type ProfilerOutput = {
  readonly name: string;
  readonly label: string;
  readonly unit: ShownUnit;
  readonly isLogarithmic: boolean;
  /** The range of its axis before anything is predicted, as stored; on a logarithmic axis in exponents of ten. */
  readonly range: Range;
  readonly goal: OutputGoal | null;
};

/** The name of the last row. No output has it: names of columns do not begin with a space. */
export const DESIRABILITY_ROW = " desirability";

/** The part of the lists of a prediction that belongs to one input. */
export type ProfileColumn = { readonly x: readonly ScalarValue[]; readonly from: number };

export type Profile = {
  /** The point through which all curves go. */
  readonly point: InputPoint;
  readonly columns: Readonly<Record<string, ProfileColumn>>;
  readonly prediction: VariedPrediction;
  /** The same curves with one input at its lowest, middle and highest value; none without an overlay. */
  readonly overlays: readonly { readonly value: ScalarValue; readonly prediction: VariedPrediction }[];
  /** The input of the overlays; null: there are none. */
  readonly overlaid: string | null;
};

/** A curve of one cell. Values as stored. */
export type CellCurve = {
  readonly values: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
};

const EMPTY_CURVE: CellCurve = { values: [], lower: [], upper: [] };

/** The curve of an output over an input; empty while the answer does not hold it. */
export function getCurve(
  { columns }: Pick<Profile, "columns">,
  { outputs }: VariedPrediction,
  input: string,
  output: string,
): CellCurve {
  const column = columns[input];
  const predicted = outputs[output];
  if (column === undefined || predicted === undefined) return EMPTY_CURVE;
  const slice = (values: readonly number[]) => values.slice(column.from, column.from + column.x.length);
  return {
    values: slice(predicted.values),
    lower: slice(predicted.lower_bounds),
    upper: slice(predicted.upper_bounds),
  };
}

/** The predicted value of an output at the point, with its bounds; null while it is unknown. */
export function getPresentValue(
  profile: Profile | null,
  output: string,
): { value: number; lower: number; upper: number } | null {
  const predicted = profile?.prediction.outputs[output];
  const [value] = predicted?.values ?? [];
  const [lower] = predicted?.lower_bounds ?? [];
  const [upper] = predicted?.upper_bounds ?? [];
  return value === undefined || lower === undefined || upper === undefined ? null : { value, lower, upper };
}

/** The goals of the outputs that have one. */
export const collectGoals = (outputs: readonly ProfilerOutput[]): OutputGoals =>
  Object.fromEntries(outputs.flatMap(({ name, goal }) => (goal === null ? [] : [[name, goal]])));

/** The overall desirability at one position of a prediction's lists. */
export const overallAt = (goals: OutputGoals, { outputs }: VariedPrediction, at: number): number =>
  computeOverallDesirability(
    goals,
    Object.fromEntries(Object.keys(goals).map((name) => [name, outputs[name]?.values[at]])),
  );

/** The overall desirability along an input. */
export function desirabilityCurve(goals: OutputGoals, profile: Profile, input: string): number[] {
  const column = profile.columns[input];
  if (column === undefined) return [];
  return column.x.map((_, at) => overallAt(goals, profile.prediction, column.from + at));
}

/** The desirability of an output at the point; null without a goal, and while it is unknown. */
export function presentDesirability({ name, goal }: ProfilerOutput, profile: Profile | null): number | null {
  const present = getPresentValue(profile, name);
  return goal === null || present === null ? null : computeDesirability(goal, present.value);
}

/**
 * The range of an output's axis that holds all of its curves, and its bounds as far as they are near: it grows in steps, so that the axis
 * stays while an input is dragged.
 */
export function growOutputRange(
  range: Range,
  output: ProfilerOutput,
  profile: Profile,
  showUncertainties: boolean,
): Range {
  const { name, isLogarithmic } = output;
  const predictions = [profile.prediction, ...profile.overlays.map(({ prediction }) => prediction)];
  const values = predictions.map(({ outputs }) => outputs[name]?.values ?? []);
  const bounds = showUncertainties
    ? [
        profile.prediction.outputs[name]?.lower_bounds ?? [],
        profile.prediction.outputs[name]?.upper_bounds ?? [],
      ]
    : [];
  const find = isLogarithmic ? logExtent : extent;
  const needed = mergeRanges(
    limitRange(find(...values), output.range, CURVE_WIDTHS),
    limitRange(find(...bounds), output.range, BOUNDS_WIDTHS),
  );
  return growRange(range, needed);
}

/** Wild extrapolations are cut off, or they would press all other curves into a line; in widths of the range on each side. */
const CURVE_WIDTHS = 2;
const BOUNDS_WIDTHS = 0.15;

const limitRange = (needed: Range | null, [low, high]: Range, widths: number): Range | null =>
  needed && [
    Math.max(needed[0], low - widths * (high - low)),
    Math.min(needed[1], high + widths * (high - low)),
  ];
