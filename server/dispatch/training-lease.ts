/** Converts between a job's record and the state of its training's lease. */
import {
  nextTrainingLease,
  type TrainingLease,
  type TrainingLeaseEvent,
} from "@understudy/engine/dispatch/training-lease.ts";
import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import type { TrainingAttempt } from "@understudy/shared/worker/worker-training.ts";
import type { Filter } from "../models/collection.ts";
import type { JobRecord, jobRecord } from "../models/job.ts";
import type { ConnectedServer } from "./connected-server.ts";

export type TrainingServer = NonNullable<JobRecord["training_server"]>;
type LeaseChange = Pick<JobRecord, "training_server" | "training_attempts" | "work">;

/** A server that has been chosen to train a job and has no lease yet. */
export const chosenServer = ({ id, name }: { id: number; name: string }): TrainingServer => ({
  id,
  name,
  is_machine: false,
  lease_until: null,
  infrastructure_failures: 0,
  reason: null,
});

/** No server has this id: the job waits for a machine that is created for it. */
export const NO_MACHINE_YET = 0;

/** A machine that is to be created for the training. @param name the kind of machine, as people know it */
export const chosenMachine = (name: string): TrainingServer => ({
  ...chosenServer({ id: NO_MACHINE_YET, name }),
  is_machine: true,
});

/** A filter for the job while the server holds its training in this attempt. */
export const hasTraining = (
  server: ConnectedServer,
  { job, attempt }: TrainingAttempt,
): Filter<typeof jobRecord> => ({
  _id: job,
  "creator.id": server.userId,
  "training_server.id": server.id,
  "training_server.lease_until": { $ne: null },
  training_attempts: attempt,
});

/** The claim by which the runner's ports recognise the holder of the lease. */
export const toClaim = ({ _id, work }: Pick<JobRecord, "_id" | "work">): Claim => ({
  jobId: _id,
  phase: "training",
  ticket: work.ticket,
  claimId: work.claim_id ?? "",
});

/** Computes what the event changes, to be written only if the record is unchanged; null when it changes nothing. */
export function leaseChange(
  { work, training_server, training_attempts }: LeaseChange,
  event: TrainingLeaseEvent,
): LeaseChange | null {
  if (training_server === null) return null;
  const { id } = training_server;
  const next = nextTrainingLease(toLease(training_server, training_attempts), event);
  if (next === null) return null;
  return {
    training_attempts: next.attempt,
    training_server: {
      ...training_server,
      lease_until: next.until,
      infrastructure_failures: next.failures,
      reason: next.reason,
    },
    work: { ...work, claim_id: next.until === null ? null : `server ${id}, attempt ${next.attempt}` },
  };
}

export const toLease = (server: TrainingServer, attempt: number): TrainingLease => ({
  attempt,
  until: server.lease_until,
  failures: server.infrastructure_failures,
  reason: server.reason,
});
