/** Who owns a data folder, whose child a process is, and how a child is kept alive. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { identityOf, isRunning } from "@understudy/engine/processes/identity.ts";
import { checkDataDir, openDataDir } from "@understudy/server/boot/data-dir.ts";
import { checkPort } from "@understudy/server/boot/port.ts";
import { endStaleChild, freePort } from "@understudy/server/boot/store-process.ts";
import { restartDelay, supervise } from "@understudy/server/boot/supervise.ts";
import { assert, eventually, rejects, suite } from "../../../harness.ts";
import { atEnd, temporaryFolder } from "../../../support/cleanup.ts";

const root = temporaryFolder("boot");
let count = 0;
function emptyFolder(): string {
  const folder = join(root, String(count++));
  mkdirSync(folder);
  return folder;
}

/** A process that waits, with `folder` as its working directory. */
function waiter(folder: string): ChildProcess {
  const child = spawn("sleep", ["60"], { cwd: folder, stdio: "ignore" });
  atEnd("a waiting process", () => child.kill("SIGKILL"));
  return child;
}

function identify(child: ChildProcess) {
  const identity = identityOf(child.pid ?? 0);
  if (identity === null) throw new Error("the process did not start");
  return identity;
}

const dataDir = suite("a data folder");

dataDir("is made for its owner alone and locked", () => {
  const folder = join(emptyFolder(), "new", "var");
  const release = openDataDir(folder);
  assert.is(statSync(folder).mode & 0o777, 0o700);
  assert.throws(
    () => openDataDir(folder),
    new RegExp(`in use by an Understudy that runs as process ${process.pid}`),
  );
  release();
  openDataDir(folder)();
  assert.not.ok(existsSync(join(folder, "understudy.lock")));
});

dataDir("is free again when the copy that held it was killed", () => {
  const folder = emptyFolder();
  const lock = join(folder, "understudy.lock");
  writeFileSync(lock, JSON.stringify({ pid: process.pid, started: "1" }));
  openDataDir(folder)();
  writeFileSync(lock, "half a lo");
  openDataDir(folder)();
});

dataDir("that cannot be written is named in a plain sentence", () => {
  const file = join(emptyFolder(), "a-file");
  writeFileSync(file, "");
  const refusal = (reason: string) =>
    new RegExp(`^DATA_DIR \\S+ cannot be written: ${reason}\\. Make it writable`);
  assert.throws(() => checkDataDir(join(file, "data")), refusal("a part of its path is a file"));
  assert.throws(() => checkDataDir(file), refusal("it is a file"));
  const link = join(emptyFolder(), "unmounted");
  symlinkSync(join(link, "..", "missing"), link);
  assert.throws(() => checkDataDir(join(link, "data")), refusal("no folder can be made there"));
});

const stale = suite("the store a killed launcher left behind");
const remember = (folder: string, child: object) =>
  writeFileSync(join(folder, "child.json"), JSON.stringify(child));

stale("is ended before another opens its folder", async () => {
  const folder = emptyFolder();
  const child = identify(waiter(folder));
  remember(folder, { ...child, port: 1 });
  await endStaleChild(folder);
  assert.not.ok(isRunning(child));
});

stale("is let be when its pid belongs to another process now", async () => {
  const folder = emptyFolder();
  const child = identify(waiter(folder));
  remember(folder, { ...child, started: "1", port: 1 });
  await endStaleChild(folder);
  assert.ok(isRunning(child));
});

stale("is let be when it works in another folder", async () => {
  const folder = emptyFolder();
  const child = identify(waiter(emptyFolder()));
  remember(folder, { ...child, port: 1 });
  await endStaleChild(folder);
  assert.ok(isRunning(child));
});

stale("is nobody when there is no record, or one that cannot be read", async () => {
  const folder = emptyFolder();
  await endStaleChild(folder);
  writeFileSync(join(folder, "child.json"), "{");
  await endStaleChild(folder);
});

const supervised = suite("a supervised child");

supervised("is started again when it is killed, and not after it was stopped", async () => {
  const notes: string[] = [];
  const folder = emptyFolder();
  const child = supervise({
    name: "The child",
    spawn: () => waiter(folder),
    note: (line) => notes.push(line),
  });
  const first = await eventually("it runs", child.pid);
  process.kill(first, "SIGKILL");
  const second = await eventually("it runs again", () => (child.pid() === first ? null : child.pid()));
  assert.match(notes.join(), /The child stopped unexpectedly \(SIGKILL\); starting it again/);
  await child.stop(1000);
  assert.is(child.pid(), null);
  assert.is(identityOf(second), null);
});

supervised("that ignores the request to end is killed", async () => {
  const stubborn = () =>
    spawn(process.execPath, [
      "-e",
      "process.on('SIGTERM', () => {}); console.log(1); setInterval(() => {}, 1000)",
    ]);
  let ready = false;
  const child = supervise({
    name: "The child",
    note: () => {},
    spawn: () => {
      const started = stubborn();
      started.stdout.once("data", () => {
        ready = true;
      });
      return started;
    },
  });
  await eventually("it runs", () => ready);
  const before = performance.now();
  await child.stop(200);
  assert.ok(performance.now() - before >= 190);
  assert.is(child.pid(), null);
});

supervised("whose program is missing is tried again, and can be given up", async () => {
  let tries = 0;
  const child = supervise({
    name: "The child",
    note: () => {},
    spawn: () => spawn(join(root, "missing")),
    giveUp: () => ++tries === 2,
  });
  await eventually("it is given up", () => tries === 2);
  await child.stop(100);
});

const deaths = (served: boolean, ...times: number[]) => times.map((at) => ({ at, served }));

supervised("that had served is back at once, and within a second however often a visitor ends it", () => {
  const times = [50_000, 51_000, 52_000, 53_000, 54_000];
  const delays = times.map((_, i) => restartDelay(deaths(true, ...times.slice(0, i + 1))));
  assert.equal(delays, [0, 250, 1000, 1000, 1000]);
  assert.is(restartDelay(deaths(true, 0, 1000, 100_000)), 0, "what happened a minute ago is forgotten");
});

supervised("that never comes to serve is tried ever more slowly", () => {
  const times = [50_000, 51_000, 52_000, 53_000];
  const delays = times.map((_, i) => restartDelay(deaths(false, ...times.slice(0, i + 1))));
  assert.equal(delays, [250, 1000, 4000, 20_000]);
  assert.is(restartDelay([...deaths(false, 0, 1000, 2000), ...deaths(true, 50_000)]), 1000);
  assert.is(
    restartDelay([...deaths(true, 0, 1000), ...deaths(false, 2000)]),
    250,
    "one failure after serving",
  );
});

const port = suite("a port");

port("that is taken is named in a plain sentence", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  atEnd("the server", () => server.close());
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : 0;
  await rejects(
    checkPort("127.0.0.1", taken),
    new RegExp(`^Port ${taken} on 127.0.0.1 is taken by another program`),
  );
  await rejects(checkPort("192.0.2.1", 8080), /is not an address of this machine/);
  const free = await freePort(taken);
  assert.is.not(free, taken);
  await checkPort("127.0.0.1", free);
});

port(
  "that browsers refuse to open is refused before anything starts, in a sentence that names it",
  async () => {
    await rejects(checkPort("127.0.0.1", 6697), /^Port 6697 is one that browsers refuse to open\. Set PORT /);
  },
);
