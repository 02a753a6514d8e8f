/** Standard normal variables as the inputs of an emulator and of a score function. */
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { defaultDistribution, uncertainInputs } from "@understudy/shared/yield/uncertain-inputs.ts";
import { inputsOfRow } from "../../designs/table-rows.ts";
import type { Emulator, EmulatorInput } from "../../models/emulator.ts";
import { createMarginal, type Marginal } from "./distributions.ts";
import { type KnownRows, knownRows, placeAmongRows } from "./known-rows.ts";

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
  shareOutside: number;
}

type Variables = Readonly<Record<string, JobVariable>>;

/**
 * Creates the space.
 * @param isNeeded tests whether a column changes a result; the others stay at their nominal values
 * @throws UserError where the emulator does not know an option
 */
export function createUncertainSpace(
  emulator: Pick<Emulator, "inputs" | "trainingPoints">,
  variables: Variables,
  distributions: Distributions,
  isNeeded: (column: string) => boolean,
): UncertainSpace {
  const { inputs } = emulator;
  const columnByName = new Map(inputs.map(({ name }, column) => [name, column]));
  const uncertainMarginals = uncertainInputs(variables).map((input) => {
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
    .filter(({ name, distribution }) => distribution.kind !== "fixed" && isNeeded(name))
    .map(({ name, marginal }): UncertainAxis => ({ name, marginal, column: columnByName.get(name) ?? null }));
  const width = axes.length;
  const base = Float64Array.from(inputs, (input) => encodeValue(input, ownValue(nominal, input.name) ?? 0));
  const computeColumns = (point: Float64Array) =>
    Object.fromEntries(axes.map(({ name, marginal }, a) => [name, marginal.value(point[a])]));

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
    }
    return filled;
  };
  const trainedRanges = inputs.flatMap((input, column) =>
    input.used && input.kind === "continuous" ? [{ column, ...computeTrainedRange(input) }] : [],
  );
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
        emulator,
        axes.map(({ column }) => ({
          column,
          place: (code) => (column === null ? 0 : placeAmongRows(inputs[column], code)),
        })),
        base,
      ),
    outside: (points, count) => {
      const filled = encode(points, count);
      return Uint8Array.from({ length: count }, (_, i) => {
        const liesOutside = trainedRanges.some(({ column, low, high }) => {
          const value = filled[i * inputs.length + column];
          return value < low || value > high;
        });
        return liesOutside ? 1 : 0;
      });
    },
    shareOutside:
      1 -
      trainedRanges.reduce((inside, { column, low, high }) => {
        const axisMarginal = uncertainMarginals.find(({ name }) => name === inputs[column].name);
        return axisMarginal === undefined ? inside : inside * axisMarginal.marginal.shareWithin(low, high);
      }, 1),
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
