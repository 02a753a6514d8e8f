/** The launcher's side of its watchdog: see watchdog-process.ts. */
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ownEnvironment } from "@understudy/engine/processes/environment.ts";
import { identityOf, isRunning } from "@understudy/engine/processes/identity.ts";
import { identity, type StartedProcesses } from "./end-tree.ts";
import { type Supervised, supervise } from "./supervise.ts";

const WATCHDOG_PROGRAM = fileURLToPath(new URL("./watchdog-process.ts", import.meta.url));
const ENDING_FILE = "ending.json";
/** It takes 5 s at most; what is left then does no harm, or is ended by the next launcher. */
const MAX_ENDING_MS = 10_000;

/** Has a child end when this process is killed. */
export type Guard = (kind: keyof StartedProcesses, child: ChildProcess) => void;
export type Watchdog = { readonly guard: Guard; stop(): Promise<void> };

/** For stores and services that a test starts, and ends itself. */
export const unguarded: Guard = () => {};

/** @param dataDir is there already */
export function startWatchdog(dataDir: string, note: (line: string) => void): Watchdog {
  const started: StartedProcesses = { services: [], stores: [] };
  let watchdog: ChildProcess | null = null;
  const report = () => {
    if (watchdog?.connected) watchdog.send(started, () => {});
  };
  const supervised: Supervised = supervise({
    name: "The watchdog",
    note,
    spawn: () => {
      // In a process group of its own: what is sent to the launcher's group is not for it.
      watchdog = fork(WATCHDOG_PROGRAM, [join(dataDir, ENDING_FILE)], {
        detached: true,
        env: ownEnvironment(),
        execArgv: [],
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      report();
      return watchdog;
    },
  });
  return {
    guard: (kind, child) => {
      const childIdentity = child.pid === undefined ? null : identityOf(child.pid);
      if (childIdentity === null) return;
      started[kind].push(childIdentity);
      child.once("exit", () => {
        started[kind] = started[kind].filter((candidate) => candidate !== childIdentity);
        report();
      });
      report();
    },
    // It ignores the request to end; nothing is left that it could end itself.
    stop: () => supervised.stop(0),
  };
}

/** Resolves when what an earlier launcher of this DATA_DIR left behind has ended, if it is being ended. */
export async function earlierTreeEnded(dataDir: string): Promise<void> {
  const deadline = Date.now() + MAX_ENDING_MS;
  for (let ending = readEnding(dataDir); ending !== null && isRunning(ending); await sleep(50)) {
    if (Date.now() > deadline) return;
  }
}

function readEnding(dataDir: string) {
  try {
    return identity.parse(JSON.parse(readFileSync(join(dataDir, ENDING_FILE), "utf8")));
  } catch {
    return null;
  }
}
