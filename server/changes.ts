import type { Redis } from "ioredis";
import { z } from "zod";
import { log } from "./log.ts";

/** What is no longer as it was read: whoever remembers it forgets it. */
const change = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("session"), id: z.string() }),
  z.object({ kind: z.literal("api-token"), hash: z.string() }),
  /** Somebody's name, rights or password. It happens so rarely that nobody need say whose. */
  z.object({ kind: z.literal("people") }),
  z.object({ kind: z.literal("jobs"), ids: z.array(z.int()) }),
  /** Of a job: some wait for servers, or those that servers have are no longer wanted. */
  z.object({
    kind: z.literal("simulations"),
    job_id: z.int(),
    what: z.enum(["pending", "stopped"]),
  }),
]);
export type Change = z.infer<typeof change>;

/**
 * Tells every web process what has changed, so that it may remember what it read. Call `tell` after the change is stored. This
 * process hears it before `tell` returns; the others as soon as Redis has passed it on.
 */
export type Changes = ReturnType<typeof createChanges>;

export function createChanges(redis: Redis, redisPrefix: string) {
  const channel = `${redisPrefix}:changes`;
  const listeners = new Set<(change: Change) => void>();
  const losses = new Set<() => void>();
  let isHearing = false;

  const pass = (told: Change) => {
    for (const listener of listeners) listener(told);
  };
  const lose = () => {
    isHearing = false;
    for (const loss of losses) loss();
  };

  return {
    tell(told: Change): void {
      pass(told);
      redis
        .publish(channel, JSON.stringify(told))
        .catch((err: unknown) => log.warn({ err, channel }, "a change could not be told"));
    },
    /** @param lost Called when changes may have been missed: nothing that was remembered may be believed. */
    listen(heard: (change: Change) => void, lost: () => void): void {
      listeners.add(heard);
      losses.add(lost);
    },
    /** Whether what others change is heard here: without that nothing may be remembered. */
    isHearing: () => isHearing,
    /** @param subscriber A connection that listens; it may listen to other channels too. */
    hear(subscriber: Redis): void {
      const subscribe = async () => {
        await subscriber.subscribe(channel);
        // What was told between the loss of the connection and now was not heard.
        lose();
        isHearing = true;
      };
      const begin = () => {
        subscribe().catch((err: unknown) => log.warn({ err, channel }, "changes cannot be heard"));
      };
      subscriber.on("message", (from, text) => {
        if (from === channel) pass(change.parse(JSON.parse(text)));
      });
      subscriber.on("close", lose);
      subscriber.on("ready", begin);
      if (subscriber.status === "ready") begin();
    },
  };
}
