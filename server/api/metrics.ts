import { metricsRoutes } from "@understudy/shared/api/metrics.ts";
import { readHealth } from "../http/health.ts";
import { presentDiskUsage } from "../presenters/disk-usage.ts";
import { handle } from "./handle.ts";

export const metricsHandlers = {
  getPlatformHealth: handle(metricsRoutes.getPlatformHealth, ({ web }) => readHealth(web)),

  getDiskUsage: handle(metricsRoutes.getDiskUsage, async ({ web }) =>
    presentDiskUsage(await web.diskUsage.read()),
  ),
};
