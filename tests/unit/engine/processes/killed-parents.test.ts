/** The fate of processes whose parent is killed, or that have to be ended in its place. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identityOf, isRunning, type ProcessIdentity } from "@understudy/engine/processes/identity.ts";
import { listProcesses } from "@understudy/engine/processes/list.ts";
import { endingWithParent } from "@understudy/engine/processes/with-parent.ts";
import { endTree } from "@understudy/server/boot/end-tree.ts";
import { assert, eventually, suite } from "../../../harness.ts";
import { atEnd, temporaryFolder } from "../../../support/cleanup.ts";

const folder = temporaryFolder("parents");

const modelName = (path: string) => JSON.stringify(join(import.meta.dirname, "../../../..", path));
const notEmpty = <T>(list: readonly T[]) => (list.length === 0 ? null : list);

/** Runs a script whose first line of output is the pid of the one it starts. */
function run(name: string, code: string): ChildProcess {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  atEnd(name, () => child.kill("SIGKILL"));
  return child;
}

async function toldBy(child: ChildProcess): Promise<ProcessIdentity> {
  let printed = "";
  child.stdout?.on("data", (chunk) => (printed += chunk));
  const pid = await eventually("its pid", () => (printed.endsWith("\n") ? Number(printed) : null));
  const identity = identityOf(pid);
  if (identity === null) throw new Error(`${pid} does not run`);
  atEnd("what it started", () => isRunning(identity) && process.kill(pid, "SIGKILL"));
  return identity;
}

const it = suite("processes without their parent");

it("end though they compute without a pause, where the kernel can be asked for it", async () => {
  const { execPath } = endingWithParent();
  if (execPath === process.execPath) return;
  const busy = join(folder, "busy.mjs");
  writeFileSync(busy, "process.send(process.pid); setTimeout(() => { for (;;); }, 50);");
  const parent = run(
    "parent",
    `import { fork } from "node:child_process";
     import { endingWithParent } from ${modelName("engine/processes/with-parent.ts")};
     fork(${JSON.stringify(busy)}, [], endingWithParent()).on("message", (pid) => console.log(pid));`,
  );
  const child = await toldBy(parent);
  parent.kill("SIGKILL");
  await eventually("the child is gone", () => !isRunning(child));
});

it("are ended in order: services that refuse, with what they started, and only then the stores", async () => {
  const service = run(
    "service",
    `import { spawn } from "node:child_process";
     process.on("SIGTERM", () => {});
     const below = spawn("sleep", ["1000"], { detached: true });
     console.log(below.pid);`,
  );
  const below = await toldBy(service);
  const store = run(
    "store",
    `process.on("SIGTERM", () => process.exit(7));
     setInterval(() => {}, 1000);
     console.log(process.pid);`,
  );
  await toldBy(store);
  const [first, second] = [service, store].map(({ pid }) => identityOf(pid ?? 0));
  if (!first || !second) throw new Error("they do not run");
  const ended = once(store, "exit");
  await endTree({ services: [first], stores: [second] });
  assert.equal([first, second, below].filter(isRunning), []);
  assert.equal(await ended, [7, null], "the store was asked, not killed");
});

it("are ended by a watchdog that was itself killed before, and runs again", async () => {
  const launcher = run(
    "launcher",
    `import { spawn } from "node:child_process";
     import { writeFileSync } from "node:fs";
     import { startWatchdog } from ${modelName("server/boot/watchdog.ts")};
     const { guard } = startWatchdog(${JSON.stringify(folder)}, () => {});
     const store = spawn("sleep", ["1000"], { detached: true });
     guard("stores", store);
     process.on("SIGUSR2", () => writeFileSync("${folder}/answered", ""));
     console.log(store.pid);`,
  );
  const store = await toldBy(launcher);
  const watchdogs = async () =>
    (await listProcesses()).filter(({ pid, parent }) => parent === launcher.pid && pid !== store.pid);
  const [first] = await eventually("a watchdog", async () => notEmpty(await watchdogs()));
  process.kill(first?.pid ?? 0, "SIGKILL");
  await eventually("another one", async () => (await watchdogs()).some(({ pid }) => pid !== first?.pid));
  // What a watchdog is to end is sent in the turn in which it is started: a launcher that answers has sent it.
  launcher.kill("SIGUSR2");
  await eventually("its launcher has told it", () => existsSync(join(folder, "answered")));
  launcher.kill("SIGKILL");
  await eventually("the store is gone", () => !isRunning(store));
});
