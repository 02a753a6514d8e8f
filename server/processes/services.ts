/** The services of one copy, each a supervised child process of the launcher. */
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Note } from "../boot/store-process.ts";
import type { Stores } from "../boot/stores.ts";
import { type Supervised, supervise } from "../boot/supervise.ts";
import type { Guard } from "../boot/watchdog.ts";
import type { LaunchConfig } from "../core/config.ts";
import {
  LAUNCHED_FLAG,
  NOT_WORTH_RESTARTING,
  type ServiceName,
  type ServiceReady,
  serviceReady,
} from "./service.ts";

/** Deaths before the first time it was ready, after which a service is taken for broken. */
const DEATHS_BEFORE_READY = 3;

export type Service = { supervised: Supervised; ready: Promise<ServiceReady> };

type Launched = {
  config: LaunchConfig;
  stores: Stores;
  note: Note;
  guard: Guard;
  /** The file that starts the service named by its first argument. */
  program: string;
};

/** The environment a service runs in: what the launcher resolved, in place of what it was given. */
function environment({ config, stores }: Launched, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    MONGODB_URL: stores.mongodbUrl,
    REDIS_URL: stores.redisUrl,
    DATA_DIR: config.dataDir,
    PORT: String(port),
    // A second start compiles nothing and strips no types, which saves the web process some 35 MB of memory.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(config.enginesDir, "../compiled"),
    // The terminal stays calm; everything is in the log files, where those are kept.
    LOG_LEVEL: process.env.LOG_LEVEL || "warn",
  };
}

/** Both processes of `npm start` are read by Prometheus: the runner at the port after that of the web process. */
const toRunnerMetrics = ({ metrics }: LaunchConfig): NodeJS.ProcessEnv =>
  metrics === null || metrics.port === 0 ? {} : { METRICS_PORT: String(metrics.port + 1) };

/** As the runner's children have it among the processes of their session. */
const RUNNER_NICENESS = 7;

/**
 * Starts a service and keeps it running. `ready` resolves the first time it serves and rejects when it is given up;
 * a web process that dies later comes back on the port it had.
 */
export function startService(name: ServiceName, launched: Launched, args: readonly string[] = []): Service {
  let port = launched.config.port;
  let deaths = 0;
  let wasReady = false;
  const { promise: ready, resolve, reject } = Promise.withResolvers<ServiceReady>();
  const supervised = supervise({
    name: `The ${name} process`,
    note: launched.note,
    spawn: (serves) => {
      // In a process group of its own: Ctrl-C reaches the launcher alone, which ends things in order.
      const env = {
        ...environment(launched, port),
        ...(name === "runner" ? toRunnerMetrics(launched.config) : {}),
      };
      const options = { detached: true, env, execArgv: [] };
      const child = fork(launched.program, [name, LAUNCHED_FLAG, ...args], options);
      launched.guard("services", child);
      // People who use the pages come first.
      if (name === "runner" && child.pid !== undefined) lowerSession(child.pid, RUNNER_NICENESS);
      child.on("message", (message) => {
        const readiness = serviceReady.parse(message);
        wasReady = true;
        serves();
        port = readiness.port ?? port;
        resolve(readiness);
      });
      return child;
    },
    giveUp: (code) => {
      deaths++;
      if (code !== NOT_WORTH_RESTARTING && (wasReady || deaths < DEATHS_BEFORE_READY)) return false;
      reject(new Error(`The ${name} process could not be started; its reason stands above.`));
      return true;
    },
  });
  return { supervised, ready };
}

/**
 * Has a whole session take less when others want the processors too. Linux shares them between sessions first (autogroup, where
 * no cgroups do), and the niceness of a process counts among those of its own session alone; see sched(7).
 * @param pid a process of the session
 */
function lowerSession(pid: number, niceness: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // Another system, or one that knows no autogroups: there niceness counts among all processes.
  }
}
