/** The simulations of a job, as its runner asks for them. */

import { plainValues } from "@understudy/engine/designs/axes.ts";
import type { Claim, WriteOutcome } from "@understudy/engine/runner/contract/claim.ts";
import type { NewSimulation, SimulationResult } from "@understudy/engine/runner/contract/run-ports.ts";
import type { Filter } from "../../models/collection.ts";
import { type SimulationRecord, type simulationRecord, simulationRow } from "../../models/simulation.ts";
import { simulationBatches } from "../../models/simulation-batches.ts";
import { readCurves } from "../../models/simulation-curves.ts";
import type { Store } from "../../models/store.ts";
import type { Platform } from "../../platform/platform.ts";
import { holds } from "../jobs/claim-work.ts";

const KNOWN_AT_ONCE = 5_000;
/** With their curves. */
const RESULTS_AT_ONCE = 200;

const knownRow = simulationRow.pick({ _id: true, index: true, point: true });
const resultRow = simulationRow.pick({
  _id: true,
  job_id: true,
  index: true,
  origin: true,
  inputs: true,
  outputs: true,
  result_attempt: true,
});

export const knownSimulations = ({ simulations }: Store, jobId: number) =>
  simulationBatches(simulations, { job_id: jobId }, { size: KNOWN_AT_ONCE, as: knownRow });

export async function addSimulations(
  { store, wakeUps }: Pick<Platform, "store" | "wakeUps">,
  claim: Claim,
  added: readonly NewSimulation[],
): Promise<WriteOutcome> {
  if ((await store.jobs.count(holds(claim))) === 0) return "refused";
  const first = await store.nextId("simulations", added.length);
  const creation_time = new Date();
  const records = added.map((simulation, i) =>
    newSimulation(first + i, claim.jobId, simulation, creation_time),
  );
  await store.simulations.insertAll(records, { again: true });
  wakeUps.notifyWork(claim.jobId);
  return "applied";
}

/** One that nothing has happened to yet. */
export function newSimulation(
  _id: number,
  jobId: number,
  { index, point, origin, inputs, prediction }: NewSimulation,
  creation_time: Date,
): SimulationRecord {
  return {
    _id,
    job_id: jobId,
    index,
    point,
    status: prediction === undefined ? "Pending Running" : "Pending Verification",
    origin,
    inputs: plainValues(inputs),
    outputs: prediction === undefined ? null : { ...prediction.outputs },
    undefined_outputs: {},
    score: prediction?.score ?? null,
    in_spec: prediction?.inSpec ?? null,
    verified: false,
    verifies: prediction !== undefined,
    running_time: null,
    resource: null,
    queue_place: null,
    attempt: 0,
    result_attempt: null,
    holders: [],
    lease_until: null,
    lease_id: null,
    infrastructure_failures: 0,
    retried_after: 0,
    held_back: null,
    error: null,
    log_tail: null,
    creation_time,
    finish_time: null,
  };
}

export async function firstFailure({ simulations }: Store, jobId: number): Promise<string | null> {
  const failed = { job_id: jobId, status: "Running Failed" } as const;
  const view = simulationRow.pick({ _id: true, error: true });
  const [first] = await simulations.find(failed, { sort: { index: 1 }, limit: 1 }, view);
  return first?.error ?? null;
}

export async function* simulationResults(
  store: Store,
  jobId: number,
  indices?: readonly number[],
): AsyncGenerator<SimulationResult[]> {
  const complete = { job_id: jobId, status: "Complete" } as const;
  yield* inParts((index) => readResults(store, { ...complete, index }), RESULTS_AT_ONCE, indices);
}

/**
 * Simulations by rising index, in parts; with `indices` only those.
 * @param read those whose index is as given, at most `atOnce`
 */
export async function* inParts<Row extends { readonly index: number }>(
  read: (index: { $in: number[] } | { $gt: number }) => Promise<Row[]>,
  atOnce: number,
  indices?: readonly number[],
): AsyncGenerator<Row[]> {
  if (indices !== undefined) {
    for (let from = 0; from < indices.length; from += atOnce)
      yield await read({ $in: indices.slice(from, from + atOnce) });
    return;
  }
  for (let after = -1; ; ) {
    const part = await read({ $gt: after });
    yield part;
    const last = part.at(-1);
    if (last === undefined || part.length < atOnce) return;
    after = last.index;
  }
}

async function readResults(
  store: Store,
  filter: Filter<typeof simulationRecord>,
): Promise<SimulationResult[]> {
  const rows = await store.simulations.find(
    filter,
    { sort: { index: 1 }, limit: RESULTS_AT_ONCE },
    resultRow,
  );
  const curves = await readCurves(store, rows);
  return rows.map((row) => ({
    index: row.index,
    origin: row.origin,
    inputs: row.inputs,
    outputs: { ...row.outputs, ...curves.get(row._id) },
  }));
}
