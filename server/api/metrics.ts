import { metricsRoutes } from "@understudy/shared/api/metrics.ts";
import { findStuckMachines } from "../commands/trainings/machine-records.ts";
import { readHealth } from "../http/health.ts";
import { presentDiskUsage } from "../presenters/disk-usage.ts";
import { presentStuckMachine } from "../presenters/machine.ts";
import { readTrainingSpeed } from "../training-speed.ts";
import { handle } from "./handle.ts";

export const metricsHandlers = {
  getPlatformHealth: handle(metricsRoutes.getPlatformHealth, async ({ web }) => {
    const [health, machines] = await Promise.all([readHealth(web), findStuckMachines(web)]);
    return { ...health, stuck_machines: machines.map(presentStuckMachine) };
  }),

  getDiskUsage: handle(metricsRoutes.getDiskUsage, async ({ web }) =>
    presentDiskUsage(await web.diskUsage.read()),
  ),

  getTrainingSpeed: handle(metricsRoutes.getTrainingSpeed, async ({ web: { redis, config } }) => ({
    speed: await readTrainingSpeed({ redis, prefix: config.redisPrefix }),
  })),
};
