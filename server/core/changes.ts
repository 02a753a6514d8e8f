import type { Redis } from "ioredis";
import { z } from "zod";
import { log } from "./log.ts";

/** A change to stored data: caches drop the entries that it concerns. */
const change = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("session"), id: z.string() }),
  z.object({ kind: z.literal("api-token"), hash: z.string() }),
  /** A person's name, rights or password. It happens so rarely that all people are dropped. */
  z.object({ kind: z.literal("people") }),
  z.object({ kind: z.literal("jobs"), ids: z.array(z.int()) }),
  /** Simulations of a job wait for servers, or those that servers have are no longer needed. */
  z.object({
    kind: z.literal("simulations"),
    job_id: z.int(),
    what: z.enum(["pending", "stopped"]),
  }),
]);
export type Change = z.infer<typeof change>;

/**
 * Reports what has changed to every web process, so that each may cache what it read. Call `publish` after the change is stored.
 * Listeners of this process are called before `publish` returns; those of others as soon as Redis has delivered it.
 */
export type Changes = ReturnType<typeof createChanges>;

export function createChanges(redis: Redis, redisPrefix: string) {
  const channel = `${redisPrefix}:changes`;
  const listeners = new Set<(change: Change) => void>();
  const lossListeners = new Set<() => void>();
  let isSubscribed = false;

  const deliver = (changed: Change) => {
    for (const listener of listeners) listener(changed);
  };
  const lose = () => {
    isSubscribed = false;
    for (const listener of lossListeners) listener();
  };

  return {
    publish(changed: Change): void {
      deliver(changed);
      redis
        .publish(channel, JSON.stringify(changed))
        .catch((err: unknown) => log.warn({ err, channel }, "a change could not be published"));
    },
    /** @param onLoss Called when changes may have been missed: nothing that was cached may be believed. */
    onChange(listener: (change: Change) => void, onLoss: () => void): void {
      listeners.add(listener);
      lossListeners.add(onLoss);
    },
    /** Tells whether changes by other processes arrive here: without them nothing may be cached. */
    isSubscribed: () => isSubscribed,
    /** @param subscriber A connection that only subscribes; other channels may share it. */
    subscribe(subscriber: Redis): void {
      const begin = async () => {
        await subscriber.subscribe(channel);
        // What was published between the loss of the connection and now did not arrive.
        lose();
        isSubscribed = true;
      };
      const beginLogged = () => {
        begin().catch((err: unknown) => log.warn({ err, channel }, "changes cannot be subscribed to"));
      };
      subscriber.on("message", (from, text) => {
        if (from === channel) deliver(change.parse(JSON.parse(text)));
      });
      subscriber.on("close", lose);
      subscriber.on("ready", beginLogged);
      if (subscriber.status === "ready") beginLogged();
    },
  };
}
