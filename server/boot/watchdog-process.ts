/**
 * Beside every launcher: holds the other end of a channel to it, and ends what the launcher started when that is killed. Signals
 * do not end it, as it has to outlive whoever they are meant for.
 */
import { rmSync, writeFileSync } from "node:fs";
import { identityOf } from "@understudy/engine/processes/identity.ts";
import { endTree, type StartedProcesses, startedProcesses } from "./end-tree.ts";

const [endingFile = ""] = process.argv.slice(2);
let started: StartedProcesses = { services: [], stores: [] };

process.on("message", (message) => {
  started = startedProcesses.parse(message);
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

async function launcherGone(): Promise<void> {
  if (started.services.length + started.stores.length > 0) {
    writeFileSync(endingFile, JSON.stringify(identityOf(process.pid)), { mode: 0o600 });
    await endTree(started);
    rmSync(endingFile, { force: true });
  }
  process.exit();
}

process.on("disconnect", launcherGone);
// The launcher was gone before this program was read; what it had said comes first.
if (!process.connected) setImmediate(launcherGone);
