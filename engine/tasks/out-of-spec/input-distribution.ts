/** The designs that are built, as points of the cube that is searched: functions of independent standard normal variables. */
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { elementName, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { defaultDistribution, uncertainInputs } from "@understudy/shared/yield/uncertain-inputs.ts";
import type { Axis } from "../../designs/axes.ts";
import { createSobol } from "../../designs/sobol.ts";
import { normalQuantile } from "../../math/normal.ts";
import type { Random } from "../../math/random.ts";
import { snap } from "../search-space.ts";
import { createMarginal, type Marginal } from "../yield/distributions.ts";

export interface InputDistribution {
  /** Of the standard normal variables; an input that is the same in all designs has none. */
  readonly dimensions: number;
  /** A snapped point of the cube; null where an input lies beyond its range, or the point is not feasible. */
  pointAt(standard: Float64Array): Float64Array | null;
}

/**
 * A point of a sequence that covers the distribution evenly (Sobol').
 * @param spread of the standard normal variables, over that of the designs that are built
 * @returns null where it lies beyond the ranges
 */
export const evenDesign = (
  inputs: InputDistribution,
  random: Random,
  number: number,
  spread = 1,
): Float64Array | null =>
  inputs.pointAt(
    createSobol(inputs.dimensions, random)
      .points(number, 1)
      .map((fraction) => spread * normalQuantile(fraction)),
  );

type AxisMarginal = { readonly axis: Axis; readonly marginal: Marginal; readonly at: number | null };

/**
 * Of the varied variables; those without a distribution of their own are uniform over their range.
 * @param contains whether a point of the cube is feasible
 * @returns null where none has one, or all have the same value in every design
 */
export function inputDistribution(
  axes: readonly Axis[],
  variables: Readonly<Record<string, JobVariable>>,
  distributions: Distributions,
  contains: (point: Float64Array) => boolean = () => true,
): InputDistribution | null {
  const inputs = new Map(uncertainInputs(variables).map((input) => [input.name, input]));
  let dimensions = 0;
  let isGiven = false;
  const marginals = axes.flatMap((axis): AxisMarginal[] => {
    const name = axis.element === null ? axis.name : elementName(axis.name, axis.element);
    const input = inputs.get(name);
    if (input === undefined) return [];
    const own = ownValue(distributions, name);
    isGiven ||= own !== undefined;
    const given = own ?? defaultDistribution(input);
    const marginal = createMarginal(given, input.kind === "whole number");
    return [{ axis, marginal, at: given.kind === "fixed" ? null : dimensions++ }];
  });
  if (!isGiven || dimensions === 0 || marginals.length < axes.length) return null;
  return {
    dimensions,
    pointAt: (standard) => {
      const point = Float64Array.from(marginals, ({ axis, marginal, at }) =>
        placeWithin(axis, marginal.value(at === null ? 0 : standard[at])),
      );
      if (point.some(Number.isNaN)) return null;
      const snapped = snap(axes, point);
      return contains(snapped) ? snapped : null;
    },
  };
}

/** Of a range: the rounding of a value that is computed. */
const ROUNDING = 1e-9;

/** Not a number beyond the range. */
function placeWithin(axis: Axis, value: ScalarValue): number {
  if (axis.isChoice) return placeOfOption(axis, value);
  const place = axis.place(value);
  return place >= -ROUNDING && place <= 1 + ROUNDING ? place : Number.NaN;
}

/** Options are compared as they are written. */
function placeOfOption(axis: Axis, value: ScalarValue): number {
  for (let at = 0; at < axis.count; at++)
    if (String(axis.value(at)) === String(value)) return (axis.edge(at) + axis.edge(at + 1)) / 2;
  return Number.NaN;
}
