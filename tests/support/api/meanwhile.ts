/** Counts and times the answers to other people while one request keeps the server busy. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Caller } from "./caller.ts";

export type Meanwhile<T> = {
  readonly answer: T;
  /** The number of calls of somebody else that were answered before. */
  readonly otherAnswerCount: number;
  /** The longest time for which the thread that answers everybody did nothing else (ms). */
  readonly longestMs: number;
};

/** Has `other` call again and again until `work` is over. The server is in this process: its thread is this one. */
export async function meanwhile<T>(other: Caller, work: () => Promise<T>): Promise<Meanwhile<T>> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let isOver = false;
  let otherAnswerCount = 0;
  delay.enable();
  const call = async () => {
    for (; !isOver; otherAnswerCount++) await other.call("getUser");
  };
  const done = work().finally(() => {
    isOver = true;
    delay.disable();
  });
  const [answer] = await Promise.all([done, call()]);
  return { answer, otherAnswerCount, longestMs: delay.max / 1e6 };
}
