/** Batched scores of points on an emulator, and their derivatives. */

import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { Emulator } from "../../../models/emulator.ts";
import { computeViolation } from "../../ask-tell.ts";
import { createEmulatorSpace, type EmulatorSpace, type JobVariables } from "./emulator-space.ts";
import { type Goals, namesRead } from "./goals.ts";
import { logMeanDensity } from "./log-mean-density.ts";
import {
  computeInputSteps,
  DIFFERENCE_STEP,
  movePoint,
  movePredictions,
  type Predictions,
} from "./moved-predictions.ts";
import { type CurveCoordinates, createValueReader } from "./predicted-values.ts";
import { type BoundedValues, computeScoreBounds, type ScoreBounds, takeMeans } from "./score-bounds.ts";

/**
 * The quantity that a point is rated by: the score of the mean prediction, the lower bound of the score, or the
 * logarithm of the mean of exp(score).
 */
export type Aim = "score" | "lower bound" | "log mean density";

export interface Rating {
  /** Minus infinity where the score does not exist. */
  score: number;
  violation: number;
  constraints: readonly number[];
}

/** Combines the score and the constraints to one number, whose gradient is computed. */
export type Merit = (score: number, constraints: readonly number[]) => number;

export interface EmulatorObjective {
  space: EmulatorSpace;
  /** The number of predicted values per point, over the outputs that the goals read. */
  width: number;
  /** The number of goals: the score and the further ones. */
  goals: number;
  /** @param points of the cube, snapped */
  rate(points: readonly Float64Array[], aim?: Aim): Rating[];
  /**
   * The score of each point and the interval that contains it with a probability of 95%; NaN where the score does not
   * exist.
   */
  bands(points: readonly Float64Array[]): (ScoreBounds & { score: number })[];
  /** All goals (the score first) and the sum of the constraint violations of each point. */
  rateAll(points: readonly Float64Array[]): { goals: number[]; violation: number }[];
  /** The merit of each point and its derivatives by the fractions; 0 along whole numbers and options. */
  withGradients(
    points: readonly Float64Array[],
    merit: Merit,
    aim?: Aim,
  ): { value: number; gradient: Float64Array; score: number; constraints: number[] }[];
  /** Describes a point with the predictions of all outputs. */
  describe(point: Float64Array): {
    inputs: SimulationInputs;
    values: BoundedValues;
    score: number;
    bounds: ScoreBounds;
  };
}

/**
 * Creates the objective.
 * @param relation every point keeps it; the range of its follower is a further constraint
 * @throws UserError as `emulatorSpace` does
 */
