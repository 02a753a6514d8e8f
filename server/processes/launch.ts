/**
 * `npm start`: one supervised tree of MongoDB, Redis, one web process and one runner process.
 *
 *   starting --all ready--> ready --signal--> ending (web and runner, then Redis, then MongoDB) --> gone
 *       \--anything fails--> ending
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openDataDir } from "../boot/data-dir.ts";
import { checkPort } from "../boot/port.ts";
import type { Note } from "../boot/store-process.ts";
import { startStores } from "../boot/stores.ts";
import { earlierTreeEnded, type Guard, startWatchdog } from "../boot/watchdog.ts";
import { formatAddress } from "../core/address.ts";
import { type LaunchConfig, readLaunchConfig } from "../core/config.ts";
import { checkData } from "./check-data.ts";
import { describeFirstAdmin, type ServiceName, type ServiceReady } from "./service.ts";
import { type Service, startService } from "./services.ts";

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
  const stores = await starting;
  await checkData(stores.mongodbUrl, config.dataDir);
  const launched = { config, stores, note, guard, program };
  const services = { web: startService("web", launched, webArgs), runner: startService("runner", launched) };
  const both = [services.web, services.runner];
  running.add(() => Promise.all(both.map(({ supervised }) => supervised.stop(SERVICES_GRACE_MS))));
  const [web] = await Promise.all([services.web.ready, services.runner.ready]);
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
