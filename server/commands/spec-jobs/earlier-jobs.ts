/** Jobs whose simulations a search may begin with. */
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/worker-protocol.ts";
import type { JobRun } from "../../models/run.ts";
import type { Store } from "../../models/store.ts";

const MAX_JOBS = 50;

/** Those of the same version of a spec that servers run, the newest first. */
export async function earlierJobs(
  { jobs }: Pick<Store, "jobs">,
  spec_version_id: number,
): Promise<{ _id: number; run: JobRun }[]> {
  const found = await jobs.find({ spec_version_id }, { sort: { _id: -1 }, limit: MAX_JOBS });
  return found.flatMap(({ _id, run }) => (run === null || run.emulator !== null ? [] : [{ _id, run }]));
}

/** What all simulations of a job have in common, and the initial values of what varies. */
export const sharedValues = (variables: Readonly<Record<string, JobVariable>>): SimulationInputs =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, variable]) =>
      variable.type === "File" ? [] : [[name, variable.initval]],
    ),
  );
