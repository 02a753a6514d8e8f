/** The proposals and results of an optimiser: the common part of all implementations of `AskTell`. */
import type { Random } from "../../math/random.ts";
import {
  type Candidate,
  computeViolation,
  type Evaluation,
  isBetter,
  type Proposal,
  type StopReason,
} from "../ask-tell.ts";
import { computeCapacity, createKey, pointOfCell, type SearchSpace, snap } from "../search-space.ts";

export interface RecordedEvaluation {
  id: number | null;
  point: Float64Array;
  /** Null where it failed. */
  score: number | null;
  constraints: readonly number[];
}

/** The record as stored in checkpoints (plain data). */
export interface RecordState {
  nextId: number;
  pending: { id: number; point: Float64Array }[];
  evaluations: RecordedEvaluation[];
}

/** Above this number cells cannot be counted exactly, and random points coincide only by chance. */
const MAX_COUNTED_CELLS = 2 ** 53;
/** The number of random points that are tried before all cells are listed. */
const MAX_RANDOM_TRIES = 100;
/** Spaces with more cells are never exhausted in practice, so their cells are not listed. */
const MAX_LISTED_CELLS = 2 ** 20;

export class EvaluationRecord {
  readonly #space: SearchSpace;
  readonly #capacity: number;
  /** The results by the keys of their points, null while pending; empty for an infinite space. */
  readonly #resultByKey = new Map<string, RecordedEvaluation | null>();
  readonly #pending: Map<number, Proposal>;
  readonly evaluations: RecordedEvaluation[];
  #nextId: number;
  #best: Candidate | null = null;

  constructor(space: SearchSpace, state?: RecordState) {
    this.#space = space;
    const capacity = computeCapacity(space);
    this.#capacity = capacity < MAX_COUNTED_CELLS ? capacity : Number.POSITIVE_INFINITY;
    this.#nextId = state?.nextId ?? 0;
    this.#pending = new Map(state?.pending.map((proposal) => [proposal.id, proposal]));
    this.evaluations = state?.evaluations.slice() ?? [];
    for (const { point } of this.#pending.values()) this.#index(point, null);
    for (const evaluation of this.evaluations) this.#add(evaluation);
  }

  get pending(): Proposal[] {
    return [...this.#pending.values()];
  }
  get best(): Candidate | null {
    return this.#best;
  }
  /** The number of proposed points. */
  get proposed(): number {
    return this.#nextId;
  }
  get isExhausted(): boolean {
    return this.#resultByKey.size >= this.#capacity;
  }

  /**
   * Determines why no further point can be proposed; null while there is no reason.
   * @param maxEvaluations the limit of proposals; absent: no limit
   */
  stopReason(maxEvaluations = Number.POSITIVE_INFINITY): StopReason | null {
    if (this.isExhausted) return "exhausted";
    return this.proposed >= maxEvaluations ? "evaluation limit" : null;
  }

  /** False for a point of a finite space that was asked for or told already. */
  isNew(point: Float64Array): boolean {
    return (
      this.#capacity === Number.POSITIVE_INFINITY || !this.#resultByKey.has(createKey(this.#space, point))
    );
  }

  /** Finds the result of a point of a finite space; null where there is none. */
  findEvaluation(point: Float64Array): RecordedEvaluation | null {
    return this.#resultByKey.get(createKey(this.#space, point)) ?? null;
  }

  /** @param point in the cube and snapped */
  propose(point: Float64Array): Proposal {
    const proposal = { id: this.#nextId++, point };
    this.#pending.set(proposal.id, proposal);
    this.#index(point, null);
    return proposal;
  }

  /** Draws a random point that is new; null where there is none. */
  unseenPoint(random: Random): Float64Array | null {
    if (this.isExhausted) return null;
    for (let attempt = 0; attempt < MAX_RANDOM_TRIES; attempt++) {
      const point = snap(
        this.#space,
        Float64Array.from(this.#space, () => random.uniform()),
      );
      if (this.isNew(point)) return point;
    }
    if (this.#capacity > MAX_LISTED_CELLS) return null;
    const free: number[] = [];
    for (let cell = 0; cell < this.#capacity; cell++) {
      if (this.isNew(pointOfCell(this.#space, cell))) free.push(cell);
    }
    return pointOfCell(this.#space, free[random.integer(free.length)]);
  }

  /**
   * Records results.
   * @returns the checked results, in an order that does not depend on that of the call
   */
  tell(evaluations: readonly Evaluation[]): RecordedEvaluation[] {
    const recorded = evaluations.map((evaluation) => this.#recorded(evaluation));
    recorded.sort((a, b) => (a.id ?? -1) - (b.id ?? -1));
    for (const evaluation of recorded) {
      this.evaluations.push(evaluation);
      this.#add(evaluation);
    }
    return recorded;
  }

  state(): RecordState {
    return {
      nextId: this.#nextId,
      pending: this.pending.map(({ id, point }) => ({ id, point })),
      evaluations: this.evaluations.slice(),
    };
  }

  #recorded({ id, point, score, constraints = [] }: Evaluation): RecordedEvaluation {
    const knownPoint = id === null ? point : this.#pending.get(id)?.point;
    if (knownPoint === undefined) throw new Error(`No point with the id ${id} is pending.`);
    if (knownPoint.length !== this.#space.length)
      throw new Error(`A point needs ${this.#space.length} fractions, one for each axis.`);
    if (id !== null) this.#pending.delete(id);
    const hasFailed = score === null || !Number.isFinite(score);
    return {
      id,
      point: knownPoint.slice(),
      score: hasFailed ? null : score,
      constraints: hasFailed ? [] : [...constraints],
    };
  }

  #index(point: Float64Array, evaluation: RecordedEvaluation | null): void {
    if (this.#capacity !== Number.POSITIVE_INFINITY)
      this.#resultByKey.set(createKey(this.#space, point), evaluation);
  }

  #add(evaluation: RecordedEvaluation): void {
    const { id, point, score, constraints } = evaluation;
    this.#index(point, evaluation);
    if (score === null) return;
    const candidate = { id, point, score, violation: computeViolation(constraints) };
    if (this.#best === null || isBetter(candidate, this.#best)) this.#best = candidate;
    else if (!isBetter(this.#best, candidate) && precedes(candidate, this.#best)) this.#best = candidate;
  }
}

/** Decides between two equally good candidates: the one that was proposed first wins, whichever was told first. */
const precedes = (candidate: Candidate, reference: Candidate): boolean =>
  (candidate.id ?? -1) < (reference.id ?? -1);
