import { metricsRoutes } from "@understudy/shared/api/metrics.ts";
import { readHealth } from "../http/health.ts";
import { presentDiskUsage } from "../presenters/disk-usage.ts";
import { readTrainingSpeed } from "../training-speed.ts";
import { handle } from "./handle.ts";

export const metricsHandlers = {
  getPlatformHealth: handle(metricsRoutes.getPlatformHealth, ({ web }) => readHealth(web)),

  getDiskUsage: handle(metricsRoutes.getDiskUsage, async ({ web }) =>
    presentDiskUsage(await web.diskUsage.read()),
  ),

  getTrainingSpeed: handle(metricsRoutes.getTrainingSpeed, async ({ web: { redis, config } }) => ({
    speed: await readTrainingSpeed({ redis, prefix: config.redisPrefix }),
  })),
};
