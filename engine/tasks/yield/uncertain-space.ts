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
  /** Of the column. */
  name: string;
  marginal: Marginal;
  /** Among the emulator's inputs; null: the score reads it, the emulator does not. */
  column: number | null;
}

export interface UncertainSpace {
  axes: readonly UncertainAxis[];
  /** Of one point: what a score function reads. */
  inputsOf(point: Float64Array): SimulationInputs;
  /** Of one point, its columns that are distributed. */
  columnsOf(point: Float64Array): Record<string, ScalarValue>;
  /** count x inputs of the emulator. */
  encoded(points: Float64Array, count: number): Float64Array;
  /** Of each axis, where a point lies in the training range, 0 to 1. */
  places(points: Float64Array, count: number): Float64Array;
  /** In the places of `places`. */
  knownRows(): KnownRows;
  outside(points: Float64Array, count: number): Uint8Array;
  shareOutside: number;
}

type Variables = Readonly<Record<string, JobVariable>>;

/**
 * @param isNeeded whether a column changes anything; the others stay at their nominal values
 * @throws UserError where the emulator does not know an option
 */
export function uncertainSpace(
  emulator: Pick<Emulator, "inputs" | "trainingPoints">,
  variables: Variables,
  distributions: Distributions,
  isNeeded: (column: string) => boolean,
): UncertainSpace {
  const { inputs } = emulator;
  const columnOf = new Map(inputs.map(({ name }, column) => [name, column]));
  const all = uncertainInputs(variables).map((input) => {
    const given = ownValue(distributions, input.name) ?? defaultDistribution(input);
    return { name: input.name, given, marginal: createMarginal(given, input.kind === "whole number") };
  });
  const nominal: Record<string, ScalarValue> = {
    ...unvaried(variables),
    ...Object.fromEntries(all.map(({ name, marginal }) => [name, marginal.value(0)])),
  };
  for (const { name, given } of all) checkOptions(inputs[columnOf.get(name) ?? -1], given);
  const axes = all
    .filter(({ name, given }) => given.kind !== "fixed" && isNeeded(name))
    .map(({ name, marginal }): UncertainAxis => ({ name, marginal, column: columnOf.get(name) ?? null }));
  const width = axes.length;
  const base = Float64Array.from(inputs, (input) => codeOf(input, ownValue(nominal, input.name) ?? 0));
  const columnsOf = (point: Float64Array) =>
    Object.fromEntries(axes.map(({ name, marginal }, a) => [name, marginal.value(point[a])]));

  const encoded = (points: Float64Array, count: number): Float64Array => {
    const filled = new Float64Array(count * inputs.length);
    for (let i = 0; i < count; i++) {
      filled.set(base, i * inputs.length);
      axes.forEach(({ marginal, column }, a) => {
        if (column === null) return;
        filled[i * inputs.length + column] = codeOf(inputs[column], marginal.value(points[i * width + a]));
      });
    }
    return filled;
  };
  const trained = inputs.flatMap((input, column) =>
    input.used && input.kind === "continuous" ? [{ column, ...reach(input) }] : [],
  );
  return {
    axes,
    columnsOf,
    inputsOf: (point) => inputsOfRow(variables, { ...nominal, ...columnsOf(point) }),
    encoded,
    places: (points, count) => {
      const filled = encoded(points, count);
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
      const filled = encoded(points, count);
      return Uint8Array.from({ length: count }, (_, i) => {
        const isOutside = trained.some(({ column, low, high }) => {
          const value = filled[i * inputs.length + column];
          return value < low || value > high;
        });
        return isOutside ? 1 : 0;
      });
    },
    shareOutside:
      1 -
      trained.reduce((inside, { column, low, high }) => {
        const own = all.find(({ name }) => name === inputs[column].name);
        return own === undefined ? inside : inside * own.marginal.shareWithin(low, high);
      }, 1),
  };
}

/** Texts and choices that all designs share. */
const unvaried = (variables: Variables): Record<string, ScalarValue> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, variable]) =>
      variable.type === "String" || variable.type === "SingleSelect" ? [[name, variable.initval]] : [],
    ),
  );

/** Of the mean gap between neighbouring values: beyond the ends of a range that rows were drawn from, rows seldom leave more. */
const GAPS = 3;
/** Of the range, for a few rows. */
const MAX_BEYOND = 0.1;
/** Of the range: the rounding of values that were written to a file and read again. */
const ROUNDING = 1e-9;

/** What the rows of an input stand for: a little more than the range between the outermost of them. */
function reach({ minimum, maximum, counts }: Extract<EmulatorInput, { kind: "continuous" }>): {
  low: number;
  high: number;
} {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const beyond = (Math.min(MAX_BEYOND, GAPS / Math.max(1, rows)) + ROUNDING) * (maximum - minimum);
  return { low: minimum - beyond, high: maximum + beyond };
}

function codeOf(input: EmulatorInput, value: ScalarValue): number {
  return input.kind === "continuous" ? Number(value) : Math.max(0, input.levels.indexOf(String(value)));
}

function checkOptions(input: EmulatorInput | undefined, given: Distributions[string]): void {
  if (input === undefined || input.kind !== "categorical" || !input.used) return;
  const values =
    given.kind === "fixed"
      ? [given.value]
      : given.kind === "levels"
        ? given.levels.flatMap(({ value, probability }) => (probability > 0 ? [value] : []))
        : [];
  for (const value of values) {
    if (!input.levels.includes(String(value)))
      throw new UserError(`The emulator was not trained on the option “${value}” of “${input.name}”.`);
  }
}
