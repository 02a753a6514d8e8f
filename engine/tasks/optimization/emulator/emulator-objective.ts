/** The scores of points on an emulator, many at a time, and their derivatives. */

import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { Emulator, EmulatorOutput, OutputPrediction } from "../../../models/emulator.ts";
import { violationOf } from "../../ask-tell.ts";
import { logMeanDensity } from "../../sampling/log-mean-density.ts";
import { type EmulatorSpace, emulatorSpace, type JobVariables } from "./emulator-space.ts";
import { type Goals, namesRead } from "./goals.ts";
import { type CurveCoordinates, valueReader } from "./predicted-values.ts";
import { type BoundedValues, meansOf, type ScoreBounds, scoreBounds } from "./score-bounds.ts";

/** What a point is worth: the score of the mean prediction, the lower bound of the score, or the logarithm of the mean of exp(score). */
export type Aim = "score" | "lower bound" | "log mean density";

export interface Rating {
  /** Minus infinity where the score does not exist. */
  score: number;
  violation: number;
  constraints: readonly number[];
}

/** One number of the score and the constraints, for the gradient of a point. */
export type Merit = (score: number, constraints: readonly number[]) => number;

export interface EmulatorObjective {
  space: EmulatorSpace;
  /** Numbers that a prediction of one point consists of, of the outputs that the goals read. */
  width: number;
  /** The score and the others. */
  goals: number;
  /** @param points of the cube, snapped */
  rate(points: readonly Float64Array[], aim?: Aim): Rating[];
  /** The score of each point and where 95% of it lies; not a number where it does not exist. */
  bands(points: readonly Float64Array[]): (ScoreBounds & { score: number })[];
  /** All goals: the score, the others, and the sum of violations. */
  rateAll(points: readonly Float64Array[]): { goals: number[]; violation: number }[];
  /** Of each point the merit and its derivatives by the fractions, 0 along whole numbers and options. */
  withGradients(
    points: readonly Float64Array[],
    merit: Merit,
    aim?: Aim,
  ): { value: number; gradient: Float64Array; score: number; constraints: number[] }[];
  /** With the predictions of all outputs. */
  describe(point: Float64Array): {
    inputs: SimulationInputs;
    values: BoundedValues;
    score: number;
    bounds: ScoreBounds;
  };
}

/**
 * @param relation that every point keeps; that its follower stays within its range is a constraint beside those of the goals
 * @throws UserError as `emulatorSpace` does
 */
export function createEmulatorObjective(
  emulator: Emulator,
  variables: JobVariables,
  goals: Goals,
  curves: CurveCoordinates = {},
  relation: KeptRelation | null = null,
): EmulatorObjective {
  const all = Object.fromEntries(
    emulator.outputs.map((output) => [output.name, valueReader(output, curves)]),
  );
  const whole = emulatorSpace(emulator, variables);
  const names = namesOf(emulator, whole, all, goals);
  const isNeeded = neededVariables(emulator, names.inputs, relation);
  const space = emulatorSpace(emulator, variables, isNeeded, relation);
  const outputs = emulator.outputs.filter(({ name }) => names.outputs.has(name));
  const { score, others = [] } = goals;
  const inputWidth = emulator.inputs.length;

  const pointsOf = (points: readonly Float64Array[]): Float64Array => {
    const filled = new Float64Array(points.length * inputWidth);
    points.forEach((point, i) => {
      space.fill(point, filled, i * inputWidth);
    });
    return filled;
  };
  const predictMeans = (points: readonly Float64Array[]): Map<string, OutputPrediction> => {
    const filled = pointsOf(points);
    return new Map(
      outputs.map(({ name }) => {
        const mean = emulator.means(filled, points.length, name);
        return [name, { mean, lower: mean, upper: mean }];
      }),
    );
  };
  const predict = (points: readonly Float64Array[], aim: Aim): Map<string, OutputPrediction> =>
    aim === "score"
      ? predictMeans(points)
      : emulator.predict(pointsOf(points), points.length, [...names.outputs]);
  const valuesAt = (predictions: Map<string, OutputPrediction>, i: number, of = outputs): BoundedValues =>
    Object.fromEntries(
      of.flatMap(({ name }) => {
        const prediction = predictions.get(name);
        return prediction === undefined ? [] : [[name, all[name](prediction, i)]];
      }),
    );
  const scoreOf = (inputs: SimulationInputs, values: BoundedValues, aim: Aim): number => {
    if (aim === "score") return score(inputs, meansOf(values));
    return aim === "lower bound"
      ? scoreBounds(score, inputs, values).lower
      : logMeanDensity(score, inputs, values);
  };
  const bandOf = (inputs: SimulationInputs, values: BoundedValues) => ({
    score: scoreOf(inputs, values, "score"),
    ...scoreBounds(score, inputs, values),
  });
  const constraintsOf = (
    point: Float64Array,
    inputs: SimulationInputs,
    values: BoundedValues,
    aim: Aim,
  ): number[] => [...goalConstraints(goals, inputs, values, aim), ...space.margins(point)];

  return {
    space,
    width: outputs.reduce((sum, { size }) => sum + size, 0),
    goals: 1 + others.length,
    rate: (points, aim = "score") => {
      const predictions = predict(points, aim);
      return points.map((point, i) => {
        const inputs = space.inputsOf(point);
        const values = valuesAt(predictions, i);
        const limits = constraintsOf(point, inputs, values, aim);
        return {
          score: finiteOr(scoreOf(inputs, values, aim)),
          violation: violationOf(limits),
          constraints: limits,
        };
      });
    },
    bands: (points) => {
      const predictions = predict(points, "lower bound");
      return points.map((point, i) => bandOf(space.inputsOf(point), valuesAt(predictions, i)));
    },
    rateAll: (points) => {
      const predictions = predictMeans(points);
      return points.map((point, i) => {
        const inputs = space.inputsOf(point);
        const values = valuesAt(predictions, i);
        const means = meansOf(values);
        return {
          goals: [score, ...others].map((goal) => finiteOr(goal(inputs, means))),
          violation: violationOf(constraintsOf(point, inputs, values, "score")),
        };
      });
    },
    withGradients: (points, merit, aim = "score") => {
      const predictions = emulator.predictWithGradients(pointsOf(points), points.length, [...names.outputs]);
      return points.map((point, i) => {
        const slopes = space.derivatives(point);
        const valuesOf = (place: Float64Array, predicted: Map<string, OutputPrediction>, at: number) => {
          const given = space.inputsOf(place);
          const values = valuesAt(predicted, at);
          const [own, limits] = [scoreOf(given, values, aim), constraintsOf(place, given, values, aim)];
          return { score: own, constraints: limits, value: merit(own, limits) };
        };
        const gradient = Float64Array.from(slopes, (slope, a) => {
          if (slope === 0) return 0;
          const [below, above] = [-DIFFERENCE, DIFFERENCE].map((step) => {
            const moved = movedPredictions(outputs, predictions, i, {
              steps: inputSteps(space, a, step * slope),
              width: inputWidth,
            });
            return valuesOf(movedPoint(point, a, step), moved, 0).value;
          });
          return (above - below) / (2 * DIFFERENCE);
        });
        return { ...valuesOf(point, predictions, i), gradient };
      });
    },
    describe: (point) => {
      const predictions = emulator.predict(pointsOf([point]), 1);
      const inputs = space.inputsOf(point);
      const values = valuesAt(predictions, 0, [...emulator.outputs]);
      const { score: own, ...bounds } = bandOf(inputs, valuesAt(predictions, 0));
      return { inputs, values, score: own, bounds };
    },
  };
}

