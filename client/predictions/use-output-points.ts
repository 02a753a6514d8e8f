import type { OutputPoints } from "@understudy/shared/api/emulator-report.ts";
import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { useWhenReady } from "./use-when-ready.ts";

/**
 * The measures of each value of an output by the newest emulator; null until they are read.
 * @param output null: nothing is requested
 */
export function useOutputPoints(jobId: number, output: string | null): OutputPoints | null {
  const version = useEmulatorVersion(jobId);
  const key = output === null ? null : JSON.stringify([jobId, output, version]);
  const { answer } = useWhenReady(key, (signal) =>
    call("getOutputPoints", { params: { job_id: jobId }, query: { output: output ?? "" }, signal }),
  );
  return key === null ? null : answer;
}

/**
 * Measures at the places where a curve or a map is drawn, interpolated as the server interpolates accuracies.
 * @param measures one at each of the `coordinate_values`; null, too, where the emulator's file has none
 * @param places coordinate values as stored
 * @returns null beside a place without a measure, and in place of the list without measures
 */
export function measuresAt(
  { coordinate_values }: Pick<OutputPoints, "coordinate_values">,
  measures: readonly (number | null)[] | null,
  places: readonly number[],
): (number | null)[] | null {
  if (measures === null) return null;
  const values = Float64Array.from(measures, (measure) => measure ?? Number.NaN);
  const along = Float64Array.from(coordinate_values);
  return Array.from(interpolateLinear(along, values, Float64Array.from(places)), (measure) =>
    Number.isFinite(measure) ? measure : null,
  );
}