export function createEmulatorObjective(
  emulator: Emulator,
  variables: JobVariables,
  goals: Goals,
  curves: CurveCoordinates = {},
  relation: KeptRelation | null = null,
): EmulatorObjective {
  const readers = Object.fromEntries(
    emulator.outputs.map((output) => [output.name, createValueReader(output, curves)]),
  );
  const fullSpace = createEmulatorSpace(emulator, variables);
  const names = findReadNames(emulator, fullSpace, readers, goals);
  const isNeeded = createNeededTest(emulator, names.inputs, relation);
  const space = createEmulatorSpace(emulator, variables, isNeeded, relation);
  const outputs = emulator.outputs.filter(({ name }) => names.outputs.has(name));
  const outputNames = [...names.outputs];
  const { score, furtherGoals = [] } = goals;
  const inputWidth = emulator.inputs.length;

  const encodePoints = (points: readonly Float64Array[]): Float64Array => {
    const encoded = new Float64Array(points.length * inputWidth);
    points.forEach((point, i) => {
      space.fill(point, encoded, i * inputWidth);
    });
    return encoded;
  };
  const predictMeans = (points: readonly Float64Array[]): Predictions => {
    const encoded = encodePoints(points);
    return new Map(
      outputs.map(({ name }) => {
        const mean = emulator.means(encoded, points.length, name);
        return [name, { mean, lower: mean, upper: mean }];
      }),
    );
  };
  const predict = (points: readonly Float64Array[], aim: Aim): Predictions =>
    aim === "score"
      ? predictMeans(points)
      : emulator.predict(encodePoints(points), points.length, outputNames);
  const readValues = (predictions: Predictions, i: number, selectedOutputs = outputs): BoundedValues =>
    Object.fromEntries(
      selectedOutputs.flatMap(({ name }) => {
        const prediction = predictions.get(name);
        return prediction === undefined ? [] : [[name, readers[name](prediction, i)]];
      }),
    );
  const computeScore = (inputs: SimulationInputs, values: BoundedValues, aim: Aim): number => {
    if (aim === "score") return score(inputs, takeMeans(values));
    return aim === "lower bound"
      ? computeScoreBounds(score, inputs, values).lower
      : logMeanDensity(score, inputs, values);
  };
  const computeBand = (inputs: SimulationInputs, values: BoundedValues) => ({
    score: computeScore(inputs, values, "score"),
    ...computeScoreBounds(score, inputs, values),
  });
  const computeConstraints = (
    point: Float64Array,
    inputs: SimulationInputs,
    values: BoundedValues,
    aim: Aim,
  ): number[] => [...computeGoalConstraints(goals, inputs, values, aim), ...space.margins(point)];

  return {
    space,
    width: outputs.reduce((sum, { size }) => sum + size, 0),
    goals: 1 + furtherGoals.length,
    rate: (points, aim = "score") => {
      const predictions = predict(points, aim);
      return points.map((point, i) => {
        const inputs = space.inputsOf(point);
        const values = readValues(predictions, i);
        const margins = computeConstraints(point, inputs, values, aim);
        return {
          score: replaceMissingScore(computeScore(inputs, values, aim)),
          violation: computeViolation(margins),
          constraints: margins,
        };
      });
    },
    bands: (points) => {
      const predictions = predict(points, "lower bound");
      return points.map((point, i) => computeBand(space.inputsOf(point), readValues(predictions, i)));
    },
    rateAll: (points) => {
      const predictions = predictMeans(points);
      return points.map((point, i) => {
        const inputs = space.inputsOf(point);
        const values = readValues(predictions, i);
        const means = takeMeans(values);
        return {
          goals: [score, ...furtherGoals].map((goal) => replaceMissingScore(goal(inputs, means))),
          violation: computeViolation(computeConstraints(point, inputs, values, "score")),
        };
      });
    },
    withGradients: (points, merit, aim = "score") => {
      const predictions = emulator.predictWithGradients(encodePoints(points), points.length, outputNames);
      return points.map((point, i) => {
        const slopes = space.derivatives(point);
        const rateAt = (place: Float64Array, predicted: Predictions, row: number) => {
          const inputs = space.inputsOf(place);
          const values = readValues(predicted, row);
          const placeScore = computeScore(inputs, values, aim);
          const margins = computeConstraints(place, inputs, values, aim);
          return { score: placeScore, constraints: margins, value: merit(placeScore, margins) };
        };
        const gradient = Float64Array.from(slopes, (slope, a) => {
          if (slope === 0) return 0;
          const [below, above] = [-DIFFERENCE_STEP, DIFFERENCE_STEP].map((step) => {
            const moved = movePredictions(outputs, predictions, i, {
              steps: computeInputSteps(space, a, step * slope),
              width: inputWidth,
            });
            return rateAt(movePoint(point, a, step), moved, 0).value;
          });
          return (above - below) / (2 * DIFFERENCE_STEP);
        });
        return { ...rateAt(point, predictions, i), gradient };
      });
    },
    describe: (point) => {
      const predictions = emulator.predict(encodePoints([point]), 1);
      const inputs = space.inputsOf(point);
      const values = readValues(predictions, 0, [...emulator.outputs]);
      const { score: pointScore, ...bounds } = computeBand(inputs, readValues(predictions, 0));
      return { inputs, values, score: pointScore, bounds };
    },
  };
}

/**
 * Creates the test whether a variable changes a prediction or a goal, or belongs to the relation; the others may stay
 * at their initial values.
 */
function createNeededTest(
  { inputs }: Pick<Emulator, "inputs">,
  readInputs: ReadonlySet<string>,
  relation: KeptRelation | null,
): (name: string) => boolean {
  const columns = [
    ...inputs.flatMap(({ name, used }) => (used ? [name] : [])),
    // An input that changes no output still gives the other inputs of its relation freedom.
    ...(relation?.terms.map(({ input }) => input) ?? []),
  ];
  return (name) =>
    readInputs.has(name) || columns.some((column) => column === name || column.startsWith(`${name}[`));
}

/** Computes the constraints at the mean predictions, or at their lower bounds where bounds are rated. */
const computeGoalConstraints = (
  { constraints = [] }: Goals,
  inputs: SimulationInputs,
  values: BoundedValues,
  aim: Aim,
): number[] =>
  constraints.map((constraint) =>
    aim === "score"
      ? constraint(inputs, takeMeans(values))
      : computeScoreBounds(constraint, inputs, values).lower,
  );

const replaceMissingScore = (value: number): number =>
  Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY;

/**
 * Finds the inputs and outputs that the goals read, by evaluating the goals at the middle of the cube. Where they
 * read no output there, for example because the score does not exist, all outputs are predicted.
 */
function findReadNames(
  emulator: Emulator,
  space: EmulatorSpace,
  readers: Readonly<Record<string, ReturnType<typeof createValueReader>>>,
  goals: Goals,
): ReturnType<typeof namesRead> {
  const point = new Float64Array(space.axes.length).fill(0.5);
  const encoded = new Float64Array(emulator.inputs.length);
  space.fill(point, encoded, 0);
  const predicted = emulator.predict(encoded, 1);
  const values = Object.fromEntries(
    [...predicted].map(([name, prediction]) => [name, readers[name](prediction, 0).mean]),
  );
  const namesAtMiddle = namesRead(goals, space.inputsOf(point), values);
  if (namesAtMiddle.outputs.size > 0) return namesAtMiddle;
  return { inputs: namesAtMiddle.inputs, outputs: new Set(emulator.outputs.map(({ name }) => name)) };
}
