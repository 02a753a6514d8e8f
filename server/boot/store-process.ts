/** Runs an embedded store of either kind: a folder, a port, a log file, and a child that ends with the launcher. */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcess, identityOf, isRunning, worksIn } from "@understudy/engine/processes/identity.ts";
import { z } from "zod";
import type { Engine } from "./embedded-stores/engine.ts";
import { type Supervised, supervise } from "./supervise.ts";
import type { Guard } from "./watchdog.ts";

export type Note = (line: string) => void;

const childSchema = z.object({ pid: z.number().int(), started: z.string(), port: z.number().int() });

function readChild(folder: string): z.infer<typeof childSchema> | null {
  try {
    return childSchema.parse(JSON.parse(readFileSync(join(folder, "child.json"), "utf8")));
  } catch {
    return null;
  }
}

/**
 * Ends the store that a killed launcher left behind. It is stopped only when it is that very process and works in this
 * folder: a pid may long belong to somebody else.
 */
export async function endStaleChild(folder: string): Promise<void> {
  const child = readChild(folder);
  if (child === null || !isRunning(child) || !worksIn(child.pid, realpathSync(folder))) return;
  await endProcess(child, 15_000);
}

/** A free port of 127.0.0.1, the preferred one if it is. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer();
  const listening = new Promise<number | null>((resolve) => {
    server.once("error", () => resolve(null));
    server.listen(preferred, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : null);
    });
  });
  const port = await listening;
  await new Promise((resolve) => server.close(resolve));
  if (port !== null) return port;
  if (preferred === 0) throw new Error("this machine has no free port on 127.0.0.1");
  return freePort();
}

/** The services that a store needs while it starts. */
export type Starting = {
  /** Called with one short sentence for each long step and each problem. */
  note: Note;
  guard: Guard;
  /** When aborted, what is being started is ended instead. */
  signal: AbortSignal;
};

type Launch = Pick<Starting, "note" | "guard"> & {
  name: string;
  folder: string;
  engine: Engine;
  /** The store's own arguments, once its port is known. */
  args: (port: number) => string[];
};

export type StoreProcess = { port: number; supervised: Supervised; logTail: () => string };

/** Starts the store on the port it had before, if that is free, and keeps it running there. */
export async function launchStore({
  name,
  folder,
  engine,
  args,
  note,
  guard,
}: Launch): Promise<StoreProcess> {
  await endStaleChild(folder);
  const port = await freePort(readChild(folder)?.port);
  const logFile = join(folder, "store.log");
  rmSync(`${logFile}.1`, { force: true });
  try {
    renameSync(logFile, `${logFile}.1`);
  } catch {
    // The first start has no log to keep.
  }
  const supervised = supervise({
    name,
    note,
    spawn: () => {
      const log = openSync(logFile, "a", 0o600);
      // In a process group of its own: Ctrl-C reaches the launcher alone, which ends things in order.
      const child = spawn(engine.command, [...engine.args, ...args(port)], {
        cwd: folder,
        detached: true,
        env: { ...process.env, ...engine.env },
        stdio: ["ignore", log, log],
      });
      closeSync(log);
      guard("stores", child);
      const identity = child.pid === undefined ? null : identityOf(child.pid);
      if (identity !== null) {
        writeFileSync(join(folder, "child.json"), JSON.stringify({ ...identity, port }), { mode: 0o600 });
      }
      return child;
    },
  });
  return { port, supervised, logTail: () => readFileSync(logFile, "utf8").slice(-1500) };
}

/**
 * Calls `probe` until it succeeds.
 * @throws Error with what the store last wrote when that takes more than `deadlineMs` or `signal` is aborted; the store has
 * ended then.
 */
export async function untilReady(
  store: StoreProcess,
  name: string,
  probe: () => Promise<void>,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (true) {
    try {
      return await probe();
    } catch (error) {
      if (signal.aborted || Date.now() > deadline) {
        await store.supervised.stop(5000);
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`${name} did not become ready (${why}). The end of its log:\n${store.logTail()}`);
      }
    }
    await sleep(100);
  }
}
