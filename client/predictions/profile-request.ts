/** The request for the profiler's curves: all outputs over all inputs through the sliders' point, in one call. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { call } from "#api/call.ts";
import { type ColumnAxis, sampleAxis, threeLevels } from "#plots/profiler/column-axis.ts";
import type { Profile, ProfileColumn } from "#plots/profiler/profiler-data.ts";
import { createLiveAnswer, type LiveOptions } from "./live-answer.ts";
import type { Parameter } from "./parameters.ts";
import type { MoveParameter } from "./sweep-request.ts";

/** Whole numbers of a range of at most so many are drawn as steps. */
const MAX_INTEGER_STEPS = 20;

/**
 * The number of points that the server predicts at once, without waiting for other large requests: those of all curves and the
 * present one.
 */
const FEW_POINTS = 256;
const POINTS_OF_CURVE = { fewest: 11, most: 25 };

export type ProfileView = {
  readonly outputs: readonly string[];
  readonly columns: readonly { readonly name: string; readonly axis: ColumnAxis }[];
  /** The input whose levels are laid over the curves; null: none. */
  readonly overlay: { readonly name: string; readonly axis: ColumnAxis } | null;
};

export function createColumnAxis(parameter: Parameter): ColumnAxis {
  if (parameter.kind === "list") return { kind: "steps", values: parameter.values };
  const { min, max, isInteger } = parameter;
  const [low, high] = [Math.ceil(min), Math.floor(max)];
  if (!isInteger || high - low >= MAX_INTEGER_STEPS) return { kind: "numbers", min, max, isInteger };
  return { kind: "steps", values: Array.from({ length: high - low + 1 }, (_, at) => low + at) };
}

/** The points of each curve: as many as make few points together. */
export function countPoints(columns: number): number {
  const { fewest, most } = POINTS_OF_CURVE;
  return Math.max(fewest, Math.min(most, Math.floor((FEW_POINTS - 1) / Math.max(1, columns))));
}

/** The variations of the point that the curves consist of, and the part of them that belongs to each column. */
export function planProfile(
  view: Pick<ProfileView, "columns">,
  moved: MoveParameter,
): { variations: InputPoint[]; columns: Record<string, ProfileColumn> } {
  const count = countPoints(view.columns.length);
  const variations: InputPoint[] = [];
  const columns: Record<string, ProfileColumn> = {};
  for (const { name, axis } of view.columns) {
    const x = sampleAxis(axis, count);
    // The prediction at the point itself comes first.
    columns[name] = { x, from: 1 + variations.length };
    variations.push(...x.map((value) => moved(name, value)));
  }
  return { variations, columns };
}

/** Requests the curves; null while the emulator is loading. */
export async function requestProfile(
  job_id: number,
  point: InputPoint,
  view: ProfileView,
  moved: MoveParameter,
  signal: AbortSignal,
): Promise<Profile | null> {
  const { variations, columns } = planProfile(view, moved);
  const { overlay, outputs } = view;
  const levels: readonly ScalarValue[] = overlay === null ? [] : threeLevels(overlay.axis);
  const points = [point, ...levels.map((value) => ({ ...point, [overlay?.name ?? ""]: value }))];
  const body = { points, variations, outputs: [...outputs] };
  const answer = await call("predictVariations", { params: { job_id }, body, signal });
  const [prediction, ...further] = answer.predictions;
  if (answer.status !== "ready" || prediction === undefined) return null;
  const overlays = further.flatMap((laid, at) => {
    const value = levels[at];
    return value === undefined ? [] : [{ value, prediction: laid }];
  });
  return { point, columns, prediction, overlays, overlaid: overlay?.name ?? null };
}

/** The profiler's curves through the sliders' point. */
export const createLiveProfile = (
  jobId: number,
  { moved, ...options }: LiveOptions & { moved: MoveParameter },
) =>
  createLiveAnswer<ProfileView, Profile>({
    ...options,
    ask: ({ view, point }, signal) => requestProfile(jobId, point, view, moved, signal),
  });
