/**
 * The contract of every optimiser, sampler and search: it is asked for points and told what they are worth, so that
 * evaluations may run anywhere, in any number at a time, and end in any order.
 *
 * - Points are fractions of the axes, 0 .. 1; those of whole numbers and options lie in the middle of their cell (see
 *   search-space.ts).
 * - The same seed, and the same calls, give the same points. What is told between two calls of `ask` may come in any order.
 * - `checkpoint` at any time is plain data (`packPlain` writes it); who is restored from it goes on as if never interrupted,
 *   with the same proposals pending.
 */

export interface Proposal {
  /** Counts from 0. */
  readonly id: number;
  readonly point: Float64Array;
}

export interface Evaluation {
  /** The id of the proposal; null for a point that was never proposed, such as one of an earlier job. */
  readonly id: number | null;
  /** The point is only read where there is no id. */
  readonly point: Float64Array;
  /** Larger is better. Null where the evaluation failed; not a number or infinite counts as that. */
  readonly score: number | null;
  /** At least 0 each where the point is feasible; not a number is not. Absent or empty: there are none, or it failed. */
  readonly constraints?: readonly number[];
}

/** An evaluation that did not fail. */
export interface Candidate {
  readonly id: number | null;
  readonly point: Float64Array;
  readonly score: number;
  /** The sum of what the constraints fall short of 0; 0 where the point is feasible. */
  readonly violation: number;
}

export type StopReason =
  /** Every point of a finite space has been asked for. */
  | "exhausted"
  /** The search is at its end: nothing better is to be found, as far as it can tell. */
  | "converged"
  /** All evaluations that it was given are used. */
  | "evaluation limit"
  | "time limit";

export interface AskTell<Checkpoint extends object> {
  /**
   * New points to evaluate: `count` of them; fewer where a finite space has no more, none once there is a reason to stop.
   * They are pending until told.
   */
  ask(count: number): Proposal[];
  /** @throws Error when an id was never asked for or is told twice, or a point has not one fraction an axis. */
  tell(evaluations: readonly Evaluation[]): void;
  /** Asked for and not told yet, in the order of asking. */
  readonly pending: readonly Proposal[];
  /** The feasible evaluation of the largest score; where none is feasible, that which falls short least. Null before the first. */
  readonly best: Candidate | null;
  /** Null while it goes on. Evaluations that are under way may still be told. */
  readonly stopReason: StopReason | null;
  checkpoint(): Checkpoint;
}

/**
 * Compares two candidates: feasible ones come first, then the larger score; among infeasible ones the smaller violation.
 * @param candidate its score is larger if it is better; a violation of 0 is feasible
 * @param reference the candidate that it is compared with
 */
export function isBetter(
  candidate: Pick<Candidate, "score" | "violation">,
  reference: Pick<Candidate, "score" | "violation">,
): boolean {
  if (candidate.violation !== reference.violation) return candidate.violation < reference.violation;
  return candidate.score > reference.score;
}

/**
 * Computes sum_j max(0, -g_j), the sum of the constraint violations.
 * @param constraints the values g_j, each at least 0 where the constraint is kept
 * @returns 0 if the point is feasible; infinite if a constraint is NaN
 */
export function computeViolation(constraints: readonly number[] = []): number {
  let sum = 0;
  for (const value of constraints)
    sum += Number.isNaN(value) ? Number.POSITIVE_INFINITY : Math.max(0, -value);
  return sum;
}
