import type { PlatformHealth } from "@understudy/shared/api/metrics.ts";
import type Koa from "koa";
import { isRunnerConnected } from "../core/runner-presence.ts";
import { findDiskFault } from "../files/disk-state.ts";
import type { Platform } from "../platform/platform.ts";

type Stores = Pick<Platform, "config" | "store" | "storage" | "redis">;

export async function readHealth({ store, storage, redis, config }: Stores): Promise<PlatformHealth> {
  const [runner, diskFault] = await Promise.all([
    isRunnerConnected(redis, config.redisPrefix),
    findDiskFault(storage),
  ]);
  return { database: store.isAnswering(), redis: runner !== null, runner, disk: diskFault === null };
}

/**
 * For supervisors and load balancers, without a session: /healthz is answered with 200 by every process that answers at all,
 * /readyz with 503 while a store does not answer this process, and while it is drained. A missing runner makes no web process unready,
 * nor does a full disk: all processes share it, and what is stored can still be read.
 */
export const serveHealth =
  ({
    draining,
    ...platform
  }: Stores & {
    readonly draining: { readonly isDraining: boolean };
  }): Koa.Middleware =>
  async (ctx, next) => {
    if (ctx.path !== "/healthz" && ctx.path !== "/readyz") return await next();
    const health = await readHealth(platform);
    const { isDraining } = draining;
    const isReady = health.database && health.redis && !isDraining;
    ctx.set("Cache-Control", "no-store");
    ctx.status = ctx.path === "/healthz" || isReady ? 200 : 503;
    ctx.body = { ...health, draining: isDraining };
  };
