import type { LeasedAttempts } from "../leases/leased-work.ts";

/** A heartbeat: when it was sent, in milliseconds, and the attempts that it named. */
export type Heartbeat = { readonly sentAt: number; readonly named: LeasedAttempts };

/** The heartbeats of one connection that the platform has not answered yet, by their sequence numbers. */
export class Heartbeats {
  readonly #unanswered = new Map<number, Heartbeat>();
  #sequence = 0;

  /** A number never comes back, so that an answer cannot be taken for that of an earlier connection. */
  nextSequence(): number {
    return ++this.#sequence;
  }

  sent(sequence: number, heartbeat: Heartbeat): void {
    this.#unanswered.set(sequence, heartbeat);
  }

  /** The heartbeat that is answered; undefined: it was answered already, or its connection is lost. */
  answered(sequence: number): Heartbeat | undefined {
    const heartbeat = this.#unanswered.get(sequence);
    this.#unanswered.delete(sequence);
    return heartbeat;
  }

  clear(): void {
    this.#unanswered.clear();
  }
}
