import type { WriteOutcome } from "./contract/claim.ts";
import type { TrainingPointBatch } from "./contract/ports.ts";

/**
 * A point waits at most this long for others to be stored with (ms). People see it within 250 ms of its being
 * computed.
 */
const BATCH_MS = 100;

type Point = { readonly coefficientOfDetermination: number; readonly loss: number };

export type TrainingCurve = {
  /** Answers what became of the batch before, "applied" while there was none. @throws what storing threw */
  add(point: Point): WriteOutcome;
  /** Stores what waits. */
  flush(): Promise<void>;
};

/** Points of one training on their way to the platform: in order, in batches, one batch at a time. */
export function createTrainingCurve(
  from: number,
  append: (points: TrainingPointBatch) => Promise<WriteOutcome>,
): TrainingCurve {
  let next = from;
  let waiting: Point[] = [];
  let outcome: WriteOutcome = "applied";
  let failure: { readonly cause: unknown } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    if (waiting.length === 0) return;
    const points = waiting;
    waiting = [];
    const batch = {
      from: next,
      coefficientOfDetermination: points.map((point) => point.coefficientOfDetermination),
      loss: points.map((point) => point.loss),
    };
    next += points.length;
    try {
      outcome = await append(batch);
    } catch (cause) {
      failure = { cause };
    }
  };
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  };
  return {
    add: ({ coefficientOfDetermination, loss }) => {
      if (failure !== null) throw failure.cause;
      waiting.push({ coefficientOfDetermination, loss });
      timer ??= setTimeout(flush, BATCH_MS);
      return outcome;
    },
    flush: async () => {
      await flush();
      if (failure !== null) throw failure.cause;
    },
  };
}
