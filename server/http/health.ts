import type { PlatformHealth } from "@understudy/shared/api/metrics.ts";
import type Koa from "koa";
import { isRunnerConnected } from "../core/runner-presence.ts";
import type { Platform } from "../platform/platform.ts";

export async function readHealth({
  store,
  redis,
  config,
}: Pick<Platform, "config" | "store" | "redis">): Promise<PlatformHealth> {
  const runner = await isRunnerConnected(redis, config.redisPrefix);
  return { database: store.isAnswering(), redis: runner !== null, runner };
}

/**
 * For supervisors and load balancers, without a session: /healthz is answered with 200 by every process that answers at all,
 * /readyz with 503 while a store does not answer this process, and while it is drained. A missing runner makes no web process unready.
 */
export const serveHealth =
  ({
    draining,
    ...platform
  }: Pick<Platform, "config" | "store" | "redis"> & {
    readonly draining: { readonly isDraining: boolean };
  }): Koa.Middleware =>
  async (ctx, next) => {
    if (ctx.path !== "/healthz" && ctx.path !== "/readyz") return await next();
    const health = await readHealth(platform);
    const isReady = health.database && health.redis && !draining.isDraining;
    ctx.set("Cache-Control", "no-store");
    ctx.status = ctx.path === "/healthz" || isReady ? 200 : 503;
    ctx.body = health;
  };
