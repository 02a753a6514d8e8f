/** Leases of trainings are renewed while their server is connected, and end when it has been silent for too long. */
import { LEASE_MS } from "@understudy/engine/dispatch/rules.ts";
import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import { type TrainingAttempt, trainingKey } from "@understudy/shared/worker/worker-training.ts";
import type { ConnectedServer } from "../../dispatch/connected-server.ts";
import { latestLeaseEnd } from "../../dispatch/renew-leases.ts";
import { hasTraining, toClaim } from "../../dispatch/training-lease.ts";
import type { Filter } from "../../models/collection.ts";
import type { JobRecord, jobRecord } from "../../models/job.ts";
import { EARLIEST_TIME } from "../../models/simulation.ts";
import type { JobTransitions, Records } from "../../platform/platform.ts";
import { couldNotTrain } from "./training-outcomes.ts";

/** A training that is leased to a server. */
export type HeldTraining = {
  readonly attempt: TrainingAttempt;
  readonly claim: Claim;
  /** A person has stopped it: its server is to deliver the best emulator so far. */
  readonly isStopped: boolean;
};

const held = (job: JobRecord): HeldTraining => ({
  attempt: { job: job._id, attempt: job.training_attempts },
  claim: toClaim(job),
  isStopped: job.status === "Interrupted",
});

/** Renews the lease; null: the server does not have it any more. */
export async function renewTraining(
  { store }: Records,
  server: ConnectedServer,
  attempt: TrainingAttempt,
  now = new Date(),
): Promise<HeldTraining | null> {
  const job = await store.jobs.findOne(hasTraining(server, attempt));
  if (job === null) return null;
  const until = new Date(now.getTime() + LEASE_MS);
  // Nothing visible changes: the revision stays.
  const renewed = await store.jobs.updateAll(hasTraining(server, attempt), leaseUntil(job, until));
  return renewed > 0 ? held(job) : null;
}

const leaseUntil = ({ training_server }: JobRecord, lease_until: Date) => ({
  training_server: training_server && { ...training_server, lease_until },
});

/**
 * Compares what the server trains with its leases when it connects: what it knows nothing of is given up at once, as it was
 * restarted since.
 */
export async function reconcileTrainings(
  platform: JobTransitions,
  server: ConnectedServer,
  trainings: readonly TrainingAttempt[],
): Promise<HeldTraining[]> {
  const runningKeys = new Set(trainings.map(trainingKey));
  const leases = { "training_server.id": server.id, "training_server.lease_until": { $gt: EARLIEST_TIME } };
  const leased = await platform.store.jobs.find(leases);
  for (const { attempt, claim } of leased.map(held)) {
    if (runningKeys.has(trainingKey(attempt))) continue;
    await couldNotTrain(platform, claim, attempt, "It was restarted while it trained.");
  }
  const renewed = await Promise.all(trainings.map((training) => renewTraining(platform, server, training)));
  return renewed.flatMap((training) => training ?? []);
}

/**
 * Ends the leases of servers that have been silent for too long.
 * @param now by the database's clock
 * @returns how many
 */
export async function endExpiredTrainings(platform: JobTransitions, now: Date): Promise<number> {
  await shortenLeases(platform, now);
  const isExpired: Filter<typeof jobRecord> = {
    "training_server.lease_until": { $gt: EARLIEST_TIME, $lt: now },
  };
  const expired = await platform.store.jobs.find(isExpired);
  for (const { attempt, claim } of expired.map(held)) {
    await couldNotTrain(platform, claim, attempt, "It was silent for too long.", isExpired);
  }
  return expired.length;
}

/** See `latestLeaseEnd`. */
async function shortenLeases({ store: { jobs } }: Records, now: Date): Promise<void> {
  const isTooLong: Filter<typeof jobRecord> = { "training_server.lease_until": { $gt: latestLeaseEnd(now) } };
  const until = new Date(now.getTime() + LEASE_MS);
  for (const job of await jobs.find(isTooLong)) {
    await jobs.updateAll({ ...isTooLong, _id: job._id, revision: job.revision }, leaseUntil(job, until));
  }
}
