import { metricsRoutes } from "@understudy/shared/api/metrics.ts";
import { presentDiskUsage } from "../presenters/disk-usage.ts";
import { handle } from "./handle.ts";

export const metricsHandlers = {
  getDiskUsage: handle(metricsRoutes.getDiskUsage, async ({ web }) =>
    presentDiskUsage(await web.diskUsage.read()),
  ),
};
