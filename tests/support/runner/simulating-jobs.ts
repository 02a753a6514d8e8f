/** Jobs whose simulations stub servers run; the test file starts the runner. */
import { transitionJob } from "@understudy/server/commands/jobs/transition-job.ts";
import { queueWork } from "@understudy/server/commands/runner/work.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { JobRun } from "@understudy/server/models/run.ts";
import type { JobStatus, JobTrigger } from "@understudy/shared/domain/job.ts";
import { eventually } from "../../harness.ts";
import { makeServer, openTestPlatform, storeRunJob } from "../specs/simulations.ts";

export const platform = await openTestPlatform();
export const { store } = platform;

let lastId = 0;

export const newServer = () => makeServer(++lastId);
export const chosen = (...servers: { id: number }[]) =>
  servers.map(({ id }) => ({ id, concurrent_simulations: 8 }));

export async function start(run: Partial<JobRun>, fields: Partial<JobRecord> = {}): Promise<JobRecord> {
  const job = await storeRunJob(platform, run, { status: "Pending Running", ...fields });
  queueWork(platform, job);
  return job;
}
export async function read({ _id }: Pick<JobRecord, "_id">): Promise<JobRecord> {
  const job = await store.jobs.findOne({ _id });
  if (job === null) throw new Error(`There is no job ${_id}.`);
  return job;
}
export const reaches = (job: JobRecord, status: JobStatus) =>
  eventually(
    status,
    async () => {
      const now = await read(job);
      if (now.status === status) return now;
      if (now.error !== null) throw new Error(`${now.status}: ${now.error}`);
      return null;
    },
    120_000,
  );
export const act = ({ _id }: JobRecord, trigger: JobTrigger) => transitionJob(platform, _id, trigger);
export const all = ({ _id }: JobRecord) => store.simulations.find({ job_id: _id }, { sort: { index: 1 } });
export const statuses = async (job: JobRecord) => new Set((await all(job)).map(({ status }) => status));
