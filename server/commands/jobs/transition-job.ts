import { isActive, type JobStatus, type JobTrigger, nextStatus } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { moreSamples, moreSimulations } from "@understudy/shared/spec-job/more-simulations.ts";
import { isDispatched } from "../../dispatch/dispatched-jobs.ts";
import { chosenServer } from "../../dispatch/training-lease.ts";
import type { Change, Filter } from "../../models/collection.ts";
import type { JobRecord, jobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { notFound, Problem } from "../../problem.ts";
import { noticeAfter, notifySoon } from "../notifications/notify.ts";
import { turnOf } from "../runner/turn.ts";
import { endSimulations, queueWork, stopWork } from "../runner/work.ts";
import { trainsWhenDone } from "./trains-when-done.ts";

export type JobChange = Change<typeof jobRecord>;
type Options = {
  /** What else changes in the same write. */
  change?: (job: JobRecord) => JobChange;
  /** The transition is made only while this holds of the job, as a runner's claim must. */
  only?: Filter<typeof jobRecord>;
};

/** Retries when other changes of the job (its tags, its config) come between reading and writing. */
const ATTEMPTS = 5;

/** In these a job waits for a runner to take it. */
const PENDING: readonly JobStatus[] = ["Validating", "Pending Running", "Pending Training"];

/**
 * The one place where a job's status changes: along an arrow of the table in shared/domain/job.ts, written only if
 * nobody changed the job since it was read, then pushed to browsers, then given to a runner or taken from it.
 *
 * @throws Problem 409 when the table has no such arrow from where the job now is, 404 when there is no such job.
 */
export async function transitionJob(
  platform: Platform,
  jobId: number,
  trigger: JobTrigger,
  { change = () => ({}), only = {} }: Options = {},
): Promise<JobRecord> {
  const { jobs } = platform.store;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const job = await jobs.findOne({ ...only, _id: jobId });
    if (job === null) throw notFound(MESSAGES.jobNotFound);
    const status = targetOf(job, trigger);
    if (status === null) throw new Problem(409, MESSAGES.jobHasMoved(job.status));
    const changes = change(job);
    const { config = job.config } = changes;
    const updated = await jobs.update(
      { ...only, _id: jobId, status: job.status, revision: job.revision },
      { ...consequences({ ...job, config }, trigger, status), ...changes },
    );
    if (updated === null) continue;
    platform.publish.job(updated);
    if (updated.work.ticket === updated.revision) queueWork(platform, updated);
    if (updated.notice?.revision === updated.revision) notifySoon(platform, updated);
    if (trigger === "pause") stopWork(platform, updated);
    if (isDispatched(job.status) && !isDispatched(status)) endSimulations(platform, jobId);
    return updated;
  }
  throw new Problem(409, MESSAGES.jobChangedMeanwhile);
}

const targetOf = (job: JobRecord, trigger: JobTrigger): JobStatus | null =>
  nextStatus(job.status, trigger, {
    objective: job.objective,
    isDataDriven: job.is_data_driven,
    hasBeenConfigured: job.config.has_been_configured,
    trainsWhenDone: trainsWhenDone(job),
    interruptedStatus: job.interrupted_status,
  });

/** What every change of status means for the rest of the job. */
function consequences(job: JobRecord, trigger: JobTrigger, status: JobStatus): JobChange {
  const now = new Date();
  return {
    status,
    revision: job.revision + 1,
    last_modified_time: now,
    notice: noticeAfter(job, status, now),
    ...(status === job.status
      ? {}
      : { progress_percentage: isActive(status) ? 0 : null, progress_text: null }),
    error: null,
    validation_errors: null,
    interrupted_status: trigger === "pause" && isActive(job.status) ? job.status : null,
    interrupted_by: null,
    work: workAfter(job, trigger, status),
    training_server: serverAfter(job, trigger, status),
    run: runAfter(job, trigger, status),
  };
}

const entersAPhase = (trigger: JobTrigger, status: JobStatus): boolean =>
  PENDING.includes(status) && trigger !== "restarted";

/** No server trains it any more. */
const ENDS_TRAINING: readonly JobTrigger[] = ["training-finished", "failed"];

/** A training that starts again, or is over, belongs to no server. One that is stopped keeps its server until the server has reported the outcome. */
function serverAfter(
  { training_server: server }: JobRecord,
  trigger: JobTrigger,
  status: JobStatus,
): JobRecord["training_server"] {
  if (server === null) return null;
  if (entersAPhase(trigger, status)) return chosenServer(server);
  return ENDS_TRAINING.includes(trigger) ? { ...server, lease_until: null } : server;
}

/** A job that enters a pending state gets a new ticket, so that no runner that had it before may write any more. */
function workAfter({ work, ...job }: JobRecord, trigger: JobTrigger, status: JobStatus): JobRecord["work"] {
  const entersQueue = entersAPhase(trigger, status);
  const losesServer = job.training_server !== null && ENDS_TRAINING.includes(trigger);
  const goesOn = job.status === "Complete" && (trigger === "resume" || trigger === "extend");
  return {
    ticket: entersQueue ? job.revision + 1 : work.ticket,
    claim_id: entersQueue || losesServer ? null : work.claim_id,
    more: goesOn || (work.more && trigger !== "training-finished"),
    retry: trigger === "retry" || (work.retry && trigger !== "run-started"),
    order: work.order,
    is_short: work.is_short,
    ...(entersQueue ? turnOf(job, status) : {}),
  };
}

function runAfter(
  { run, status: before }: JobRecord,
  trigger: JobTrigger,
  status: JobStatus,
): JobRecord["run"] {
  if (run === null || before !== "Complete" || status !== "Pending Running") return run;
  const { maximum_simulations: count } = run;
  const more = trigger === "extend" ? moreSamples(count) : moreSimulations(count);
  return { ...run, maximum_simulations: count + more };
}
