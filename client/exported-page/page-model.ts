/** The model of an exported page, and its point as numbers. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { PageFacts, PageInput } from "@understudy/shared/domain/exported-page.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { createParameters, type Parameter } from "#predictions/parameters.ts";

/** The values of one output at a point; the bounds are null in a page without them. */
export type OutputValues = {
  readonly mean: Float64Array;
  readonly lower: Float64Array | null;
  readonly upper: Float64Array | null;
};

/** The functions that stand in the page before its own script; see engine/exports/formats/javascript. */
export type PageModel = {
  /** @param x the numbers of the inputs, a level by its code */
  readonly evaluate: (x: readonly number[], withBounds: boolean) => readonly OutputValues[];
  readonly isAwayFromData: (x: readonly number[]) => boolean;
  readonly predict: (point: InputPoint, options?: { readonly bounds?: boolean }) => unknown;
};

/** The prediction at the sliders' point. */
export type PageView = {
  readonly point: InputPoint;
  readonly x: readonly number[];
  readonly results: readonly OutputValues[];
  readonly isAway: boolean;
  /** The inputs whose values lie outside their training ranges. */
  readonly outsideInputs: readonly PageInput[];
};

export const createPageParameters = ({ inputs }: PageFacts): Parameter[] =>
  createParameters({ inputs: inputs.map(({ definition }) => definition) });

/** The number of an input, or the code of its level. */
export function encodeValue({ levels, initial }: PageInput, value: ScalarValue | undefined): number {
  if (value === undefined) return initial;
  return levels === null ? Number(value) : Math.max(0, levels.indexOf(String(value)));
}

/** An input that nobody can set has the value at which the page opens. */
export const encodePoint = ({ inputs }: PageFacts, point: InputPoint): number[] =>
  inputs.map((input) => encodeValue(input, point[input.definition.name]));

/** The share of a range by which a value may lie beside it: the end of a slider is rounded. */
const RANGE_TOLERANCE = 1e-6;

function isOutside({ trained }: PageInput, value: number): boolean {
  if (trained === null) return false;
  const [low, high] = trained;
  const slack = RANGE_TOLERANCE * (high - low) + 1e-12 * Math.abs(high);
  return value < low - slack || value > high + slack;
}

export function computeView(model: PageModel, facts: PageFacts, point: InputPoint): PageView {
  const x = encodePoint(facts, point);
  return {
    point,
    x,
    results: model.evaluate(x, true),
    isAway: model.isAwayFromData(x),
    outsideInputs: facts.inputs.filter((input, at) => isOutside(input, x[at] ?? Number.NaN)),
  };
}
