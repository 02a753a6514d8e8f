import { metricsRoutes } from "@understudy/shared/api/metrics.ts";
import { platformRoutes } from "@understudy/shared/api/platform.ts";
import { PLATFORM_MESSAGES } from "@understudy/shared/messages/platform.ts";
import { readMaintenance, setMaintenance } from "../commands/notifications/maintenance.ts";
import { readOverview } from "../commands/runner/read-overview.ts";
import { findStuckMachines } from "../commands/trainings/machine-records.ts";
import { notFound } from "../core/problem.ts";
import { listProcesses, requestDrain } from "../core/process-heartbeats.ts";
import { readTrainingSpeed } from "../core/training-speed.ts";
import { readHealth } from "../http/health.ts";
import { presentDiskUsage } from "../presenters/disk-usage.ts";
import { presentStuckMachine } from "../presenters/machine.ts";
import {
  presentMachine,
  presentPlatformServer,
  presentProcess,
  presentQueue,
} from "../presenters/platform.ts";
import { handle } from "./request/handle.ts";

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

export const platformHandlers = {
  getPlatform: handle(platformRoutes.getPlatform, async ({ web }) => {
    const { redis, config } = web;
    const [processes, overview, usage, maintenance] = await Promise.all([
      listProcesses({ redis, prefix: config.redisPrefix }),
      readOverview(web),
      web.diskUsage.read(),
      readMaintenance(web),
    ]);
    const { queues, servers, machines, users } = overview;
    const { used, total } = presentDiskUsage(usage);
    return {
      processes: processes.map(presentProcess),
      queues: queues.map((entry) => presentQueue(entry, users)),
      servers: servers.map((server) => presentPlatformServer(server, users)),
      machines: machines.map((machine) => presentMachine(machine, users)),
      machine_hourly_cost: config.provision?.hourlyCost ?? null,
      disk: { used, total },
      maintenance,
    };
  }),

  drainProcess: handle(platformRoutes.drainProcess, async ({ web, params, body }) => {
    const { redis, config } = web;
    const connected = { redis, prefix: config.redisPrefix };
    if (!(await requestDrain(connected, params.process_id, body.drain)))
      throw notFound(PLATFORM_MESSAGES.processNotFound);
    return null;
  }),

  setMaintenance: handle(platformRoutes.setMaintenance, async ({ web, body }) => ({
    maintenance: await setMaintenance(web, body),
  })),
};
