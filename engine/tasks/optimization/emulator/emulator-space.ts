/** A job's variables as the cube that is searched, and as the inputs of the emulator that is searched. */

import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { elementName, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { type Axis, axesOf, placeOf } from "../../../designs/axes.ts";
import type { Emulator, EmulatorInput } from "../../../models/emulator.ts";
import { cellOf, snap } from "../../search-space.ts";
import { type Follower, findFollower } from "./follower.ts";

export type JobVariables = Readonly<Record<string, JobVariable>>;

export interface EmulatorSpace {
  axes: readonly Axis[];
  /** Of each axis, its column among the emulator's inputs. */
  columns: readonly number[];
  /** The emulator's point of a point of the cube, at `at` of `points`. */
  fill(point: Float64Array, points: Float64Array, at: number): void;
  /** What a score function reads. */
  inputsOf(point: Float64Array): SimulationInputs;
  /** The variables' initial values as a point of the cube. */
  initialPoint: Float64Array;
  /** Of each axis, the derivative of the emulator's input by the fraction; 0 along axes of whole numbers and options. */
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
 * @param isNeeded whether a varied variable changes anything; the others stay at their initial values
 * @param relation that every point keeps: one of its inputs is no axis, but follows from the others
 * @throws UserError where the emulator does not know an option, or has an input that is no variable
 */
export function emulatorSpace(
  { inputs }: Pick<Emulator, "inputs">,
  variables: JobVariables,
  isNeeded: (name: string) => boolean = () => true,
  relation: KeptRelation | null = null,
): EmulatorSpace {
  const columnOf = new Map(inputs.map(({ name }, column) => [name, column]));
  const known = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      isNeeded(name) ? trainedOptions(variable, inputs[columnOf.get(name) ?? -1]) : fixed(variable),
    ]),
  );
  const variedAxes = axesOf(known).flatMap((axis) => {
    const column = columnOf.get(columnName(axis));
    return column === undefined ? [] : [{ axis, column }];
  });
  const follower = findFollower(relation, variedAxes, columnOf);
  const searched = variedAxes.filter(({ column }) => column !== follower?.column);
  const axes = searched.map(({ axis }) => axis);
  const columns = searched.map(({ column }) => column);
  const varied = new Set(columns);
  const base = Float64Array.from(inputs, (input, column) =>
    varied.has(column) || column === follower?.column
      ? 0
      : codeOf(input, initialValue(variables, input.name)),
  );
  const initial = initialValues(variables);
  const valueAt = (axis: Axis, fraction: number): ScalarValue => axis.value(cellOf(axis, fraction));
  const fill = (point: Float64Array, points: Float64Array, at: number): void => {
    points.set(base, at);
    axes.forEach((axis, a) => {
      points[at + columns[a]] = codeOf(inputs[columns[a]], valueAt(axis, point[a]));
    });
    if (follower !== null) points[at + follower.column] = follower.valueIn(points, at);
  };
  const followerValue = (point: Float64Array): number => {
    if (follower === null) return Number.NaN;
    const filled = new Float64Array(inputs.length);
    fill(point, filled, 0);
    return filled[follower.column];
  };
  return {
    axes,
    columns,
    follower,
    fill,
    followerValue,
    margins: (point) => follower?.margins(followerValue(point)) ?? [],
    inputsOf: (point) => {
      const given: SimulationInputs = { ...initial };
      const set = ({ name, element }: Axis, value: ScalarValue): void => {
        const vector = given[name];
        if (element === null) given[name] = value;
        else if (typeof vector === "object") given[name] = vector.with(element, Number(value));
      };
      axes.forEach((axis, a) => {
        set(axis, valueAt(axis, point[a]));
      });
      if (follower !== null) set(follower.axis, followerValue(point));
      return given;
    },
    initialPoint: snap(axes, placeOf(axes, initial)),
    derivatives: (point) =>
      Float64Array.from(axes, (axis, a) => {
        if (axis.isChoice || Number.isFinite(axis.count)) return 0;
        const [below, above] = [Math.max(0, point[a] - STEP), Math.min(1, point[a] + STEP)];
        return (Number(axis.value(above)) - Number(axis.value(below))) / (above - below);
      }),
  };
}

/** Of an axis, in differences of values that are smooth. */
const STEP = 1e-5;

const columnName = ({ name, element }: Pick<Axis, "name" | "element">): string =>
  element === null ? name : elementName(name, element);

function fixed(variable: JobVariable): JobVariable {
  return "fixed" in variable ? { ...variable, fixed: true } : variable;
}

/** Without options that the emulator was not trained on. */
function trainedOptions(variable: JobVariable, input: EmulatorInput | undefined): JobVariable {
  if (variable.type !== "MultiSelect" || variable.fixed || input?.kind !== "categorical") return variable;
  const options = variable.options.filter((option) => input.levels.includes(String(option)));
  if (options.length === 0)
    throw new UserError(`The emulator was trained on none of the options of “${input.name}”.`);
  return { ...variable, options };
}

function initialValue(variables: JobVariables, column: string): ScalarValue {
  for (const [name, variable] of Object.entries(variables)) {
    if (variable.type === "Vector") {
      const element = variable.initval.findIndex((_, i) => elementName(name, i) === column);
      if (element >= 0) return variable.initval[element];
    } else if (name === column && variable.type !== "File") return variable.initval;
  }
  throw new UserError(`The emulator’s input “${column}” is not a variable of the job.`);
}

function codeOf(input: EmulatorInput, value: ScalarValue): number {
  if (input.kind === "continuous") return Number(value);
  const code = input.levels.indexOf(String(value));
  if (code < 0 && input.used)
    throw new UserError(`The emulator was not trained on the option “${value}” of “${input.name}”.`);
  return Math.max(0, code);
}
