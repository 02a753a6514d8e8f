/** A job's variables as the cube that is searched, and as the inputs of the emulator. */

import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { elementName, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { type Axis, columnName, createAxes, locateValues } from "../../../designs/axes.ts";
import type { Emulator, EmulatorInput } from "../../../models/emulator.ts";
import { findCell, snap } from "../../search-space.ts";
import { type Follower, findFollower } from "./follower.ts";

export type JobVariables = Readonly<Record<string, JobVariable>>;

export interface EmulatorSpace {
  axes: readonly Axis[];
  /** The column of each axis among the emulator's inputs. */
  columns: readonly number[];
  /** Writes the emulator's encoded inputs of a point of the cube to `points`, from index `at` on. */
  fill(point: Float64Array, points: Float64Array, at: number): void;
  /** Computes the inputs that a score function reads. */
  inputsOf(point: Float64Array): SimulationInputs;
  /** The variables' initial values as a point of the cube. */
  initialPoint: Float64Array;
  /**
   * Computes the derivative of the emulator's input by the fraction along each axis; 0 along whole numbers and
   * options.
   */
  derivatives(point: Float64Array): Float64Array;
  /** The input that follows from the others; null: the inputs are independent. */
  follower: Follower | null;
  /** The value of the follower; not a number where there is none. */
  followerValue(point: Float64Array): number;
  /** Constraints that keep the follower within its range: at least 0 where the point is feasible. Empty without a follower. */
  margins(point: Float64Array): readonly number[];
}

export const isFeasible = ({ margins }: Pick<EmulatorSpace, "margins">, point: Float64Array): boolean =>
  margins(point).every((margin) => margin >= 0);

/**
 * Creates the space.
 * @param isNeeded tests whether a varied variable changes a result; the others stay at their initial values
 * @param relation every point keeps it: one of its inputs is no axis, but follows from the others
 * @throws UserError where the emulator does not know an option, or has an input that is no variable
 */
export function createEmulatorSpace(
  { inputs }: Pick<Emulator, "inputs">,
  variables: JobVariables,
  isNeeded: (name: string) => boolean = () => true,
  relation: KeptRelation | null = null,
): EmulatorSpace {
  const columnsByName = new Map(inputs.map(({ name }, column) => [name, column]));
  const trainedVariables = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      isNeeded(name)
        ? keepTrainedOptions(variable, inputs[columnsByName.get(name) ?? -1])
        : fixVariable(variable),
    ]),
  );
  const variedAxes = createAxes(trainedVariables).flatMap((axis) => {
    const column = columnsByName.get(columnName(axis));
    return column === undefined ? [] : [{ axis, column }];
  });
  const follower = findFollower(relation, variedAxes, columnsByName);
  const searchedAxes = variedAxes.filter(({ column }) => column !== follower?.column);
  const axes = searchedAxes.map(({ axis }) => axis);
  const columns = searchedAxes.map(({ column }) => column);
  const variedColumns = new Set(columns);
  const base = Float64Array.from(inputs, (input, column) =>
    variedColumns.has(column) || column === follower?.column
      ? 0
      : encodeValue(input, findInitialValue(variables, input.name)),
  );
  const initial = initialValues(variables);
  const valueAt = (axis: Axis, fraction: number): ScalarValue => axis.value(findCell(axis, fraction));
  const fill = (point: Float64Array, points: Float64Array, at: number): void => {
    points.set(base, at);
    axes.forEach((axis, a) => {
      points[at + columns[a]] = encodeValue(inputs[columns[a]], valueAt(axis, point[a]));
    });
    if (follower !== null) points[at + follower.column] = follower.valueIn(points, at);
  };
  const followerValue = (point: Float64Array): number => {
    if (follower === null) return Number.NaN;
    const encoded = new Float64Array(inputs.length);
    fill(point, encoded, 0);
    return encoded[follower.column];
  };
  return {
    axes,
    columns,
    follower,
    fill,
    followerValue,
    margins: (point) => follower?.margins(followerValue(point)) ?? [],
    inputsOf: (point) => {
      const inputValues: SimulationInputs = { ...initial };
      const set = ({ name, element }: Axis, value: ScalarValue): void => {
        const vector = inputValues[name];
        if (element === null) inputValues[name] = value;
        else if (typeof vector === "object") inputValues[name] = vector.with(element, Number(value));
      };
      axes.forEach((axis, a) => {
        set(axis, valueAt(axis, point[a]));
      });
      if (follower !== null) set(follower.axis, followerValue(point));
      return inputValues;
    },
    initialPoint: snap(axes, locateValues(axes, initial)),
    derivatives: (point) =>
      Float64Array.from(axes, (axis, a) => {
        if (axis.isChoice || Number.isFinite(axis.count)) return 0;
        const [below, above] = [
          Math.max(0, point[a] - DIFFERENCE_STEP),
          Math.min(1, point[a] + DIFFERENCE_STEP),
        ];
        return (Number(axis.value(above)) - Number(axis.value(below))) / (above - below);
      }),
  };
}

/** The step of the differences of smooth values, as a share of an axis. */
const DIFFERENCE_STEP = 1e-5;

function fixVariable(variable: JobVariable): JobVariable {
  return "fixed" in variable ? { ...variable, fixed: true } : variable;
}

/** Removes options that the emulator was not trained on. */
function keepTrainedOptions(variable: JobVariable, input: EmulatorInput | undefined): JobVariable {
  if (variable.type !== "MultiSelect" || variable.fixed || input?.kind !== "categorical") return variable;
  const options = variable.options.filter((option) => input.levels.includes(String(option)));
  if (options.length === 0)
    throw new UserError(`The emulator was trained on none of the options of “${input.name}”.`);
  return { ...variable, options };
}

function findInitialValue(variables: JobVariables, column: string): ScalarValue {
  for (const [name, variable] of Object.entries(variables)) {
    if (variable.type === "Vector") {
      const element = variable.initval.findIndex((_, i) => elementName(name, i) === column);
      if (element >= 0) return variable.initval[element];
    } else if (name === column && variable.type !== "File") return variable.initval;
  }
  throw new UserError(`The emulator’s input “${column}” is not a variable of the job.`);
}

function encodeValue(input: EmulatorInput, value: ScalarValue): number {
  if (input.kind === "continuous") return Number(value);
  const code = input.levels.indexOf(String(value));
  if (code < 0 && input.used)
    throw new UserError(`The emulator was not trained on the option “${value}” of “${input.name}”.`);
  return Math.max(0, code);
}
