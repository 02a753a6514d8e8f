import type { EmulatorAnswer } from "@understudy/shared/api/emulator.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { FocusRegion } from "@understudy/shared/api/job-config.ts";
import { call, isAbort } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { useWhenReady } from "#predictions/use-when-ready.ts";

type Outputs = EmulatorAnswer["outputs"];
export type TrainedRegions = {
  readonly status: "ready" | "loading";
  /** The regions that the emulator was trained with. */
  readonly regions: readonly FocusRegion[];
  /** The predictions of the curves, at the points at which the emulator knows them. */
  readonly outputs: Outputs;
  /** The job that the data were taken from, where it was trained with other regions; null: there is none. */
  readonly before: { readonly jobId: number; readonly outputs: Outputs } | null;
};

const STILL_LOADING: TrainedRegions = { status: "loading", regions: [], outputs: {}, before: null };
const NO_REGIONS: TrainedRegions = { ...STILL_LOADING, status: "ready" };

/** The focus regions that a job's emulator was trained with and its accuracy along the curves; null until they are known. */
export function useTrainedRegions(
  { id, source_job_id }: Pick<Job, "id" | "source_job_id">,
  names: readonly string[],
): TrainedRegions | null {
  const version = useEmulatorVersion(id);
  const { restricted } = useCurrentUser();
  // Restricted people do not see the job that the data were taken from.
  const sourceId = restricted ? null : source_job_id;
  const key = names.length === 0 ? null : JSON.stringify([id, version, names, sourceId]);
  const { answer } = useWhenReady(key, async (signal): Promise<TrainedRegions> => {
    const { regions } = await call("getFocusRegions", { params: { job_id: id }, signal });
    if (regions.length === 0) return NO_REGIONS;
    const [now, before] = await Promise.all([
      predictCurves(id, names, signal),
      sourceId === null ? null : readBefore(sourceId, regions, names, signal),
    ]);
    if (now.status === "loading" || before?.status === "loading") return STILL_LOADING;
    const earlier = before === null ? null : { jobId: before.jobId, outputs: before.outputs };
    return { status: "ready", regions, outputs: now.outputs, before: earlier };
  });
  return answer;
}

const predictCurves = (job_id: number, names: readonly string[], signal: AbortSignal) =>
  call("predict", { params: { job_id }, body: { outputs: [...names] }, signal });

/** The predictions of the source job's emulator; null where it has none, other outputs, or the same regions, and once it is deleted. */
async function readBefore(
  jobId: number,
  regions: readonly FocusRegion[],
  names: readonly string[],
  signal: AbortSignal,
): Promise<{ status: "ready" | "loading"; jobId: number; outputs: Outputs } | null> {
  const params = { job_id: jobId };
  try {
    const { emulator_status } = await call("getJob", { params, signal });
    if (emulator_status !== "available") return null;
    const before = await call("getFocusRegions", { params, signal });
    if (JSON.stringify(before.regions) === JSON.stringify(regions)) return null;
    const { emulator_outputs } = await call("getJobConfig", { params, signal });
    const common = names.filter((name) => emulator_outputs.includes(name));
    if (common.length === 0) return null;
    return { ...(await predictCurves(jobId, common, signal)), jobId };
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    return null;
  }
}
