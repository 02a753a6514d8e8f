/** What simulations and trainings on this server have in common: each attempt has a lease, and a phase (see states.ts). */
import type { Attempt } from "@understudy/shared/worker/worker-simulation.ts";
import type { TrainingAttempt } from "@understudy/shared/worker/worker-training.ts";
import { BUSY, type Phase, TRANSITIONS, UNACKNOWLEDGED, type WorkEvent } from "./states.ts";

/** The attempts that a heartbeat names. */
export type LeasedAttempts = { readonly running: Attempt[]; readonly trainings: TrainingAttempt[] };

export type LeasedItem<Id> = {
  readonly attempt: Id;
  phase: Phase;
  /** Milliseconds, by the clock of this machine. */
  leaseUntil: number;
};

type Options<Id> = {
  readonly keyOf: (attempt: Id) => string;
  /** Phases in which heartbeats name an attempt. */
  readonly renewed: readonly Phase[];
  /** Called after every change of a phase. */
  readonly onChange: () => void;
};

export abstract class LeasedWork<Id, Item extends LeasedItem<Id>> {
  readonly #items = new Map<string, Item>();
  readonly #options: Options<Id>;

  constructor(options: Options<Id>) {
    this.#options = options;
  }

  /** What follows from an attempt's new phase. @param reason why, as people read it; empty where there is no reason to show */
  protected abstract enter(item: Item, previous: Phase, reason: string): void;

  has(attempt: Id): boolean {
    return this.find(attempt) !== undefined;
  }

  /** An event that concerns an attempt; one that this server does not have any more is ignored. */
  handle(attempt: Id, event: WorkEvent, reason = ""): void {
    const item = this.find(attempt);
    if (item !== undefined) this.apply(item, event, reason);
  }

  renew(attempts: readonly Id[], leaseUntil: number): void {
    for (const attempt of attempts) {
      const item = this.find(attempt);
      if (item !== undefined) item.leaseUntil = leaseUntil;
    }
  }

  /** Ends the attempts whose leases are over: the platform has given them to other servers by now. */
  dropExpired(now: number): void {
    for (const item of this.inPhase(["preparing", "running"])) {
      if (now > item.leaseUntil)
        this.apply(item, "revoked", "There was no contact with the platform for too long.");
    }
  }

  /** Lets other servers have the attempts that are in these phases. */
  giveBack(phases: readonly Phase[], reason: string): void {
    for (const item of this.inPhase(phases)) this.apply(item, "given-back", reason);
  }

  /** Attempts that take a slot. */
  get busyCount(): number {
    return this.inPhase(BUSY).length;
  }

  /** Attempts of which the platform has not acknowledged the end. */
  get unacknowledgedCount(): number {
    return this.inPhase(UNACKNOWLEDGED).length;
  }

  /** The attempts that a heartbeat names. */
  leased(): Id[] {
    return this.inPhase(this.#options.renewed).map(({ attempt }) => attempt);
  }

  protected add(item: Item): void {
    this.#items.set(this.#options.keyOf(item.attempt), item);
  }

  protected remove({ attempt }: Item): void {
    this.#items.delete(this.#options.keyOf(attempt));
  }

  protected find(attempt: Id): Item | undefined {
    return this.#items.get(this.#options.keyOf(attempt));
  }

  protected inPhase(phases: readonly Phase[]): Item[] {
    return [...this.#items.values()].filter(({ phase }) => phases.includes(phase));
  }

  protected apply(item: Item, event: WorkEvent, reason = ""): void {
    const previous = item.phase;
    const next = TRANSITIONS[previous][event];
    if (next === previous) return;
    item.phase = next;
    this.enter(item, previous, reason);
    this.#options.onChange();
  }
}
