/**
 * What the evaluations of a fit came to, in their order. A fit that was cut short is done again from its beginning with the
 * evaluation log at hand: it takes the same steps to the same result, and what was evaluated before costs nothing.
 */

export interface EvaluationLog {
  /** Plain data. */
  readonly entries: readonly Float64Array[];
  /** What the next evaluation came to, or comes to now. Always of the same evaluations in the same order. */
  replay(evaluate: () => Generator<undefined, Float64Array>): Generator<undefined, Float64Array>;
}

/** @param known entries of an earlier fit of the same data with the same options. */
export function createEvaluationLog(known: readonly Float64Array[] = []): EvaluationLog {
  const entries = [...known];
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
