/** The limit state of a score function on an emulator. */
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { REACH_95 } from "../../math/normal.ts";
import type { Emulator, OutputPrediction } from "../../models/emulator.ts";
import type { JobVariables } from "../optimization/emulator/emulator-space.ts";
import { type Goals, namesRead } from "../optimization/emulator/goals.ts";
import { type CurveCoordinates, valueReader } from "../optimization/emulator/predicted-values.ts";
import { type BoundedValues, meansOf, scoreBounds } from "../optimization/emulator/score-bounds.ts";
import type { LimitState, Rated } from "./limit-state.ts";
import { type UncertainSpace, uncertainSpace } from "./uncertain-space.ts";

export interface YieldQuestion {
  emulator: Emulator;
  variables: JobVariables;
  /** By column; those that have none are uniform over the job's range. */
  distributions: Distributions;
  goals: Goals;
  curves?: CurveCoordinates;
}

export interface EmulatorLimitState extends LimitState {
  space: UncertainSpace;
}

/** Limits are kept up to this, in units of their span: see `keepsLimits`. */
const ROUNDING = 1e-9;

/** @throws UserError where the distributions do not fit the emulator */
export function createEmulatorLimitState(question: YieldQuestion): EmulatorLimitState {
  const { emulator, variables, distributions, goals, curves = {} } = question;
  const readers = Object.fromEntries(emulator.outputs.map((one) => [one.name, valueReader(one, curves)]));
  const whole = uncertainSpace(emulator, variables, distributions, () => true);
  const read = readAtTheMiddle(emulator, whole, readers, goals);
  const used = new Set(emulator.inputs.flatMap(({ name, used: isUsed }) => (isUsed ? [name] : [])));
  const isRead = (column: string) =>
    [...read.inputs].some((name) => column === name || column.startsWith(`${name}[`));
  const space = uncertainSpace(
    emulator,
    variables,
    distributions,
    (column) => used.has(column) || isRead(column),
  );
  const outputs = emulator.outputs.filter(({ name }) => read.outputs.size === 0 || read.outputs.has(name));
  const names = outputs.map(({ name }) => name);
  const width = space.axes.length;
  const margin = marginOf(goals);

  const means = (encoded: Float64Array, count: number): Map<string, OutputPrediction> =>
    new Map(
      names.map((name) => {
        const mean = emulator.means(encoded, count, name);
        return [name, { mean, lower: mean, upper: mean }];
      }),
    );
  const rate = (points: Float64Array, count: number, hasErrors: boolean): Rated => {
    const encoded = space.encoded(points, count);
    const predicted = hasErrors ? emulator.predict(encoded, count, names) : means(encoded, count);
    const rated = emptyRated(count);
    for (let i = 0; i < count; i++) {
      const inputs = space.inputsOf(points.subarray(i * width, (i + 1) * width));
      const values = valuesAt(readers, predicted, i);
      const own = meansOf(values);
      rated.score[i] = goals.score(inputs, own);
      rated.margin[i] = margin(inputs, own);
      if (!hasErrors) continue;
      const { below, above } = errors(margin, inputs, values, rated.margin[i]);
      rated.below[i] = below;
      rated.above[i] = above;
    }
    return rated;
  };
  return {
    space,
    dimensions: width,
    rate: (points, count) => rate(points, count, true),
    rateMeans: (points, count) => rate(points, count, false),
    places: space.places,
    outside: space.outside,
    shareOutside: space.shareOutside,
    rows: space.knownRows(),
    halvedRatios: space.axes.map(({ marginal }) => marginal.halvedRatio),
  };
}

export const emptyRated = (count: number): Rated => ({
  score: new Float64Array(count),
  margin: new Float64Array(count),
  below: new Float64Array(count),
  above: new Float64Array(count),
});

/** Where a score does not exist, the design is not in spec. */
const LOWEST = -Number.MAX_VALUE;

type Margin = (inputs: SimulationInputs, outputs: SimulationOutputs) => number;

function marginOf({ score, constraints = [] }: Goals): Margin {
  return (inputs, outputs) => {
    let least = score(inputs, outputs);
    for (const constraint of constraints) least = Math.min(least, constraint(inputs, outputs) + ROUNDING);
    return Number.isNaN(least) ? LOWEST : Math.max(LOWEST, Math.min(Number.MAX_VALUE, least));
  };
}

function errors(
  margin: Margin,
  inputs: SimulationInputs,
  values: BoundedValues,
  own: number,
): { below: number; above: number } {
  if (own === LOWEST) return { below: 0, above: 0 };
  const { lower, upper } = scoreBounds(margin, inputs, values);
  const finite = (reach: number) => Math.min(Number.MAX_VALUE / 1e3, Math.max(0, reach)) / REACH_95;
  return { below: finite(own - lower), above: finite(upper - own) };
}

type Readers = Readonly<Record<string, ReturnType<typeof valueReader>>>;

const valuesAt = (
  readers: Readers,
  predicted: ReadonlyMap<string, OutputPrediction>,
  at: number,
): BoundedValues =>
  Object.fromEntries([...predicted].map(([name, prediction]) => [name, readers[name](prediction, at)]));

function readAtTheMiddle(
  emulator: Emulator,
  space: UncertainSpace,
  readers: Readers,
  goals: Goals,
): ReturnType<typeof namesRead> {
  const middle = new Float64Array(space.axes.length);
  const predicted = emulator.predict(space.encoded(middle, 1), 1);
  return namesRead(goals, space.inputsOf(middle), meansOf(valuesAt(readers, predicted, 0)));
}
