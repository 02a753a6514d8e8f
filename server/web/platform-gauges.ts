/** Reads from the stores what the whole installation has: queues, trainings, leases, servers, machines and disk. */
import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ALL_PHASES, findPhase, PHASE_STATUSES, toQueueName } from "../commands/runner/work.ts";
import { log } from "../core/log.ts";
import { isRunnerConnected } from "../core/runner-presence.ts";
import { type GaugeValue, type GaugeValues, setGauges } from "../metrics/metrics.ts";
import { queuedJob } from "../models/job.ts";
import { machinePhase } from "../models/machine.ts";
import { EARLIEST_TIME } from "../models/simulation.ts";
import type { Platform } from "../platform/platform.ts";
import { isConnected } from "../policies/resource.ts";

/** A store that answers later than this is taken for one that does not answer. */
const ANSWER_MS = 2_000;
const QUEUE_NAMES = ["data", "running", "training", "short-training"];

type MonitoredPlatform = Pick<Platform, "store" | "redis" | "config" | "storage">;

const toSingle = (value: number): readonly GaugeValue[] => [{ value }];

/** @returns seconds; null: no answer in time */
async function measureAnswer(ask: () => Promise<unknown>): Promise<number | null> {
  const start = performance.now();
  const answered = ask().then(
    () => true,
    () => false,
  );
  const isAnswered = await Promise.race([answered, sleep(ANSWER_MS, false, { ref: false })]);
  return isAnswered ? (performance.now() - start) / 1000 : null;
}

async function readStores({ store, redis }: MonitoredPlatform): Promise<GaugeValues & { isUp: boolean }> {
  // A command to a Redis that is away would wait until it comes back, one for each time that somebody asks.
  const askRedis = async () => {
    if (redis.status !== "ready") throw new Error("Redis is not connected.");
    await redis.ping();
  };
  const [mongodb, redisSeconds] = await Promise.all([
    measureAnswer(() => store.readTime()),
    measureAnswer(askRedis),
  ]);
  const stores = [
    { store: "mongodb", seconds: mongodb },
    { store: "redis", seconds: redisSeconds },
  ];
  return {
    isUp: mongodb !== null && redisSeconds !== null,
    storeUp: stores.map(({ store, seconds }) => ({ labels: { store }, value: seconds === null ? 0 : 1 })),
    storeLatency: stores.flatMap(({ store, seconds }) =>
      seconds === null ? [] : [{ labels: { store }, value: seconds }],
    ),
  };
}

async function readQueues({ store }: MonitoredPlatform, now: Date): Promise<GaugeValues> {
  const statuses = ALL_PHASES.flatMap((phase) => [...PHASE_STATUSES[phase]]);
  const jobs = await store.jobs.find({ status: { $in: statuses } }, {}, queuedJob);
  const queued = jobs.flatMap(({ status, work, training_server }) => {
    const phase = findPhase(status);
    if (phase === null || training_server !== null) return [];
    const waitMs = work.queued_time === null ? 0 : now.getTime() - work.queued_time.getTime();
    return [
      { queue: toQueueName(phase, work), isRunning: work.claim_id !== null, waitSeconds: waitMs / 1000 },
    ];
  });
  const trainings = jobs.filter(({ status }) => status === "Training");
  const countTrainings = (place: "platform" | "server" | "machine") =>
    trainings.filter(({ training_server }) => {
      if (training_server === null) return place === "platform";
      return place === (training_server.is_machine ? "machine" : "server");
    }).length;
  return {
    queueJobs: QUEUE_NAMES.flatMap((queue) =>
      [true, false].map((isRunning) => ({
        labels: { queue, state: isRunning ? "running" : "waiting" },
        value: queued.filter((job) => job.queue === queue && job.isRunning === isRunning).length,
      })),
    ),
    queueOldestWait: QUEUE_NAMES.map((queue) => ({
      labels: { queue },
      value: queued
        .filter((job) => job.queue === queue && !job.isRunning)
        .reduce((longest, { waitSeconds }) => Math.max(longest, waitSeconds), 0),
    })),
    trainingsRunning: (["platform", "server", "machine"] as const).map((place) => ({
      labels: { place },
      value: countTrainings(place),
    })),
  };
}

async function readServers({ store }: MonitoredPlatform, now: Date): Promise<GaugeValues> {
  const isLeased = { $gt: EARLIEST_TIME };
  const [simulations, trainings, servers, machines] = await Promise.all([
    store.simulations.count({ lease_until: isLeased }),
    store.jobs.count({ "training_server.lease_until": isLeased }),
    store.resources.find({ connection_id: { $ne: null } }),
    store.machines.find({}),
  ]);
  return {
    leases: [
      { labels: { kind: "simulation" }, value: simulations },
      { labels: { kind: "training" }, value: trainings },
    ],
    connectedServers: toSingle(servers.filter((server) => isConnected(server, now)).length),
    machines: machinePhase.options.map((phase) => ({
      labels: { phase },
      value: machines.filter((machine) => machine.phase === phase).length,
    })),
    stuckMachines: toSingle(machines.filter(({ release_problem }) => release_problem !== null).length),
  };
}

async function readDisk({ storage }: MonitoredPlatform): Promise<GaugeValues> {
  const { bavail, blocks, bsize } = await statfs(storage.dataDir);
  return { diskFree: toSingle(bavail * bsize), diskSize: toSingle(blocks * bsize) };
}

/** Sets the gauges to what there is now. While a store does not answer, those that need it have no value. */
export async function readPlatformGauges(platform: MonitoredPlatform): Promise<void> {
  const now = new Date();
  const { isUp, ...stores } = await readStores(platform);
  const disk = await readDisk(platform).catch(logUnread);
  const state = isUp ? await readState(platform, now).catch(logUnread) : {};
  setGauges({ ...stores, ...disk, ...state });
}

async function readState(platform: MonitoredPlatform, now: Date): Promise<GaugeValues> {
  const [runner, queues, servers] = await Promise.all([
    isRunnerConnected(platform.redis, platform.config.redisPrefix),
    readQueues(platform, now),
    readServers(platform, now),
  ]);
  return { ...queues, ...servers, runnerConnected: toSingle(runner === true ? 1 : 0) };
}

function logUnread(err: unknown): GaugeValues {
  log.warn({ err }, "the state of the platform could not be read for its metrics");
  return {};
}
