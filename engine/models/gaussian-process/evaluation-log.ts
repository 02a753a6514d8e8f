/**
 * The results of a fit's evaluations, in their order. A fit that was interrupted is repeated from its beginning with the log:
 * it takes the same steps to the same result, and what was evaluated before costs nothing.
 */

export interface EvaluationLog {
  /** Plain data. */
  readonly entries: readonly Float64Array[];
  /** The result of the next evaluation, from the log or evaluated now. Call it for the same evaluations in the same order. */
  replay(evaluate: () => Generator<undefined, Float64Array>): Generator<undefined, Float64Array>;
}

/** @param recordedEntries those of an interrupted fit of the same data with the same options. */
export function createEvaluationLog(recordedEntries: readonly Float64Array[] = []): EvaluationLog {
  const entries = [...recordedEntries];
  let next = 0;
  return {
    entries,
    *replay(evaluate) {
      const entry = entries[next] ?? (yield* evaluate());
      entries[next] = entry;
      next += 1;
      return entry;
    },
  };
}
