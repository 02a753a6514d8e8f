import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { log } from "../core/log.ts";
import { isRunnerConnected } from "../core/runner-presence.ts";
import type { Platform } from "../platform/platform.ts";

/** A runner that starts with this process is connected before it is looked for the first time. */
const CHECK_MS = 15_000;

/** Logs when no runner is connected, and when one is again. @returns a function that stops it */
export function watchRunner({ redis, config }: Pick<Platform, "config" | "redis">): () => void {
  let wasConnected = true;
  const check = async () => {
    const isConnected = await isRunnerConnected(redis, config.redisPrefix);
    if (isConnected === null || isConnected === wasConnected) return;
    wasConnected = isConnected;
    if (isConnected) log.info("a runner is connected");
    else log.warn(MESSAGES.noRunner);
  };
  const timer = setInterval(() => {
    check().catch((err: unknown) => log.warn({ err }, "runners could not be looked for"));
  }, CHECK_MS);
  return () => clearInterval(timer);
}
