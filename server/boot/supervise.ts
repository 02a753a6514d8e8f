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
  spawn: () => ChildProcess;
  /** One calm sentence for the person at the terminal. */
  note: (line: string) => void;
  /** Called when the child ends unasked; answering true gives it up instead of starting it again. */
  giveUp?: (code: number | null) => boolean;
};

/** Three quick restarts a minute, then slow ones: a child that cannot live must not keep the machine busy. */
const DELAYS_MS = [250, 1000, 4000];
const SLOW_DELAY_MS = 20_000;

export function restartDelay(restartTimes: number[], now: number): number {
  const recent = restartTimes.filter((time) => now - time < 60_000).length;
  return DELAYS_MS[recent] ?? SLOW_DELAY_MS;
}

export function supervise({ name, spawn, note, giveUp = () => false }: Options): Supervised {
  const restarts: number[] = [];
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  let restarting = false;

  function start(): void {
    const started = spawn();
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
      const delay = restartDelay(restarts, Date.now());
      restarts.push(Date.now());
      note(
        `${name} stopped unexpectedly (${why}); starting it again${delay < 2000 ? "" : ` in ${delay / 1000} s`}`,
      );
      timer = setTimeout(start, delay);
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
