/** Lowers the test whether a point lies away from the training data; see engine/models/extrapolation/extrapolation.ts. */
import type { EmulatorInput } from "../../models/emulator.ts";
import type { EmulatorParts, EnsembleEmulatorParts } from "../../models/ensemble/parts.ts";
import type { EmptyCorners } from "../../models/extrapolation/empty-corners.ts";
import {
  KNOWN_GAP_SHARE,
  MAX_FAMILIAR_SPACINGS,
  rangeTolerance,
} from "../../models/extrapolation/extrapolation.ts";
import { type Program, ProgramBuilder, pruned, type Value } from "../program.ts";
import { lowerDistances } from "./distance.ts";
import { lowerFeatures } from "./features.ts";

/**
 * Lowers the warning that a prediction is an extrapolation.
 * @param parts the inputs with the ranges of all rows, and the ensembles with those of their own rows
 * @returns a program with one result: 1 where an input lies outside its range, or where every ensemble's rows are far away, and
 *   0 elsewhere
 */
export function lowerFarness({ inputs, ensembles }: EmulatorParts): Program {
  const b = new ProgramBuilder(inputs.length);
  const everywhere = ensembles.map((ensemble) => lowerAwayFromRows(b, ensemble));
  const awayFromAll = b.least(b.join(everywhere));
  const mean = b.maximum(lowerOutside(b, inputs), awayFromAll);
  return pruned({ instructions: b.instructions, results: [{ mean, lower: null, upper: null }] });
}

/** 1 where a point is far from the rows of an ensemble, in an empty corner, within a wide gap of an input, or outside a range. */
function lowerAwayFromRows(b: ProgramBuilder, parts: EnsembleEmulatorParts): Value {
  const features = lowerFeatures(b, parts.features);
  const distance = lowerDistances(b, parts, features)(0);
  const isDistant = b.less(b.number(MAX_FAMILIAR_SPACINGS), distance);
  const isFar = b.maximum(isDistant, lowerInCorner(b, parts.emptyCorners, features));
  return b.maximum(isFar, b.maximum(lowerInGap(b, parts.inputs), lowerOutside(b, parts.inputs)));
}

/** 1 where both features of any corner lie beyond their limits; see engine/models/extrapolation/empty-corners.ts. */
function lowerInCorner(
  b: ProgramBuilder,
  { features, sides, limits }: EmptyCorners,
  encoded: Value | null,
): Value {
  if (encoded === null || features.length === 0) return b.number(0);
  const lowerBeyond = (feature: 0 | 1): Value => {
    const isOfFeature = (_: number, at: number): boolean => at % 2 === feature;
    const signs = sides.filter(isOfFeature);
    const values = b.multiply(b.constant(signs), b.pick(encoded, features.filter(isOfFeature)));
    return b.less(
      b.constant(limits.filter(isOfFeature).map((limit, at) => (signs[at] ?? 1) * limit)),
      values,
    );
  };
  return b.less(b.number(0), b.sum(b.multiply(lowerBeyond(0), lowerBeyond(1))));
}

function lowerOutside(b: ProgramBuilder, inputs: readonly EmulatorInput[]): Value {
  const ranges = inputs.flatMap((input, at) =>
    input.kind === "continuous"
      ? [{ at, low: input.minimum - rangeTolerance(input), high: input.maximum + rangeTolerance(input) }]
      : [],
  );
  return lowerAny(b, ranges, (values, low, high) => b.maximum(b.less(values, low), b.less(high, values)));
}

function lowerInGap(b: ProgramBuilder, inputs: readonly EmulatorInput[]): Value {
  const gaps = inputs.flatMap((input, at) => {
    if (input.kind === "categorical" || !input.used || input.gap === null) return [];
    const { from, to } = input.gap;
    const margin = KNOWN_GAP_SHARE * (to - from);
    return [{ at, low: from + margin, high: to - margin }];
  });
  return lowerAny(b, gaps, (values, low, high) => b.multiply(b.less(low, values), b.less(values, high)));
}

type Interval = { at: number; low: number; high: number };

/** 1 where the condition holds for any of the inputs with an interval. */
function lowerAny(
  b: ProgramBuilder,
  intervals: readonly Interval[],
  condition: (values: Value, low: Value, high: Value) => Value,
): Value {
  if (intervals.length === 0) return b.number(0);
  const values = b.pick(
    b.inputs,
    intervals.map(({ at }) => at),
  );
  const low = b.constant(intervals.map((interval) => interval.low));
  const high = b.constant(intervals.map((interval) => interval.high));
  return b.less(b.number(0), b.sum(condition(values, low, high)));
}
