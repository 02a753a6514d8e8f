/**
 * Measures this process for Prometheus. No other file imports prom-client. Labels have few values: patterns of
 * routes and words of the platform, never what people type.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const registry = new Registry();
const registers = [registry];

/** The waits for a queue reach from a second to a day, the answers from a millisecond to half a minute. */
const WAIT_BUCKETS_SECONDS = [1, 5, 15, 60, 300, 900, 3_600, 4 * 3_600, 24 * 3_600];
const ANSWER_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

const requests = new Histogram({
  name: "understudy_http_request_duration_seconds",
  help: "The time from the end of a request to the beginning of its answer.",
  labelNames: ["method", "route", "status"],
  buckets: ANSWER_BUCKETS_SECONDS,
  registers,
});
const pushes = new Counter({
  name: "understudy_pushes_total",
  help: "Events that were handed to Redis for the pages of people.",
  labelNames: ["type"],
  registers,
});
const predictions = new Histogram({
  name: "understudy_prediction_duration_seconds",
  help: "The time from a question to an emulator until its answer or refusal.",
  labelNames: ["outcome"],
  buckets: ANSWER_BUCKETS_SECONDS,
  registers,
});
const queueWaits = new Histogram({
  name: "understudy_queue_wait_seconds",
  help: "The time for which jobs waited until a runner took them.",
  labelNames: ["queue"],
  buckets: WAIT_BUCKETS_SECONDS,
  registers,
});
const trainings = new Counter({
  name: "understudy_trainings_ended_total",
  help: "Trainings that ended, by the state of the job after it.",
  labelNames: ["status"],
  registers,
});
const expiredLeases = new Counter({
  name: "understudy_leases_expired_total",
  help: "Leases that ended because their server was silent for too long.",
  labelNames: ["kind"],
  registers,
});

/** The values that are read from the stores when somebody asks. Every process that is asked reports them for the whole installation. */
const gauges = {
  storeUp: new Gauge({
    name: "understudy_store_up",
    help: "1 while the store answers this process.",
    labelNames: ["store"],
    registers,
  }),
  storeLatency: new Gauge({
    name: "understudy_store_latency_seconds",
    help: "The time of the smallest question to the store.",
    labelNames: ["store"],
    registers,
  }),
  runnerConnected: new Gauge({
    name: "understudy_runner_connected",
    help: "1 while at least one runner is connected.",
    registers,
  }),
  queueJobs: new Gauge({
    name: "understudy_queue_jobs",
    help: "Jobs that wait for a runner, and jobs that runners have.",
    labelNames: ["queue", "state"],
    registers,
  }),
  queueOldestWait: new Gauge({
    name: "understudy_queue_oldest_wait_seconds",
    help: "The time for which the job has waited that has waited the longest.",
    labelNames: ["queue"],
    registers,
  }),
  trainingsRunning: new Gauge({
    name: "understudy_trainings_running",
    help: "Trainings under way, by who computes them.",
    labelNames: ["place"],
    registers,
  }),
  leases: new Gauge({
    name: "understudy_leases",
    help: "Simulations and trainings that servers have now.",
    labelNames: ["kind"],
    registers,
  }),
  connectedServers: new Gauge({
    name: "understudy_connected_servers",
    help: "Servers whose clients are connected.",
    registers,
  }),
  machines: new Gauge({
    name: "understudy_machines",
    help: "Machines that were created for trainings, by their phase.",
    labelNames: ["phase"],
    registers,
  }),
  stuckMachines: new Gauge({
    name: "understudy_machines_not_deleted",
    help: "Machines that could not be deleted, and may still cost money.",
    registers,
  }),
  diskFree: new Gauge({
    name: "understudy_disk_free_bytes",
    help: "The free space of the disk under DATA_DIR.",
    registers,
  }),
  diskSize: new Gauge({
    name: "understudy_disk_size_bytes",
    help: "The size of the disk under DATA_DIR.",
    registers,
  }),
};
type GaugeName = keyof typeof gauges;

export function recordRequest(method: string, route: string, status: number, ms: number): void {
  requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
}

export const recordPush = (type: string): void => pushes.inc({ type });

export const recordPrediction = (outcome: "answered" | "refused", ms: number): void =>
  predictions.observe({ outcome }, ms / 1000);

export const recordQueueWait = (queue: string, ms: number): void =>
  queueWaits.observe({ queue }, Math.max(0, ms) / 1000);

export const recordTrainingEnd = (status: string): void => trainings.inc({ status });

export const recordExpiredLeases = (kind: "simulation" | "training", count: number): void =>
  expiredLeases.inc({ kind }, count);

export type GaugeValue = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

export type GaugeValues = Partial<Record<GaugeName, readonly GaugeValue[]>>;

const isGaugeName = (name: string): name is GaugeName => name in gauges;

/** Replaces the values of all gauges, so that none is left of what is no longer there, or was not read this time. */
export function setGauges(values: GaugeValues): void {
  for (const name in gauges) {
    if (!isGaugeName(name)) continue;
    const gauge: Gauge = gauges[name];
    const gaugeValues = values[name] ?? [];
    gauge.reset();
    // Without labels a reset leaves 0, which would say something that nobody has measured.
    if (gaugeValues.length === 0) gauge.remove({});
    for (const { labels = {}, value } of gaugeValues) gauge.set(labels, value);
  }
}

let isCollecting = false;

/** Begins to measure memory, processor time, garbage collection and the delay of the event loop of this process. */
export function measureProcess(): void {
  if (!isCollecting) collectDefaultMetrics({ register: registry });
  isCollecting = true;
}

/** @returns everything in the text format of Prometheus */
export async function writeMetrics(): Promise<{ readonly text: string; readonly type: string }> {
  return { text: await registry.metrics(), type: registry.contentType };
}
