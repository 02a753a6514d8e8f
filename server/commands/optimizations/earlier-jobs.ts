import { isSimulated, type JobRun } from "../../models/run.ts";
import type { Store } from "../../models/store.ts";

const MAX_JOBS = 50;

/** Jobs of the same version of a spec that servers ran, the newest first: a search may begin with their simulations. */
export async function earlierJobs(
  { jobs }: Pick<Store, "jobs">,
  spec_version_id: number | null,
  before: number,
): Promise<{ _id: number; run: JobRun }[]> {
  const earlier = { spec_version_id, _id: { $lt: before } };
  const records = await jobs.find(earlier, { sort: { _id: -1 }, limit: MAX_JOBS });
  return records.flatMap(({ _id, run }) => (run !== null && isSimulated(run) ? [{ _id, run }] : []));
}
