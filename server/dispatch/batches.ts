/**
 * Does many small pieces of work in batches: what is added while a batch is being done waits, and is done in the next one, in the
 * order of its arrival. Each piece resolves to its own result; a batch that fails rejects all of its pieces.
 */
export type Batches<T, R> = {
  add(task: T): Promise<R>;
  /** Resolves once nothing waits. */
  settled(): Promise<void>;
};

type Waiting<T, R> = { readonly task: T; done(result: R): void; failed(error: unknown): void };

/** @param work Answers with one result for each, in their order */
export function createBatches<T, R>(
  work: (batch: readonly T[]) => Promise<readonly R[]>,
  maxSize: number,
): Batches<T, R> {
  let waiting: Waiting<T, R>[] = [];
  let working: Promise<void> | null = null;

  const workOn = async (batch: readonly Waiting<T, R>[]) => {
    try {
      const results = await work(batch.map(({ task }) => task));
      results.forEach((result, i) => {
        batch[i]?.done(result);
      });
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  };
  const workAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxSize);
      waiting = waiting.slice(maxSize);
      await workOn(batch);
    }
    working = null;
  };
  return {
    add: (task) =>
      new Promise((done, failed) => {
        waiting.push({ task, done, failed });
        working ??= workAll();
      }),
    settled: async () => {
      await working;
    },
  };
}
