/** The varied variables of a job as the cube that is searched. */
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import {
  type Axis,
  createAxes,
  isWithin,
  locateValues,
  plainValues,
  type VariedValues,
} from "../../../designs/axes.ts";
import { type DesignValues, valuesAt } from "../../../designs/simulation-design.ts";
import { findCell, snap } from "../../search-space.ts";

export interface JobSpace {
  axes: readonly Axis[];
  /** The variables' initial values as a point of the cube. */
  initialPoint: Float64Array;
  /** The values of the varied variables at a point of the cube. */
  valuesAt(point: Float64Array): DesignValues;
  pointOf(values: VariedValues): Float64Array;
  /** False for values outside the ranges that are searched. */
  holds(values: VariedValues): boolean;
  /** Computes the inputs that a score function reads: the values of all variables but files. */
  inputsOf(values: VariedValues): SimulationInputs;
}

export function jobSpace(variables: Readonly<Record<string, JobVariable>>): JobSpace {
  const axes = createAxes(variables);
  const initial = initialValues(variables);
  const snapToSpace = (values: VariedValues): Float64Array => snap(axes, locateValues(axes, values));
  return {
    axes,
    initialPoint: snapToSpace(initial),
    valuesAt: (point) =>
      valuesAt(
        axes,
        axes.map((axis, a) => findCell(axis, point[a])),
      ),
    pointOf: snapToSpace,
    holds: (values) => isWithin(locateValues(axes, values)),
    inputsOf: (values) => ({ ...initial, ...plainValues(values) }),
  };
}
