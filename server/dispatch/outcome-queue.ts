import { LRUCache } from "lru-cache";
import { log } from "../core/log.ts";
import { jobRecord } from "../models/job.ts";
import type { Store } from "../models/store.ts";
import { createBatches } from "./batches.ts";
import { type Outcome, storeOutcomes } from "./outcomes.ts";
import { type OutputShapes, outputShapes } from "./output-shapes.ts";
import type { WakeUps } from "./wake-ups.ts";

/** Outcomes that are stored together. */
const MAX_BATCH = 500;
/** Jobs whose output shapes are cached; they never change. */
const MAX_JOBS = 200;

/**
 * Stores the reports of servers in the order of their arrival: a report that arrives while earlier ones are being
 * stored waits and is then stored together with others, so that many small messages cost few database requests.
 */
export type OutcomeQueue = {
  /** Resolves once it is stored or ignored. */
  add(outcome: Outcome): Promise<void>;
  /** Resolves once nothing waits. */
  close(): Promise<void>;
};

/** @param onLate Called with each job whose interrupted simulations have brought results after all, once these are stored. */
export function createOutcomeQueue(
  store: Store,
  wakeUps: WakeUps,
  onLate: (jobId: number) => Promise<void>,
): OutcomeQueue {
  const readShapes = cachedShapes(store);
  const batches = createBatches(async (outcomes: readonly Outcome[]) => {
    try {
      const { requeued, late } = await storeOutcomes(store, readShapes, outcomes, new Date());
      for (const jobId of requeued) wakeUps.notifyWork(jobId);
      await Promise.all(Array.from(late, onLate));
    } catch (err) {
      log.warn({ err, count: outcomes.length }, "what servers reported could not be stored");
      throw err;
    }
    return outcomes.map(() => undefined);
  }, MAX_BATCH);
  return { add: batches.add, close: batches.settled };
}

/** Reads the shapes of a job's outputs and caches them; null when there is no such job. */
function cachedShapes({ jobs, specVersions }: Store): (jobId: number) => Promise<OutputShapes | null> {
  const shapesByJob = new LRUCache<number, OutputShapes>({ max: MAX_JOBS });
  return async (jobId) => {
    const cached = shapesByJob.get(jobId);
    if (cached !== undefined) return cached;
    const [job] = await jobs.find({ _id: jobId }, {}, jobRecord.pick({ _id: true, spec_version_id: true }));
    const version = job && (await specVersions.findOne({ _id: job.spec_version_id ?? 0 }));
    if (!version) return null;
    const shapes = outputShapes(version.manifest);
    shapesByJob.set(jobId, shapes);
    return shapes;
  };
}
