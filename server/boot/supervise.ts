/**
 * Keeps one child process alive:
 *
 *   running --dies--> waiting --back-off over--> running
 *      \                 \
 *       stop              stop --> stopped
 */
import type { ChildProcess } from "node:child_process";

export type Supervised = {
  /** Null while it is down. */
  pid: () => number | null;
  /** Ends the child, and a new one takes its place at once. */
  restart: () => Promise<void>;
  /** Ends the child for good: SIGTERM, then SIGKILL after `graceMs`. */
  stop: (graceMs: number) => Promise<void>;
};

type Options = {
  name: string;
  /** @param serves To be called once the child does its work. */
  spawn: (serves: () => void) => ChildProcess;
  /** One calm sentence for the person at the terminal. */
  note: (line: string) => void;
  /** Called when the child ends unasked; answering true gives it up instead of starting it again. */
  giveUp?: (code: number | null) => boolean;
};

/** The end of a child that had not been asked to end. */
export type Death = {
  /** When, by the clock of `performance.now` (ms). */
  readonly at: number;
  /** True when it had done its work until then. */
  readonly served: boolean;
};

/** A child that lived so long did its work, whether it said so or not. */
const SERVES_AFTER_MS = 10_000;
const RECENT_MS = 60_000;
/** A service that one request can end starts again after these delays, because people wait for it. */
const SERVING_DELAYS_MS = [0, 250];
const MAX_SERVING_DELAY_MS = 1_000;
/** A child that never comes to its work must not keep the machine busy. */
const FAILING_DELAYS_MS = [250, 1_000, 4_000];
const MAX_FAILING_DELAY_MS = 20_000;

/** @param deaths Of one child, the last one last. @returns milliseconds until it is to be started again */
export function restartDelay(deaths: readonly Death[]): number {
  const last = deaths.at(-1);
  if (last === undefined) return 0;
  const recent = deaths.filter(({ at }) => last.at - at < RECENT_MS);
  if (last.served) {
    return SERVING_DELAYS_MS[recent.length - 1] ?? MAX_SERVING_DELAY_MS;
  }
  const failed = recent.length - 1 - recent.findLastIndex(({ served }) => served);
  return FAILING_DELAYS_MS[failed - 1] ?? MAX_FAILING_DELAY_MS;
}

export function supervise({ name, spawn, note, giveUp = () => false }: Options): Supervised {
  let deaths: Death[] = [];
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  let restarting = false;

  function startAgain(served: boolean, why: string): void {
    const at = performance.now();
    deaths = [...deaths.filter((death) => at - death.at < RECENT_MS), { at, served }];
    const delay = restartDelay(deaths);
    const when = delay < 2000 ? "" : ` in ${delay / 1000} s`;
    note(`${name} stopped unexpectedly (${why}); starting it again${when}`);
    timer = setTimeout(start, delay);
  }

  function start(): void {
    const began = performance.now();
    let serves = false;
    const started = spawn(() => {
      serves = true;
    });
    child = started;
    let over = false;
    const ended = (code: number | null, why: string) => {
      if (over) return;
      over = true;
      child = null;
      if (stopping) return;
      if (restarting) {
        restarting = false;
        start();
        return;
      }
      if (giveUp(code)) return;
      startAgain(serves || performance.now() - began > SERVES_AFTER_MS, why);
    };
    started.once("error", (error) => ended(null, error.message));
    started.once("exit", (code, signal) => ended(code, signal ?? `exit code ${code}`));
  }

  async function end(graceMs: number): Promise<void> {
    const ending = child;
    if (ending === null || ending.pid === undefined) return;
    const gone = new Promise<void>((resolve) => ending.once("exit", () => resolve()));
    ending.kill("SIGTERM");
    const insist = setTimeout(() => ending.kill("SIGKILL"), graceMs);
    await gone;
    clearTimeout(insist);
  }

  start();
  return {
    pid: () => child?.pid ?? null,
    restart: async () => {
      restarting = child !== null;
      await end(5000);
    },
    stop: async (graceMs) => {
      stopping = true;
      clearTimeout(timer);
      await end(graceMs);
    },
  };
}
