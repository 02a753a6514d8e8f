/**
 * The one training that a connected server has, or is being offered:
 *
 * ```
 *          leased             accepted           trained, failed, given back: stored, acknowledged
 *  free ----------> offered ----------> taken ------------------------------------------------------> free
 *                     |                   |\--stopped by a person: it is notified, and stays taken
 *                     |                   \--lost (stopped and begun anew, moved, deleted): asked to end it--> free
 *                     \--declined, no answer in 10 s, connection closed: the lease is given back--> free
 * ```
 * What is taken outlives the connection by its lease: a server that comes back has it still.
 */
import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import { OFFER_MS } from "@understudy/shared/worker/worker-protocol.ts";
import { type TrainingAttempt, trainingKey } from "@understudy/shared/worker/worker-training.ts";

export type HeldTraining = { readonly attempt: TrainingAttempt; readonly claim: Claim };
type Held = HeldTraining & {
  readonly state: "offered" | "taken";
  /** When it entered this state. */
  readonly since: number;
};

/** Decides nothing and sends nothing: what each change means for the server and the database is the caller's to do. */
export class TrainingSlot {
  readonly #now: () => number;
  readonly #onChange: () => void;
  #held: Held | null = null;

  /** @param now Milliseconds that never go back */
  constructor(now: () => number, onChange: () => void) {
    this.#now = now;
    this.#onChange = onChange;
  }

  get held(): HeldTraining | null {
    return this.#held;
  }

  /** The training, if it is of this attempt. */
  of(attempt: TrainingAttempt): HeldTraining | null {
    const held = this.#held;
    return held !== null && trainingKey(held.attempt) === trainingKey(attempt) ? held : null;
  }

  offer(training: HeldTraining): void {
    this.#hold(training, "offered");
  }

  /** It is the server's, accepted now or before this connection began. */
  take(training: HeldTraining): void {
    this.#hold(training, "taken");
  }

  /** Frees the slot of this attempt. @returns what was freed */
  free(attempt: TrainingAttempt): HeldTraining | null {
    const freed = this.of(attempt);
    if (freed === null) return null;
    this.#held = null;
    this.#onChange();
    return freed;
  }

  /** The same, where the server has not accepted it yet. */
  freeOffered(attempt: TrainingAttempt): HeldTraining | null {
    return this.#held?.state === "offered" ? this.free(attempt) : null;
  }

  /** Frees what the server accepted and does not name any more. A heartbeat may be older than the acceptance. */
  freeUnreported(trainings: readonly TrainingAttempt[]): HeldTraining | null {
    const held = this.#held;
    if (held?.state !== "taken" || this.#now() - held.since <= OFFER_MS) return null;
    const isNamed = trainings.some((training) => trainingKey(training) === trainingKey(held.attempt));
    return isNamed ? null : this.free(held.attempt);
  }

  #hold({ attempt, claim }: HeldTraining, state: Held["state"]): void {
    this.#held = { attempt, claim, state, since: this.#now() };
    this.#onChange();
  }
}
