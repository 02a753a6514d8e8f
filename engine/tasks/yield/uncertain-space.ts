/** Standard normal variables as the inputs of an emulator and of a score function. */
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { defaultDistribution, uncertainInputs } from "@understudy/shared/yield/uncertain-inputs.ts";
import { columnName, createAxes } from "../../designs/axes.ts";
import { inputsOfRow } from "../../designs/table-rows.ts";
import { exactShare, type Share, wilsonShare } from "../../math/share.ts";
import type { Emulator, EmulatorInput } from "../../models/emulator.ts";
import { findFollower } from "../optimization/emulator/follower.ts";
import { createMarginal, type Marginal } from "./distributions.ts";
import { type KnownRows, knownRows, placeAmongRows } from "./known-rows.ts";
import { normalPoints } from "./quasi-random.ts";

export interface UncertainAxis {
  /** The name of the column. */
  name: string;
  marginal: Marginal;
  /** The column's index among the emulator's inputs; null: only the score reads it. */
  column: number | null;
}

export interface UncertainSpace {
  axes: readonly UncertainAxis[];
  /** Computes the inputs of one point that a score function reads. */
  inputsOf(point: Float64Array): SimulationInputs;
  /** Computes the distributed columns of one point. */
  columnsOf(point: Float64Array): Record<string, ScalarValue>;
  /** Encodes points for the emulator: count x inputs, row-major. */
  encoded(points: Float64Array, count: number): Float64Array;
  /** Computes the place of points in the training range of each axis, from 0 to 1: count x axes, row-major. */
  places(points: Float64Array, count: number): Float64Array;
  /** Computes the training rows in the coordinates of `places`. */
  knownRows(): KnownRows;
  outside(points: Float64Array, count: number): Uint8Array;
  shareOutside(): Share;
}

/** With a follower, the share outside is estimated on so many points: its error is about one in the square root of them. */
const SHARE_POINT_COUNT = 8_192;

type Variables = Readonly<Record<string, JobVariable>>;

/**
 * Creates the space.
 * @param isNeeded tests whether a column changes a result; the others stay at their nominal values
 * @param relation every point keeps it: the input that follows from the others has no distribution of its own
 * @throws UserError where the emulator does not know an option
 */
