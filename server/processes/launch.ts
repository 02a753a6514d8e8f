/**
 * `npm start`: one supervised tree of MongoDB, Redis, one web process and one runner process. The services read their modules while the
 * stores start.
 *
 *   starting --all ready--> ready --signal--> ending (web and runner, then Redis, then MongoDB) --> gone
 *       \--anything fails--> ending
 */

import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDataDir } from "../boot/data-dir.ts";
import { checkPort } from "../boot/port.ts";
import type { Note } from "../boot/store-process.ts";
import { startStores } from "../boot/stores.ts";
import { type Supervised, supervise } from "../boot/supervise.ts";
import { earlierTreeEnded, type Guard, startWatchdog } from "../boot/watchdog.ts";
import { formatAddress } from "../core/address.ts";
import { type LaunchConfig, readLaunchConfig } from "../core/config.ts";
import { checkData } from "./check-data.ts";
import {
  describeFirstAdmin,
  LAUNCHED_FLAG,
  NOT_WORTH_RESTARTING,
  type ServiceName,
  type ServiceReady,
  type StoreAddresses,
  serviceReady,
} from "./service.ts";

/** Together they stay under the 15 s in which everything is gone after Ctrl-C. */
const SERVICES_GRACE_MS = 7500;
const STORES_GRACE_MS = 6500;

export type Tree = {
  address: string;
  demoPath: ServiceReady["demo_path"];
  firstAdmin: ServiceReady["firstAdmin"];
  services: Record<ServiceName, Service>;
  guard: Guard;
  /** Ends what runs, in order. Called again it answers the same promise. */
  end: () => Promise<void>;
};

/** The running processes, so that they can be ended whenever an end is requested. */
class Running {
  #parts: { stop: () => Promise<unknown> }[] = [];
  #ended: Promise<void> | null = null;

  add(stop: () => Promise<unknown>): void {
    this.#parts.unshift({ stop });
  }

  end(): Promise<void> {
    this.#ended ??= (async () => {
      for (const part of this.#parts) await part.stop().catch((error: unknown) => console.error(error));
    })();
    return this.#ended;
  }
}

/** @throws Error when nothing answers there within 15 s. */
export async function answers(address: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (true) {
    try {
      await fetch(address, { signal: AbortSignal.timeout(5000), redirect: "manual" });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function startAll(
  config: LaunchConfig,
  note: Note,
  running: Running,
  { program, webArgs }: { program: string; webArgs: readonly string[] },
): Promise<Tree> {
  const release = openDataDir(config.dataDir);
  running.add(async () => release());
  const watchdog = startWatchdog(config.dataDir, note);
  running.add(watchdog.stop);
  const { guard } = watchdog;
  const stopRequest = new AbortController();
  const starting = startStores(config, note, { guard, signal: stopRequest.signal });
  running.add(async () => {
    stopRequest.abort(new Error("asked to end"));
    const started = await Promise.race([
      starting.catch(() => null),
      sleep(STORES_GRACE_MS, null, { ref: false }),
    ]);
    await started?.stop(STORES_GRACE_MS);
  });
  const checkedStores = starting.then(async ({ mongodbUrl, redisUrl }): Promise<StoreAddresses> => {
    await checkData(mongodbUrl, config.dataDir);
    return { MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl };
  });
  const launched = { config, stores: checkedStores, note, guard, program };
  const services = { web: startService("web", launched, webArgs), runner: startService("runner", launched) };
  const both = [services.web, services.runner];
  running.add(() => Promise.all(both.map(({ supervised }) => supervised.stop(SERVICES_GRACE_MS))));
  const [web] = await Promise.all([services.web.ready, services.runner.ready, checkedStores]);
  const port = web.port ?? config.port;
  const address = formatAddress(config.host, port);
  await answers(address);
  const { firstAdmin, demo_path: demoPath } = web;
  return { address, demoPath, firstAdmin, services, guard, end: () => running.end() };
}

type Options = {
  /** The file that starts one service, named by its first argument. */
  program: string;
  /** The web process listens on a free port, because something else of ours answers on PORT. */
  behind?: boolean;
  /** The first admin has a demo server. */
  demo?: boolean;
  /** Called once everything is ready; what it answers is ended first. */
  afterwards: (tree: Tree, config: LaunchConfig) => Promise<() => Promise<unknown>>;
};

/** Starts everything and stays until a signal comes: the process ends with 0 after an ordered end, else with 1. */
export async function launch({ program, behind = false, demo = false, afterwards }: Options): Promise<void> {
  const running = new Running();
  let ending = false;
  const end = async (code: number) => {
    if (ending) return;
    ending = true;
    await running.end();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (!ending) console.log("Stopping");
      void end(0);
    });
  }
  // The bootstrap that started this process holds the other end. When it is killed, the watchdog ends what is left within 5 s.
  process.on("disconnect", () => {
    if (!ending) process.exit(1);
  });
  try {
    const config = readLaunchConfig(process.env);
    await earlierTreeEnded(config.dataDir);
    if (config.port !== 0) await checkPort(config.host, config.port);
    const served = behind ? { ...config, port: 0 } : config;
    const tree = await startAll(served, (line) => console.log(line), running, {
      program,
      webArgs: demo ? ["--demo"] : [],
    });
    if (tree.firstAdmin !== null) console.log(describeFirstAdmin(tree.firstAdmin));
    running.add(await afterwards(tree, config));
  } catch (error) {
    if (!ending) console.error(error instanceof Error ? error.message : error);
    await end(1);
  }
}

// The services of one copy, each a supervised child process of the launcher.

/** Deaths before the first time it was ready, after which a service is taken for broken. */
const DEATHS_BEFORE_READY = 3;

type Service = { supervised: Supervised; ready: Promise<ServiceReady> };

type Launched = {
  config: LaunchConfig;
  /** Resolves once both are ready. */
  stores: Promise<StoreAddresses>;
  note: Note;
  guard: Guard;
  /** The file that starts the service named by its first argument. */
  program: string;
};

/** The environment in which a service reads its modules: what the launcher resolved, in place of what it was given. The stores' addresses follow. */
function environment({ config }: Launched, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
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
function startService(name: ServiceName, launched: Launched, args: readonly string[] = []): Service {
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
      launched.stores.then(
        (addresses) => child.connected && child.send(addresses, () => {}),
        // The launcher reports it, and ends the services.
        () => {},
      );
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
