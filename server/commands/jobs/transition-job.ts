import { isActive, type JobStatus, type JobTrigger, nextStatus } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { moreSamples, moreSimulations } from "@understudy/shared/spec-job/next-step.ts";
import { notFound, Problem } from "../../core/problem.ts";
import { isDispatched } from "../../dispatch/dispatched-jobs.ts";
import { chosenMachine, chosenServer } from "../../dispatch/training-lease.ts";
import { recordTrainingEnd } from "../../metrics/metrics.ts";
import type { Change, Filter } from "../../models/collection.ts";
import type { JobRecord, jobRecord } from "../../models/job.ts";
import type { JobTransitions } from "../../platform/platform.ts";
import { noticeAfter, notifySoon } from "../notifications/notify.ts";
import { leaveQueue, returnCharge, type Turn, takeTurn } from "../runner/turn.ts";
import { endSimulations, findPhase, queueWork, stopWork } from "../runner/work.ts";
import { removeProvisionalFile } from "./emulator-files.ts";
import { trainsWhenDone } from "./trains-when-done.ts";

export type JobChange = Change<typeof jobRecord>;
type Options = {
  /** Returns further changes for the same write. */
  change?: (job: JobRecord) => JobChange;
  /** Only a job that matches this filter makes the transition, as a runner's claim requires. */
  only?: Filter<typeof jobRecord>;
};

/**
 * The number of times that the transition is tried again when other changes of the job (its tags, its config) come
 * between reading and writing.
 */
const MAX_TRANSITION_ATTEMPTS = 5;

/** A job in one of these statuses waits for a runner. */
const PENDING_STATUSES: readonly JobStatus[] = ["Validating", "Pending Running", "Pending Training"];

/**
 * The one place where a job's status changes: along an arrow of the table in shared/domain/job.ts, written only if
 * nobody changed the job since it was read, then pushed to browsers, then given to a runner or taken from it.
 *
 * @throws Problem 409 when the table has no such arrow from where the job now is, 404 when there is no such job.
 */
export async function transitionJob(
  platform: JobTransitions,
  jobId: number,
  trigger: JobTrigger,
  { change = () => ({}), only = {} }: Options = {},
): Promise<JobRecord> {
  const { jobs } = platform.store;
  for (let attempt = 0; attempt < MAX_TRANSITION_ATTEMPTS; attempt++) {
    const job = await jobs.findOne({ ...only, _id: jobId });
    if (job === null) throw notFound(MESSAGES.jobNotFound);
    const status = findTargetStatus(job, trigger);
    if (status === null) throw new Problem(409, MESSAGES.jobHasMoved(job.status));
    const changes = change(job);
    const { config = job.config, training_server = nextTrainingServer(job, trigger, status) } = changes;
    const isQueued = isEnteringPhase(trigger, status);
    const turn = isQueued
      ? await takeTurn(platform.store, { ...job, config, training_server }, status)
      : null;
    const updated = await jobs.update(
      { ...only, _id: jobId, status: job.status, revision: job.revision },
      { ...computeConsequences({ ...job, config }, trigger, status, turn), ...changes },
    );
    if (updated === null) {
      if (turn !== null)
        await returnCharge(platform.store, {
          ...{ ...job, status, training_server },
          work: { ...job.work, ...turn },
        });
      continue;
    }
    if (updated.work.ticket !== job.work.ticket || updated.work.charge === 0)
      await returnCharge(platform.store, job);
    platform.publish.job(updated);
    if (updated.work.ticket === updated.revision) queueWork(platform, updated);
    if (updated.notice?.revision === updated.revision) notifySoon(platform, updated);
    if (updated.emulator_stage === "withdrawn") removeProvisionalFile(platform, jobId, job.emulator_file);
    if (trigger === "pause") stopWork(platform, updated);
    if (findPhase(job.status) === "training" && findPhase(status) !== "training") recordTrainingEnd(status);
    if (isDispatched(job.status) && !isDispatched(status)) endSimulations(platform, jobId);
    await leaveQueue(platform.store, job, updated);
    return updated;
  }
  throw new Problem(409, MESSAGES.jobChangedMeanwhile);
}

const findTargetStatus = (job: JobRecord, trigger: JobTrigger): JobStatus | null =>
  nextStatus(job.status, trigger, {
    objective: job.objective,
    isDataDriven: job.is_data_driven,
    hasBeenConfigured: job.config.has_been_configured,
    trainsWhenDone: trainsWhenDone(job),
    interruptedStatus: job.interrupted_status,
  });

/** Computes what a change of status means for the other fields of the job. */
function computeConsequences(
  job: JobRecord,
  trigger: JobTrigger,
  status: JobStatus,
  turn: Turn | null,
): JobChange {
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
    work: nextWork(job, trigger, status, turn),
    training_server: nextTrainingServer(job, trigger, status),
    run: nextRun(job, trigger, status),
    ...(trigger === "failed" ? withdrawProvisional(job) : {}),
  };
}

/** A training that has failed leaves no emulator of its own. */
const withdrawProvisional = ({ emulator_stage }: JobRecord): JobChange =>
  emulator_stage === "provisional" ? { emulator_stage: "withdrawn", emulator_file: null } : {};

const isEnteringPhase = (trigger: JobTrigger, status: JobStatus): boolean =>
  PENDING_STATUSES.includes(status) && trigger !== "restarted";

/** After one of these triggers no server trains the job any more. */
const TRAINING_END_TRIGGERS: readonly JobTrigger[] = ["training-finished", "failed"];

/**
 * A training that starts again, or is over, belongs to no server. One that is stopped keeps its server until the server
 * has reported the outcome.
 */
function nextTrainingServer(
  { training_server: server }: JobRecord,
  trigger: JobTrigger,
  status: JobStatus,
): JobRecord["training_server"] {
  if (server === null) return null;
  if (isEnteringPhase(trigger, status))
    return server.is_machine ? chosenMachine(server.name) : chosenServer(server);
  return TRAINING_END_TRIGGERS.includes(trigger) ? { ...server, lease_until: null } : server;
}

/** A job that enters a pending state gets a new ticket, so that no runner that had it before may write any more. */
function nextWork(
  { work, ...job }: JobRecord,
  trigger: JobTrigger,
  status: JobStatus,
  turn: Turn | null,
): JobRecord["work"] {
  const isQueued = turn !== null;
  const isLosingServer = job.training_server !== null && TRAINING_END_TRIGGERS.includes(trigger);
  const isContinued = job.status === "Complete" && (trigger === "resume" || trigger === "extend");
  return {
    ticket: isQueued ? job.revision + 1 : work.ticket,
    claim_id: isQueued || isLosingServer ? null : work.claim_id,
    more: isContinued || (work.more && trigger !== "training-finished"),
    // The data of a job that awaits its configuration are prepared again: what failed stays failed.
    retry:
      (trigger === "retry" && job.status !== "Awaiting Configuration") ||
      (work.retry && trigger !== "run-started"),
    order: work.order,
    charge: findPhase(status) === findPhase(job.status) ? work.charge : 0,
    payer: work.payer,
    weight: work.weight,
    is_short: work.is_short,
    queued_time: work.queued_time,
    ...turn,
  };
}

function nextRun(
  { run, status: before }: JobRecord,
  trigger: JobTrigger,
  status: JobStatus,
): JobRecord["run"] {
  if (run === null || before !== "Complete" || status !== "Pending Running") return run;
  const { maximum_simulations: count } = run;
  const more = trigger === "extend" ? moreSamples(count) : moreSimulations(count);
  return { ...run, maximum_simulations: count + more };
}
