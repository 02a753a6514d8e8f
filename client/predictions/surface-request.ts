/** The request for a response surface: one output over a grid of two inputs through the sliders' point. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { PROFILE_LIMITS } from "@understudy/shared/limits.ts";
import { call } from "#api/call.ts";
import { linspace } from "#plots/model/ranges.ts";
import { type ColumnAxis, sampleAxis } from "#plots/profiler/column-axis.ts";
import { createLiveAnswer, type LiveOptions } from "./live-answer.ts";
import type { MoveParameter } from "./sweep-request.ts";

export type SurfaceInput = { readonly name: string; readonly axis: ColumnAxis };

export type SurfaceView = {
  readonly output: string;
  /** The place along its coordinate at which a curve is predicted; null: the output is a scalar. */
  readonly place: { readonly coordinate: string; readonly value: number } | null;
  readonly x: SurfaceInput;
  readonly y: SurfaceInput;
};

/** Values as stored, row by row along y. */
export type SurfaceAnswer = {
  readonly view: SurfaceView;
  readonly x: readonly ScalarValue[];
  readonly y: readonly ScalarValue[];
  readonly values: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** True for points that are far from the training data. */
  readonly far: readonly boolean[];
  /** The prediction at the sliders' point. */
  readonly present: number;
  /** The sides of the grid are shorter than at rest. */
  readonly isCoarse: boolean;
};

/** Points along each side of the grid. */
const FULL_SIDE = 60;
/** Fewer points than these are no surface. */
const MIN_SIDE = 16;
/** A grid is answered within this time while a slider moves, in milliseconds: the drawing has the rest of 150 ms. */
const MOVING_MS = 90;

/** Numbers of one call, as the server limits them. */
const limitSide = (inputCount: number): number =>
  Math.floor(Math.sqrt(PROFILE_LIMITS.inputNumbers / Math.max(1, inputCount))) - 1;

/** The values along one side of the grid. Of many options some are left out, evenly. */
function sampleSide(axis: ColumnAxis, side: number): readonly ScalarValue[] {
  const values = sampleAxis(axis, side);
  if (values.length <= side) return values;
  return linspace(0, values.length - 1, side).flatMap((at) => values[Math.round(at)] ?? []);
}

/**
 * Chooses the side of a grid that is answered in time while a slider moves.
 * @param pointMs the time that one point of the last grid took
 */
export const chooseSide = (pointMs: number): number =>
  Math.max(MIN_SIDE, Math.min(FULL_SIDE, Math.floor(Math.sqrt(MOVING_MS / pointMs))));

/** Requests the surface; null while the emulator is loading. */
export async function requestSurface(
  job_id: number,
  question: { point: InputPoint; view: SurfaceView; side: number },
  moved: MoveParameter,
  signal: AbortSignal,
): Promise<SurfaceAnswer | null> {
  const { point, view } = question;
  const { output, place } = view;
  const side = Math.min(question.side, limitSide(Object.keys(point).length));
  const [x, y] = [sampleSide(view.x.axis, side), sampleSide(view.y.axis, side)];
  const body = {
    points: [point],
    variations: x.map((value) => moved(view.x.name, value)),
    crossings: y.map((value) => moved(view.y.name, value)),
    places: place === null ? {} : { [place.coordinate]: place.value },
    outputs: [output],
  };
  const answer = await call("predictVariations", { params: { job_id }, body, signal });
  const [prediction] = answer.predictions;
  const predicted = prediction?.outputs[output];
  if (answer.status !== "ready" || prediction === undefined || predicted === undefined) return null;
  // The prediction at the point itself comes first.
  return {
    ...{ view, x, y },
    values: predicted.values.slice(1),
    lower: predicted.lower_bounds.slice(1),
    upper: predicted.upper_bounds.slice(1),
    far: prediction.is_outside.slice(1),
    present: predicted.values[0] ?? Number.NaN,
    isCoarse: question.side < FULL_SIDE,
  };
}

/** The response surface through the sliders' point. Its grid is coarser while they move, where the emulator is slow. */
export function createLiveSurface(
  jobId: number,
  { moved, ...options }: LiveOptions & { moved: MoveParameter },
) {
  // Nothing is known of the emulator's speed: the first grid is coarse.
  let side = MIN_SIDE;
  return createLiveAnswer<SurfaceView, SurfaceAnswer>({
    ...options,
    isCoarse: ({ isCoarse }) => isCoarse,
    // A curve's value at the sliders' point comes with the surface; that of a scalar output does not.
    dependsOn: ({ place, x, y }, changed) =>
      place !== null || changed.some((name) => name !== x.name && name !== y.name),
    ask: async ({ view, point, isAtRest }, signal) => {
      const begun = performance.now();
      const question = { point, view, side: isAtRest ? FULL_SIDE : side };
      const answer = await requestSurface(jobId, question, moved, signal);
      if (answer !== null) side = chooseSide((performance.now() - begun) / Math.max(1, answer.values.length));
      return answer;
    },
  });
}
