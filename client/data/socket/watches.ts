import type { Subject, WatchAnswer } from "@understudy/shared/live/live.ts";
import { BROWSER_CLOCK, type Clock } from "./clock.ts";

/** A new watch may wait this long for its answer before its page counts as not live. */
const GRACE_MS = 1_000;
/** Before the server is asked again, doubled each time. */
const PAUSE_MS = { first: 500, max: 10_000 };

/**
 * A subject that is followed:
 *
 *   unasked --connected--> asked --ok--> live
 *      ^                     |  \--not allowed--> refused
 *      |                     \--no answer--> asked, after a pause
 *      \------------------disconnected (from every state)
 */
type Watch = {
  readonly subject: Subject;
  readonly refetch: Set<() => void>;
  state: "unasked" | "asked" | "live" | "refused";
  /** Its page has to poll: the answer is overdue. */
  isOverdue: boolean;
  /** Cancels a pending timer: the next try, or the end of the grace period. */
  cancel: () => void;
};

type Options = {
  /** Asks the server. Rejects where no answer comes in time. */
  ask: (subject: Subject) => Promise<WatchAnswer>;
  /** Called when the last follower of a subject has left. */
  release: (subject: Subject) => void;
  /** Called when it may have changed whether everything that is followed is live. */
  changed: () => void;
  clock?: Clock;
};

/** The subjects that this tab watches. Asks the server again, with growing pauses, until it answers. */
export class Watches {
  readonly #options: Options;
  readonly #clock: Clock;
  readonly #watches = new Map<string, Watch>();
  /** Rises with every connection: an answer to an earlier one means nothing. */
  #connection = 0;
  #isConnected = false;

  constructor(options: Options) {
    this.#options = options;
    this.#clock = options.clock ?? BROWSER_CLOCK;
  }

  /**
   * Follows a subject until the returned function is called. Any number may follow the same one; the server is asked
   * once. `refetch` is called whenever the server begins to send (again), as something may have been missed, and at
   * once where it sends already.
   */
  follow(subject: Subject, refetch: () => void): () => void {
    const key = formatKey(subject);
    const existing = this.#watches.get(key);
    const watch: Watch = existing ?? {
      subject,
      refetch: new Set(),
      state: "unasked",
      isOverdue: false,
      cancel: () => {},
    };
    this.#watches.set(key, watch);
    watch.refetch.add(refetch);
    if (watch.state === "live") refetch();
    else if (watch.state === "unasked" && this.#isConnected) void this.#ask(watch, PAUSE_MS.first);
    return () => {
      watch.refetch.delete(refetch);
      if (watch.refetch.size === 0 && this.#watches.get(key) === watch) this.#end(watch);
    };
  }

  /** @param wasDown Pages poll already, and go on until each subject is confirmed. */
  connected(wasDown: boolean): void {
    this.#connection++;
    this.#isConnected = true;
    for (const watch of this.#watches.values()) {
      watch.isOverdue = wasDown;
      void this.#ask(watch, PAUSE_MS.first);
    }
  }

  disconnected(): void {
    this.#connection++;
    this.#isConnected = false;
    for (const watch of this.#watches.values()) {
      watch.cancel();
      watch.state = "unasked";
    }
  }

  /** The tab is live if nothing that it follows has waited too long for the server. */
  isLive(): boolean {
    return this.#isConnected && [...this.#watches.values()].every(({ isOverdue }) => !isOverdue);
  }

  /** @param pause before the next try, in milliseconds, where this one gets no answer */
  async #ask(watch: Watch, pause: number): Promise<void> {
    const connection = this.#connection;
    watch.state = "asked";
    watch.cancel = this.#clock.after(GRACE_MS, () => this.#settle(watch, "asked", true));
    const answer = await this.#options
      .ask(watch.subject)
      .catch((): WatchAnswer => ({ ok: false, retry: true }));
    if (connection !== this.#connection || this.#watches.get(formatKey(watch.subject)) !== watch) return;
    if (answer.ok) {
      this.#settle(watch, "live", false);
      for (const refetch of watch.refetch) refetch();
    } else if (answer.retry) {
      this.#settle(watch, "asked", true);
      const next = Math.min(2 * pause, PAUSE_MS.max);
      watch.cancel = this.#clock.after(pause, () => void this.#ask(watch, next));
    } else {
      this.#settle(watch, "refused", false);
    }
  }

  #settle(watch: Watch, state: Watch["state"], isOverdue: boolean): void {
    watch.cancel();
    Object.assign(watch, { state, isOverdue, cancel: () => {} });
    this.#options.changed();
  }

  #end(watch: Watch): void {
    this.#watches.delete(formatKey(watch.subject));
    watch.cancel();
    if (this.#isConnected) this.#options.release(watch.subject);
    this.#options.changed();
  }
}

const formatKey = (subject: Subject): string => JSON.stringify(subject);
