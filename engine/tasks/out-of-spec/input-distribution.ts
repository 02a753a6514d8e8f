/** The designs that are built, as points of the searched cube: functions of independent standard normal variables. */
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { defaultDistribution, uncertainInputs } from "@understudy/shared/yield/uncertain-inputs.ts";
import { type Axis, columnName } from "../../designs/axes.ts";
import { createSobol } from "../../designs/sobol.ts";
import { normalQuantile } from "../../math/normal.ts";
import type { Random } from "../../math/random.ts";
import { snap } from "../search-space.ts";
import { createMarginal, type Marginal } from "../yield/distributions.ts";

export interface InputDistribution {
  /** The number of standard normal variables; an input that is the same in all designs has none. */
  readonly dimensions: number;
  /**
   * Maps standard normal variables to a snapped point of the cube; null where an input lies beyond its range, or the
   * point is not feasible.
   */
  pointAt(standard: Float64Array): Float64Array | null;
}

/**
 * Computes a point of a Sobol sequence that covers the distribution.
 * @param spread the standard deviation of the normal variables; 1 for the designs that are built
 * @returns the point of the cube; null where it lies beyond the ranges
 */
export const createEvenDesign = (
  inputs: InputDistribution,
  random: Random,
  sequenceIndex: number,
  spread = 1,
): Float64Array | null =>
  inputs.pointAt(
    createSobol(inputs.dimensions, random)
      .points(sequenceIndex, 1)
      .map((fraction) => spread * normalQuantile(fraction)),
  );

type AxisMarginal = {
  readonly axis: Axis;
  readonly marginal: Marginal;
  readonly variableIndex: number | null;
};

/**
 * Creates the distribution of the varied variables; those without a distribution are uniform over their range.
 * @param contains tests whether a point of the cube is feasible
 * @returns null where no variable has a distribution, or all have the same value in every design
 */
export function createInputDistribution(
  axes: readonly Axis[],
  variables: Readonly<Record<string, JobVariable>>,
  distributions: Distributions,
  contains: (point: Float64Array) => boolean = () => true,
): InputDistribution | null {
  const inputs = new Map(uncertainInputs(variables).map((input) => [input.name, input]));
  let dimensions = 0;
  let hasDistribution = false;
  const marginals = axes.flatMap((axis): AxisMarginal[] => {
    const name = columnName(axis);
    const input = inputs.get(name);
    if (input === undefined) return [];
    const givenDistribution = ownValue(distributions, name);
    hasDistribution ||= givenDistribution !== undefined;
    const distribution = givenDistribution ?? defaultDistribution(input);
    const marginal = createMarginal(distribution, input.kind === "whole number");
    return [{ axis, marginal, variableIndex: distribution.kind === "fixed" ? null : dimensions++ }];
  });
  if (!hasDistribution || dimensions === 0 || marginals.length < axes.length) return null;
  return {
    dimensions,
    pointAt: (standard) => {
      const point = Float64Array.from(marginals, ({ axis, marginal, variableIndex }) =>
        findPlace(axis, marginal.value(variableIndex === null ? 0 : standard[variableIndex])),
      );
      if (point.some(Number.isNaN)) return null;
      const snapped = snap(axes, point);
      return contains(snapped) ? snapped : null;
    },
  };
}

/** The relative rounding error of a computed value, as a share of its range. */
const ROUNDING_TOLERANCE = 1e-9;

/** Computes the place of a value on an axis; NaN beyond the range. */
function findPlace(axis: Axis, value: ScalarValue): number {
  if (axis.isChoice) return findOptionPlace(axis, value);
  const place = axis.place(value);
  return place >= -ROUNDING_TOLERANCE && place <= 1 + ROUNDING_TOLERANCE ? place : Number.NaN;
}

/** Finds the place of an option; options are compared by their text. */
function findOptionPlace(axis: Axis, value: ScalarValue): number {
  for (let index = 0; index < axis.count; index++)
    if (String(axis.value(index)) === String(value)) return (axis.edge(index) + axis.edge(index + 1)) / 2;
  return Number.NaN;
}
