/** A job's variables as the cube that is searched, and as the inputs of the emulator that is searched. */
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { elementName, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { type Axis, axesOf, placeOf } from "../../../designs/axes.ts";
import type { Emulator, EmulatorInput } from "../../../models/emulator.ts";
import { cellOf, snap } from "../../search-space.ts";

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
}

/**
 * @param isNeeded whether a varied variable changes anything; the others stay at their initial values
 * @throws UserError where the emulator does not know an option, or has an input that is no variable
 */
export function emulatorSpace(
  { inputs }: Pick<Emulator, "inputs">,
  variables: JobVariables,
  isNeeded: (name: string) => boolean = () => true,
): EmulatorSpace {
  const columnOf = new Map(inputs.map(({ name }, column) => [name, column]));
  const known = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      isNeeded(name) ? trainedOptions(variable, inputs[columnOf.get(name) ?? -1]) : fixed(variable),
    ]),
  );
  const axes = axesOf(known).filter((axis) => columnOf.has(columnName(axis)));
  const columns = axes.map((axis) => columnOf.get(columnName(axis)) ?? 0);
  const varied = new Set(columns);
  const base = Float64Array.from(inputs, (input, column) =>
    varied.has(column) ? 0 : codeOf(input, initialValue(variables, input.name)),
  );
  const initial = initialValues(variables);
  const valueAt = (axis: Axis, fraction: number): ScalarValue => axis.value(cellOf(axis, fraction));
  return {
    axes,
    columns,
    fill: (point, points, at) => {
      points.set(base, at);
      axes.forEach((axis, a) => {
        points[at + columns[a]] = codeOf(inputs[columns[a]], valueAt(axis, point[a]));
      });
    },
    inputsOf: (point) => {
      const given: SimulationInputs = { ...initial };
      axes.forEach((axis, a) => {
        const value = valueAt(axis, point[a]);
        const vector = given[axis.name];
        if (axis.element === null) given[axis.name] = value;
        else if (typeof vector === "object") given[axis.name] = vector.with(axis.element, Number(value));
      });
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
