/** The limit state of a score function on an emulator. */
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { REACH_95 } from "../../math/normal.ts";
import type { Emulator, OutputPrediction } from "../../models/emulator.ts";
import type { JobVariables } from "../optimization/emulator/emulator-space.ts";
import { type Goals, namesRead } from "../optimization/emulator/goals.ts";
import { type CurveCoordinates, createValueReader } from "../optimization/emulator/predicted-values.ts";
import { type BoundedValues, computeScoreBounds, takeMeans } from "../optimization/emulator/score-bounds.ts";
import type { LimitState, Rated } from "./limit-state.ts";
import { createUncertainSpace, type UncertainSpace } from "./uncertain-space.ts";

export interface YieldQuestion {
  emulator: Emulator;
  variables: JobVariables;
  /** The distribution of each column; a column without one is uniform over the job's range. */
  distributions: Distributions;
  goals: Goals;
  curves?: CurveCoordinates;
  /** The relation that every design keeps; absent or null: there is none. */
  relation?: KeptRelation | null;
}

export interface EmulatorLimitState extends LimitState {
  space: UncertainSpace;
}

/** The rounding error up to which limits count as kept, in units of their span: see `keepsLimits`. */
const LIMIT_TOLERANCE = 1e-9;

/**
 * Creates the limit state, whose margin g is negative for a failure.
 * @throws UserError where the distributions do not fit the emulator
 */
export function createEmulatorLimitState(question: YieldQuestion): EmulatorLimitState {
  const { emulator, variables, distributions, goals, curves = {}, relation = null } = question;
  const readers = Object.fromEntries(
    emulator.outputs.map((output) => [output.name, createValueReader(output, curves)]),
  );
  const fullSpace = createUncertainSpace(emulator, variables, distributions, () => true, relation);
  const readNames = findReadNames(emulator, fullSpace, readers, goals);
  const usedInputs = new Set(emulator.inputs.flatMap(({ name, used: isUsed }) => (isUsed ? [name] : [])));
  const isRead = (column: string) =>
    [...readNames.inputs].some((name) => column === name || column.startsWith(`${name}[`));
  const space = createUncertainSpace(
    emulator,
    variables,
    distributions,
    (column) => usedInputs.has(column) || isRead(column),
    relation,
  );
  const outputs = emulator.outputs.filter(
    ({ name }) => readNames.outputs.size === 0 || readNames.outputs.has(name),
  );
  const names = outputs.map(({ name }) => name);
  const width = space.axes.length;
  const computeMargin = createMargin(goals);

  const predictMeans = (encoded: Float64Array, count: number): Map<string, OutputPrediction> =>
    new Map(
      names.map((name) => {
        const mean = emulator.means(encoded, count, name);
        return [name, { mean, lower: mean, upper: mean }];
      }),
    );
  const rate = (points: Float64Array, count: number, hasErrors: boolean): Rated => {
    const encoded = space.encoded(points, count);
    const predicted = hasErrors ? emulator.predict(encoded, count, names) : predictMeans(encoded, count);
    const rated = createEmptyRated(count);
    for (let i = 0; i < count; i++) {
      const inputs = space.inputsOf(points.subarray(i * width, (i + 1) * width));
      const values = readValues(readers, predicted, i);
      const outputMeans = takeMeans(values);
      rated.score[i] = goals.score(inputs, outputMeans);
      rated.margin[i] = computeMargin(inputs, outputMeans);
      if (!hasErrors) continue;
      const { below, above } = computeErrors(computeMargin, inputs, values, rated.margin[i]);
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
    shareOutside: space.shareOutside(),
    rows: space.knownRows(),
    halvedRatios: space.axes.map(({ marginal }) => marginal.halvedRatio),
  };
}

export const createEmptyRated = (count: number): Rated => ({
  score: new Float64Array(count),
  margin: new Float64Array(count),
  below: new Float64Array(count),
  above: new Float64Array(count),
});

/** The margin of a score that does not exist: such a design is out of spec. */
const UNDEFINED_SCORE_MARGIN = -Number.MAX_VALUE;

type Margin = (inputs: SimulationInputs, outputs: SimulationOutputs) => number;

function createMargin({ score, constraints = [] }: Goals): Margin {
  return (inputs, outputs) => {
    let leastMargin = score(inputs, outputs);
    for (const constraint of constraints)
      leastMargin = Math.min(leastMargin, constraint(inputs, outputs) + LIMIT_TOLERANCE);
    return Number.isNaN(leastMargin)
      ? UNDEFINED_SCORE_MARGIN
      : Math.max(UNDEFINED_SCORE_MARGIN, Math.min(Number.MAX_VALUE, leastMargin));
  };
}

/** Computes the standard deviations of the margin below and above its mean. */
function computeErrors(
  margin: Margin,
  inputs: SimulationInputs,
  values: BoundedValues,
  meanMargin: number,
): { below: number; above: number } {
  if (meanMargin === UNDEFINED_SCORE_MARGIN) return { below: 0, above: 0 };
  const { lower, upper } = computeScoreBounds(margin, inputs, values);
  const toDeviation = (halfWidth: number) =>
    Math.min(Number.MAX_VALUE / 1e3, Math.max(0, halfWidth)) / REACH_95;
  return { below: toDeviation(meanMargin - lower), above: toDeviation(upper - meanMargin) };
}

type Readers = Readonly<Record<string, ReturnType<typeof createValueReader>>>;

const readValues = (
  readers: Readers,
  predicted: ReadonlyMap<string, OutputPrediction>,
  index: number,
): BoundedValues =>
  Object.fromEntries([...predicted].map(([name, prediction]) => [name, readers[name](prediction, index)]));

function findReadNames(
  emulator: Emulator,
  space: UncertainSpace,
  readers: Readers,
  goals: Goals,
): ReturnType<typeof namesRead> {
  const middle = new Float64Array(space.axes.length);
  const predicted = emulator.predict(space.encoded(middle, 1), 1);
  return namesRead(goals, space.inputsOf(middle), takeMeans(readValues(readers, predicted, 0)));
}
