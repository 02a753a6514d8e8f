/** Between a simulation's record and what the state machine of its attempts knows of it. */
import { type Attempts, type AttemptsEvent, nextAttempts } from "@understudy/engine/dispatch/attempts.ts";
import type { Change } from "../models/collection.ts";
import { type SimulationLease, simulationLease, type simulationRecord } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";

export type SimulationChange = Change<typeof simulationRecord>;
/** An update that is written only while the record's status and attempt are those that it was decided for. */
export type SimulationUpdate = {
  readonly record: Pick<SimulationLease, "_id" | "status" | "attempt">;
  readonly change: SimulationChange;
};

export const toAttempts = (record: SimulationLease): Attempts => ({
  status: record.status,
  attempt: record.attempt,
  holders: record.holders,
  leaseUntil: record.lease_until,
  infrastructureFailures: record.infrastructure_failures,
  retriedAfter: record.retried_after,
  heldBack: record.held_back && { server: record.held_back.resource_id, until: record.held_back.until },
  verifies: record.verifies,
});

const changeTo = (state: Attempts): SimulationChange => ({
  status: state.status,
  attempt: state.attempt,
  holders: [...state.holders],
  lease_until: state.leaseUntil,
  infrastructure_failures: state.infrastructureFailures,
  held_back: state.heldBack && { resource_id: state.heldBack.server, until: state.heldBack.until },
});

/** The fields that are also written when a server loses a simulation that is not over. */
export const RELEASED_FIELDS: SimulationChange = { lease_id: null, resource: null };

/** The error of a simulation that servers have failed to run too often. */
export const infrastructureError = (reason: string): string =>
  `No server could run it. The last said: ${reason}`;

/**
 * Builds the update that the event causes, to be written only if the record is unchanged; null when it changes
 * nothing.
 */
export function updateFor(
  record: SimulationLease,
  event: AttemptsEvent,
  extra: (next: Attempts) => SimulationChange,
): SimulationUpdate | null {
  const next = nextAttempts(toAttempts(record), event);
  if (next === null) return null;
  return { record, change: { ...changeTo(next), ...extra(next) } };
}

/** The number of times that records are read and decided again when others change them meanwhile. */
const MAX_DECISION_ROUNDS = 10;

/**
 * Decides about each record what to write (null: nothing) and writes it. When another write comes in between, all are read
 * and decided again: an event that has had its effect changes nothing when it comes again.
 */
export async function writeDecisions(
  { simulations }: Pick<Store, "simulations">,
  records: readonly SimulationLease[],
  decide: (record: SimulationLease) => SimulationUpdate | null,
): Promise<void> {
  const ids = records.map(({ _id }) => _id);
  let current = records;
  for (let round = 0; round < MAX_DECISION_ROUNDS; round++) {
    const updates = current.flatMap((record) => decide(record) ?? []);
    if ((await writeUpdates({ simulations }, updates)) === updates.length) return;
    current = await simulations.find({ _id: { $in: ids } }, {}, simulationLease);
  }
  throw new Error("Simulations kept changing while they were written to.");
}

/** @returns how many updates were written: the other records have changed since they were read */
export async function writeUpdates(
  { simulations }: Pick<Store, "simulations">,
  updates: readonly SimulationUpdate[],
): Promise<number> {
  const alike = Map.groupBy(updates, ({ record: { status, attempt }, change }) =>
    [status, attempt, ...Object.keys(change)].join(),
  );
  let written = 0;
  for (const group of alike.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { status, attempt } = first.record;
    const changes = new Map(group.map(({ record, change }) => [record._id, change]));
    written += await simulations.updateEach(changes, { status, attempt });
  }
  return written;
}
