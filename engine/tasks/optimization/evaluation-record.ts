/** What an optimiser has asked for and been told: all that the implementations of `AskTell` have in common. */
import type { Random } from "../../math/random.ts";
import {
  type Candidate,
  type Evaluation,
  isBetter,
  type Proposal,
  type StopReason,
  violationOf,
} from "../ask-tell.ts";
import { capacityOf, keyOf, pointOfCell, type SearchSpace, snap } from "../search-space.ts";

export interface RecordedEvaluation {
  id: number | null;
  point: Float64Array;
  /** Null where it failed. */
  score: number | null;
  constraints: readonly number[];
}

/** Plain data. */
export interface RecordState {
  nextId: number;
  pending: { id: number; point: Float64Array }[];
  evaluations: RecordedEvaluation[];
}

/** Beyond this cells have no exact numbers, and two points meet by chance alone. */
const MANY_CELLS = 2 ** 53;
/** Random points that are tried before all cells are listed. */
const TRIES = 100;
/** Of spaces with more cells none is ever exhausted, and no list is made. */
const LISTED_CELLS = 2 ** 20;

export class EvaluationRecord {
  readonly #space: SearchSpace;
  readonly #capacity: number;
  /** By the points' keys, null while pending; only kept where the space is finite. */
  readonly #seen = new Map<string, RecordedEvaluation | null>();
  readonly #pending: Map<number, Proposal>;
  readonly evaluations: RecordedEvaluation[];
  #nextId: number;
  #best: Candidate | null = null;

  constructor(space: SearchSpace, state?: RecordState) {
    this.#space = space;
    const capacity = capacityOf(space);
    this.#capacity = capacity < MANY_CELLS ? capacity : Number.POSITIVE_INFINITY;
    this.#nextId = state?.nextId ?? 0;
    this.#pending = new Map(state?.pending.map((proposal) => [proposal.id, proposal]));
    this.evaluations = state?.evaluations.slice() ?? [];
    for (const { point } of this.#pending.values()) this.#see(point, null);
    for (const evaluation of this.evaluations) this.#add(evaluation);
  }

  get pending(): Proposal[] {
    return [...this.#pending.values()];
  }
  get best(): Candidate | null {
    return this.#best;
  }
  /** How many points were asked for. */
  get proposed(): number {
    return this.#nextId;
  }
  get isExhausted(): boolean {
    return this.#seen.size >= this.#capacity;
  }

  /** @param maxEvaluations that may be asked for; without it there is no limit */
  stopReason(maxEvaluations = Number.POSITIVE_INFINITY): StopReason | null {
    if (this.isExhausted) return "exhausted";
    return this.proposed >= maxEvaluations ? "evaluation limit" : null;
  }

  /** False for a point of a finite space that was asked for or told already. */
  isNew(point: Float64Array): boolean {
    return this.#capacity === Number.POSITIVE_INFINITY || !this.#seen.has(keyOf(this.#space, point));
  }

  /** What was told of a point of a finite space. */
  evaluationOf(point: Float64Array): RecordedEvaluation | null {
    return this.#seen.get(keyOf(this.#space, point)) ?? null;
  }

  /** @param point in the cube and snapped */
  propose(point: Float64Array): Proposal {
    const proposal = { id: this.#nextId++, point };
    this.#pending.set(proposal.id, proposal);
    this.#see(point, null);
    return proposal;
  }

  /** A random point that is new; null where there is none. */
  unseenPoint(random: Random): Float64Array | null {
    if (this.isExhausted) return null;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const point = snap(
        this.#space,
        Float64Array.from(this.#space, () => random.uniform()),
      );
      if (this.isNew(point)) return point;
    }
    if (this.#capacity > LISTED_CELLS) return null;
    const free: number[] = [];
    for (let cell = 0; cell < this.#capacity; cell++) {
      if (this.isNew(pointOfCell(this.#space, cell))) free.push(cell);
    }
    return pointOfCell(this.#space, free[random.integer(free.length)]);
  }

  /** @returns what was told, checked, in an order that does not depend on that of the evaluations of one call */
  tell(evaluations: readonly Evaluation[]): RecordedEvaluation[] {
    const told = evaluations.map((one) => this.#recorded(one));
    told.sort((a, b) => (a.id ?? -1) - (b.id ?? -1));
    for (const one of told) {
      this.evaluations.push(one);
      this.#add(one);
    }
    return told;
  }

  state(): RecordState {
    return {
      nextId: this.#nextId,
      pending: this.pending.map(({ id, point }) => ({ id, point })),
      evaluations: this.evaluations.slice(),
    };
  }

  #recorded({ id, point, score, constraints = [] }: Evaluation): RecordedEvaluation {
    const own = id === null ? point : this.#pending.get(id)?.point;
    if (own === undefined) throw new Error(`No point with the id ${id} is pending.`);
    if (own.length !== this.#space.length)
      throw new Error(`A point needs ${this.#space.length} fractions, one for each axis.`);
    if (id !== null) this.#pending.delete(id);
    const failed = score === null || !Number.isFinite(score);
    return {
      id,
      point: own.slice(),
      score: failed ? null : score,
      constraints: failed ? [] : [...constraints],
    };
  }

  #see(point: Float64Array, evaluation: RecordedEvaluation | null): void {
    if (this.#capacity !== Number.POSITIVE_INFINITY) this.#seen.set(keyOf(this.#space, point), evaluation);
  }

  #add(evaluation: RecordedEvaluation): void {
    const { id, point, score, constraints } = evaluation;
    this.#see(point, evaluation);
    if (score === null) return;
    const candidate = { id, point, score, violation: violationOf(constraints) };
    if (this.#best === null || isBetter(candidate, this.#best)) this.#best = candidate;
    else if (!isBetter(this.#best, candidate) && precedes(candidate, this.#best)) this.#best = candidate;
  }
}

/** Of two that are equally good that which was asked for first, whatever was told first. */
const precedes = (one: Candidate, other: Candidate): boolean => (one.id ?? -1) < (other.id ?? -1);