/** Tells the variables that change a prediction or a goal, or are part of the relation, from those that may stay at their initial values. */
function neededVariables(
  { inputs }: Pick<Emulator, "inputs">,
  read: ReadonlySet<string>,
  relation: KeptRelation | null,
): (name: string) => boolean {
  const columns = [
    ...inputs.flatMap(({ name, used }) => (used ? [name] : [])),
    // An input that changes no output still gives the others of its relation their freedom.
    ...(relation?.terms.map(({ input }) => input) ?? []),
  ];
  return (name) =>
    read.has(name) || columns.some((column) => column === name || column.startsWith(`${name}[`));
}

/** With bounds in view, a constraint must be kept at them too. */
const goalConstraints = (
  { constraints = [] }: Goals,
  inputs: SimulationInputs,
  values: BoundedValues,
  aim: Aim,
): number[] =>
  constraints.map((constraint) =>
    aim === "score" ? constraint(inputs, meansOf(values)) : scoreBounds(constraint, inputs, values).lower,
  );

/** Of an axis: far above the rounding of scores, far below what bends them. */
const DIFFERENCE = 1e-6;

const finiteOr = (value: number): number => (Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY);

/** The steps of the inputs that move along an axis: the axis's own input and, by the chain rule, the one that follows from it. */
function inputSteps(
  { columns, follower }: EmulatorSpace,
  axis: number,
  step: number,
): { column: number; step: number }[] {
  const column = columns[axis];
  const followed = step * (follower?.slope(column) ?? 0);
  return follower === null || followed === 0
    ? [{ column, step }]
    : [
        { column, step },
        { column: follower.column, step: followed },
      ];
}

/** One point's predictions along the tangent of some inputs. */
function movedPredictions(
  outputs: readonly EmulatorOutput[],
  predictions: ReturnType<Emulator["predictWithGradients"]>,
  point: number,
  { steps, width }: { steps: readonly { column: number; step: number }[]; width: number },
): Map<string, OutputPrediction> {
  return new Map(
    outputs.flatMap(({ name, size }): [string, OutputPrediction][] => {
      const prediction = predictions.get(name);
      if (prediction === undefined) return [];
      const along = (values: Float64Array, gradients: Float64Array): Float64Array =>
        Float64Array.from({ length: size }, (_, k) => {
          const at = point * size + k;
          return steps.reduce(
            (value, { column, step }) => value + step * gradients[at * width + column],
            values[at],
          );
        });
      const { mean, lower, upper, gradients } = prediction;
      const moved = {
        mean: along(mean, gradients.mean),
        lower: along(lower, gradients.lower),
        upper: along(upper, gradients.upper),
      };
      return [[name, moved]];
    }),
  );
}

const movedPoint = (point: Float64Array, axis: number, step: number): Float64Array =>
  point.with(axis, Math.min(1, Math.max(0, point[axis] + step)));

/** Of goals that read nothing at the middle of the cube, as where they do not exist there, all outputs are predicted. */
function namesOf(
  emulator: Emulator,
  space: EmulatorSpace,
  readers: Readonly<Record<string, ReturnType<typeof valueReader>>>,
  goals: Goals,
): ReturnType<typeof namesRead> {
  const point = new Float64Array(space.axes.length).fill(0.5);
  const filled = new Float64Array(emulator.inputs.length);
  space.fill(point, filled, 0);
  const predicted = emulator.predict(filled, 1);
  const values = Object.fromEntries(
    [...predicted].map(([name, prediction]) => [name, readers[name](prediction, 0).mean]),
  );
  const read = namesRead(goals, space.inputsOf(point), values);
  if (read.outputs.size > 0) return read;
  return { inputs: read.inputs, outputs: new Set(emulator.outputs.map(({ name }) => name)) };
}
