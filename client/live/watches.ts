import type { Subject, WatchAnswer } from "@understudy/shared/live.ts";
import { CLOCK, type Clock } from "./clock.ts";

/** How long a new watch may wait for its answer before its page is taken for not being live. */
const GRACE_MS = 1_000;
/** Before the server is asked again, doubled each time. */
const PAUSE_MS = { first: 500, most: 10_000 };

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
  /** Of what is to happen later: the next try, the end of its grace. */
  cancel: () => void;
};

type Options = {
  /** Asks the server. Rejects where no answer comes in time. */
  ask: (subject: Subject) => Promise<WatchAnswer>;
  /** Tells the server that nobody follows the subject any more. */
  release: (subject: Subject) => void;
  /** Called when it may have changed whether everything that is followed is live. */
  changed: () => void;
  clock?: Clock;
};

export type Watches = ReturnType<typeof createWatches>;

/** What this tab watches. Asks the server again, with growing pauses, until it answers. */
export function createWatches({ ask, release, changed, clock = CLOCK }: Options) {
  const watches = new Map<string, Watch>();
  /** Rises with every connection: an answer to an earlier one means nothing. */
  let connection = 0;
  let isConnected = false;

  const settle = (watch: Watch, state: Watch["state"], isOverdue: boolean) => {
    watch.cancel();
    Object.assign(watch, { state, isOverdue, cancel: () => {} });
    changed();
  };

  async function tell(watch: Watch, pause: number): Promise<void> {
    const asked = connection;
    watch.state = "asked";
    watch.cancel = clock.after(GRACE_MS, () => settle(watch, "asked", true));
    const answer = await ask(watch.subject).catch((): WatchAnswer => ({ ok: false, retry: true }));
    if (asked !== connection || watches.get(keyOf(watch.subject)) !== watch) return;
    if (answer.ok) {
      settle(watch, "live", false);
      for (const refetch of watch.refetch) refetch();
    } else if (answer.retry) {
      settle(watch, "asked", true);
      watch.cancel = clock.after(pause, () => void tell(watch, Math.min(2 * pause, PAUSE_MS.most)));
    } else {
      settle(watch, "refused", false);
    }
  }

  return {
    /**
     * Follows a subject until the returned function is called. Any number may follow the same one; the server is asked
     * once. `refetch` is called whenever the server begins to send (again), as something may have been missed, and at
     * once where it sends already.
     */
    follow(subject: Subject, refetch: () => void): () => void {
      const key = keyOf(subject);
      const known = watches.get(key);
      const watch: Watch = known ?? {
        subject,
        refetch: new Set(),
        state: "unasked",
        isOverdue: false,
        cancel: () => {},
      };
      watches.set(key, watch);
      watch.refetch.add(refetch);
      if (watch.state === "live") refetch();
      else if (watch.state === "unasked" && isConnected) void tell(watch, PAUSE_MS.first);
      return () => {
        watch.refetch.delete(refetch);
        if (watch.refetch.size > 0 || watches.get(key) !== watch) return;
        watches.delete(key);
        watch.cancel();
        if (isConnected) release(subject);
        changed();
      };
    },
    /** @param wasDown Pages poll already, and go on until each subject is confirmed. */
    connected(wasDown: boolean): void {
      connection++;
      isConnected = true;
      for (const watch of watches.values()) {
        watch.isOverdue = wasDown;
        void tell(watch, PAUSE_MS.first);
      }
    },
    disconnected(): void {
      connection++;
      isConnected = false;
      for (const watch of watches.values()) {
        watch.cancel();
        watch.state = "unasked";
      }
    },
    /** Whether nothing that is followed waits for the server for too long. */
    isLive: () => isConnected && [...watches.values()].every(({ isOverdue }) => !isOverdue),
  };
}

const keyOf = (subject: Subject): string => JSON.stringify(subject);