export function createUncertainSpace(
  emulator: Pick<Emulator, "inputs" | "trainingPoints">,
  variables: Variables,
  distributions: Distributions,
  isNeeded: (column: string) => boolean,
  relation: KeptRelation | null = null,
): UncertainSpace {
  const { inputs } = emulator;
  const columnByName = new Map(inputs.map(({ name }, column) => [name, column]));
  const variedAxes = createAxes(variables).flatMap((axis) => {
    const column = columnByName.get(columnName(axis));
    return column === undefined ? [] : [{ axis, column }];
  });
  const follower = findFollower(relation, variedAxes, columnByName);
  const isFollower = ({ name }: { name: string }) =>
    follower !== null && columnByName.get(name) === follower.column;
  const isTerm = (name: string) =>
    follower !== null && relation?.terms.some(({ input }) => input === name) === true;
  const distributedColumns = uncertainInputs(variables).filter((input) => !isFollower(input));
  const uncertainMarginals = distributedColumns.map((input) => {
    const distribution = ownValue(distributions, input.name) ?? defaultDistribution(input);
    return {
      name: input.name,
      distribution,
      marginal: createMarginal(distribution, input.kind === "whole number"),
    };
  });
  const nominal: Record<string, ScalarValue> = {
    ...findUnvaried(variables),
    ...Object.fromEntries(uncertainMarginals.map(({ name, marginal }) => [name, marginal.value(0)])),
  };
  for (const { name, distribution } of uncertainMarginals)
    checkOptions(inputs[columnByName.get(name) ?? -1], distribution);
  const axes = uncertainMarginals
    .filter(({ name, distribution }) => distribution.kind !== "fixed" && (isNeeded(name) || isTerm(name)))
    .map(({ name, marginal }): UncertainAxis => ({ name, marginal, column: columnByName.get(name) ?? null }));
  const width = axes.length;
  const base = Float64Array.from(inputs, (input) => encodeValue(input, ownValue(nominal, input.name) ?? 0));
  const computeColumns = (point: Float64Array): Record<string, ScalarValue> => {
    const columns = Object.fromEntries(axes.map(({ name, marginal }, a) => [name, marginal.value(point[a])]));
    if (follower === null) return columns;
    return { ...columns, [inputs[follower.column].name]: encode(point, 1)[follower.column] };
  };

  const encode = (points: Float64Array, count: number): Float64Array => {
    const filled = new Float64Array(count * inputs.length);
    for (let i = 0; i < count; i++) {
      filled.set(base, i * inputs.length);
      axes.forEach(({ marginal, column }, a) => {
        if (column === null) return;
        filled[i * inputs.length + column] = encodeValue(
          inputs[column],
          marginal.value(points[i * width + a]),
        );
      });
      if (follower !== null)
        filled[i * inputs.length + follower.column] = follower.valueIn(filled, i * inputs.length);
    }
    return filled;
  };
  const trainedRanges = inputs.flatMap((input, column) =>
    input.used && input.kind === "continuous" ? [{ column, ...computeTrainedRange(input) }] : [],
  );
  const findOutside = (points: Float64Array, count: number): Uint8Array => {
    const filled = encode(points, count);
    return Uint8Array.from({ length: count }, (_, i) => {
      const liesOutside = trainedRanges.some(({ column, low, high }) => {
        const value = filled[i * inputs.length + column];
        return value < low || value > high;
      });
      const followerValue = follower === null ? Number.NaN : filled[i * inputs.length + follower.column];
      const isImpossible = follower?.margins(followerValue).some((margin) => margin < 0) ?? false;
      return liesOutside || isImpossible ? 1 : 0;
    });
  };
  const shareWithinRanges = (): number =>
    trainedRanges.reduce((inside, { column, low, high }) => {
      const axisMarginal = uncertainMarginals.find(({ name }) => name === inputs[column].name);
      return axisMarginal === undefined ? inside : inside * axisMarginal.marginal.shareWithin(low, high);
    }, 1);
  const countShareOutside = (): Share => {
    const points = normalPoints(width, { seed: 0, replicate: 0, from: 0, count: SHARE_POINT_COUNT });
    const outsideCount = findOutside(points, SHARE_POINT_COUNT).reduce((sum, flag) => sum + flag, 0);
    return wilsonShare(outsideCount, SHARE_POINT_COUNT);
  };
  return {
    axes,
    columnsOf: computeColumns,
    inputsOf: (point) => inputsOfRow(variables, { ...nominal, ...computeColumns(point) }),
    encoded: encode,
    places: (points, count) => {
      const filled = encode(points, count);
      return Float64Array.from({ length: count * width }, (_, at) => {
        const { column } = axes[at % width];
        if (column === null) return 0;
        return placeAmongRows(inputs[column], filled[Math.floor(at / width) * inputs.length + column]);
      });
    },
    knownRows: () =>
      knownRows(
        {
          // Rows keep the relation, too: how far they are in the follower says nothing that the other inputs do not.
          inputs: inputs.map((input) => (isFollower(input) ? { ...input, used: false } : input)),
          trainingPoints: () => emulator.trainingPoints(),
        },
        axes.map(({ column }) => ({
          column,
          place: (code) => (column === null ? 0 : placeAmongRows(inputs[column], code)),
        })),
        base,
      ),
    outside: findOutside,
    shareOutside: () => (follower === null ? exactShare(1 - shareWithinRanges()) : countShareOutside()),
  };
}

/** Returns the texts and choices that all designs share. */
const findUnvaried = (variables: Variables): Record<string, ScalarValue> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, variable]) =>
      variable.type === "String" || variable.type === "SingleSelect" ? [[name, variable.initval]] : [],
    ),
  );

/**
 * The margin beyond the ends of a range in mean gaps between neighbouring values: rows drawn from the range seldom
 * leave more.
 */
const MARGIN_IN_MEAN_GAPS = 3;
/** The largest margin, as a share of the range, where there are few rows. */
const MAX_MARGIN_SHARE = 0.1;
/** The rounding error of values that were written to a file and read again, as a share of the range. */
const ROUNDING_TOLERANCE = 1e-9;

/**
 * Computes the range that the rows of an input represent: slightly more than the range between the outermost rows.
 */
function computeTrainedRange({ minimum, maximum, counts }: Extract<EmulatorInput, { kind: "continuous" }>): {
  low: number;
  high: number;
} {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const margin =
    (Math.min(MAX_MARGIN_SHARE, MARGIN_IN_MEAN_GAPS / Math.max(1, rows)) + ROUNDING_TOLERANCE) *
    (maximum - minimum);
  return { low: minimum - margin, high: maximum + margin };
}

function encodeValue(input: EmulatorInput, value: ScalarValue): number {
  return input.kind === "continuous" ? Number(value) : Math.max(0, input.levels.indexOf(String(value)));
}

function checkOptions(input: EmulatorInput | undefined, distribution: Distributions[string]): void {
  if (input === undefined || input.kind !== "categorical" || !input.used) return;
  const values =
    distribution.kind === "fixed"
      ? [distribution.value]
      : distribution.kind === "levels"
        ? distribution.levels.flatMap(({ value, probability }) => (probability > 0 ? [value] : []))
        : [];
  for (const value of values) {
    if (!input.levels.includes(String(value)))
      throw new UserError(`The emulator was not trained on the option “${value}” of “${input.name}”.`);
  }
}
