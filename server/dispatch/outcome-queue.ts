import { log } from "../log.ts";
import { jobRecord } from "../models/job.ts";
import type { Store } from "../models/store.ts";
import { createBatches } from "./batches.ts";
import { type Outcome, storeOutcomes } from "./outcomes.ts";
import { type OutputShapes, outputShapes } from "./output-shapes.ts";
import type { WakeUps } from "./wake-ups.ts";

/** In one request. */
const AT_ONCE = 500;
/** Jobs whose outputs are remembered; they never change. */
const REMEMBERED = 200;

/**
 * What servers say, stored in the order of its coming: what comes while earlier things are being stored waits and is then
 * stored together, so that many small messages cost few requests.
 */
export type OutcomeQueue = {
  /** Resolves once it is stored, or counts for nothing. */
  add(outcome: Outcome): Promise<void>;
  /** Resolves once nothing waits. */
  close(): Promise<void>;
};

export function createOutcomeQueue(store: Store, wakeUps: WakeUps): OutcomeQueue {
  const shapesOf = rememberShapes(store);
  const batches = createBatches(async (outcomes: readonly Outcome[]) => {
    try {
      for (const jobId of await storeOutcomes(store, shapesOf, outcomes, new Date()))
        wakeUps.notifyWork(jobId);
    } catch (err) {
      log.warn({ err, count: outcomes.length }, "what servers said could not be stored");
      throw err;
    }
    return outcomes.map(() => undefined);
  }, AT_ONCE);
  return { add: batches.add, close: batches.settled };
}

/** Of a job's outputs; null: there is no such job. */
function rememberShapes({ jobs, specVersions }: Store): (jobId: number) => Promise<OutputShapes | null> {
  const known = new Map<number, OutputShapes>();
  return async (jobId) => {
    const before = known.get(jobId);
    if (before !== undefined) return before;
    const [job] = await jobs.find({ _id: jobId }, {}, jobRecord.pick({ _id: true, spec_version_id: true }));
    const version = job && (await specVersions.findOne({ _id: job.spec_version_id ?? 0 }));
    if (!version) return null;
    const shapes = outputShapes(version.manifest);
    known.set(jobId, shapes);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return shapes;
  };
}
