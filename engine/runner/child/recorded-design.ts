/** Turns designs of an emulator into those to report: numbers that do not exist become null. */
import { plainValues } from "../../designs/axes.ts";
import { finite, isInSpec, shownViolation } from "../../tasks/in-spec.ts";
import type { PredictedDesign as Described } from "../../tasks/optimization/emulator/optimize.ts";
import type { FoundDesign, RecordedDesign } from "../contract/search-ports.ts";

export function foundDesign(design: Described, index: number | null, hasSpec: boolean): FoundDesign {
  const { inputs, outputs, score, bounds, atLimits, outside, isFar } = design;
  return {
    index,
    inputs: plainValues(inputs),
    outputs: Object.fromEntries(
      Object.entries(outputs).flatMap(([name, { mean, lower, upper }]) =>
        typeof mean === "number"
          ? [[name, { mean: finite(mean), lower: finite(Number(lower)), upper: finite(Number(upper)) }]]
          : [],
      ),
    ),
    score: finite(score),
    lower_bound: finite(bounds.lower),
    upper_bound: finite(bounds.upper),
    in_spec: hasSpec ? isInSpec(design) : null,
    violation: shownViolation(design),
    at_limits: atLimits,
    outside,
    is_far: isFar,
  };
}

/** A design that was described, as it is recorded. */
export const recordedDesign = (described: Described, index: number, hasSpec: boolean): RecordedDesign => ({
  index,
  design: foundDesign(described, index, hasSpec),
  curves: selectCurves(described),
});

const selectCurves = ({ outputs }: Described): RecordedDesign["curves"] =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([name, { mean }]) => (typeof mean === "number" ? [] : [[name, mean]])),
  );
