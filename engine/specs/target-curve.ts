/** Tells where a target curve cannot be meant as it is written: another unit of its coordinate or of its values. */
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { exactText, roundTo } from "@understudy/shared/number-text.ts";
import type { Curve } from "./expressions/values.ts";
import { outputGrids } from "./output-grids.ts";

export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** At least this share of the target's points must lie where the output has values. */
const MIN_SHARE_INSIDE = 0.5;
/** No design comes near values that are apart from all of the output's by this factor; a wrong prefix is a factor of 1,000. */
const UNIT_SLIP_FACTOR = 100;
/** The factor for small targets of an output whose values reach zero: such targets may be meant. */
const UNIT_SLIP_FACTOR_NEAR_ZERO = 500;

type Match = {
  readonly target: Curve;
  /** The name of the vector output. */
  readonly output: string;
  /** The range of the output's values in the emulator's rows; null without an emulator. */
  readonly range: ValueRange | null;
  /** The deviation that counts as one was chosen: a small target is meant as it is. */
  readonly hasTolerance: boolean;
};

/** @returns a sentence, or null where nothing is wrong */
export function targetProblem(model: SpecModel, match: Match): string | null {
  return coordinateProblem(model, match) ?? valueProblem(match);
}

function coordinateProblem(model: SpecModel, { target, output }: Match): string | null {
  const grid = outputGrids(model)[output];
  const [low, high] = [grid?.at(0), grid?.at(-1)];
  if (low === undefined || high === undefined) return null;
  const inside = target.x.filter((position) => position >= low && position <= high).length;
  if (inside >= MIN_SHARE_INSIDE * target.x.length) return null;
  const coordinate = model.outputs.find(({ name }) => name === output)?.coordinate ?? "its coordinate";
  const count = inside === 0 ? "None" : `Only ${inside}`;
  return `${count} of the ${target.x.length} points of the target lie where ${output} has values: ${coordinate} goes from ${numberText(low)} to ${numberText(high)}, in the file from ${numberText(target.x.at(0) ?? 0)} to ${numberText(target.x.at(-1) ?? 0)}. Is the file in another unit?`;
}

function valueProblem({ target, output, range, hasTolerance }: Match): string | null {
  if (range === null) return null;
  const sizes = target.y
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort();
  const [largest, middle] = [sizes.at(-1), sizes[sizes.length >> 1]];
  if (largest === undefined || middle === undefined) return null;
  const ends = [Math.abs(range.min), Math.abs(range.max)];
  const most = Math.max(...ends);
  if (most === 0) return null;
  const reachesZero = range.min <= 0 && range.max >= 0;
  const isTooLarge = middle > UNIT_SLIP_FACTOR * most;
  const isTooSmall = reachesZero
    ? !hasTolerance && largest * UNIT_SLIP_FACTOR_NEAR_ZERO < most
    : largest * UNIT_SLIP_FACTOR < Math.min(...ends);
  if (!isTooLarge && !isTooSmall) return null;
  const advice = isTooSmall && reachesZero ? " If it is meant so, choose a tolerance." : "";
  return `The values of the target are about ${numberText(middle)}, but those of ${output} go from ${numberText(range.min)} to ${numberText(range.max)}. Is the file in another unit?${advice}`;
}

const numberText = (value: number): string => exactText(roundTo(value, 4));
