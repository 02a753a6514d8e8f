import { call } from "../api/call.ts";
import { setExports } from "../store/emulator-exports.ts";
import { liveQuery } from "./live-query.ts";

/** The interval at which the exports are read while the socket is down. */
const POLL_MS = 2_000;

/** The exports of a job's emulator, as its dialog shows them. */
export const liveExports = liveQuery<number>({
  subject: (jobId) => ({ kind: "job", job_id: jobId }),
  load: async (jobId, signal) =>
    setExports(jobId, (await call("listExports", { params: { job_id: jobId }, signal })).items),
  pollMs: () => POLL_MS,
});
