/** The whole product as processes: its first and second start, what it refuses, and every process killed once. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "@understudy/engine/processes/identity.ts";
import { listProcesses, pids } from "@understudy/engine/processes/list.ts";
import { assert, eventually, stretched, suite } from "../harness.ts";
import { beginLongTraining } from "../support/api/long-training.ts";
import { logIn as callerOf } from "../support/api/people.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { startWholeProduct, type WholeProduct } from "../support/processes/whole-product.ts";
import { listChildren } from "../support/runner/runners.ts";

const SERVER_PROGRAM = join(import.meta.dirname, "../../server/main.ts");
const it = suite("the whole product", { timeout: 90_000 });
const dataDir = temporaryFolder("product");
const OWN_STORES = { MONGODB_URL: "", REDIS_URL: "", DATA_DIR: dataDir };
let product: WholeProduct;

async function logIn(admin: { email: string; password: string }): Promise<number> {
  const { status } = await fetch(`${product.url}/api/internal/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: product.url },
    body: JSON.stringify(admin),
  });
  return status;
}

function mainWith(env: NodeJS.ProcessEnv, ...args: string[]) {
  const done = spawnSync(process.execPath, [SERVER_PROGRAM, ...args], {
    encoding: "utf8",
    env: { ...process.env, MONGODB_URL: "", REDIS_URL: "", ...env },
    timeout: stretched(30_000),
  });
  return { code: done.status, output: done.stdout + done.stderr };
}

let admin: { email: string; password: string };
it.before(async () => {
  product = await startWholeProduct(OWN_STORES);
});

it("prints the first administrator's password, which works", async () => {
  if (product.admin === null) throw new Error(`no administrator in:\n${product.output()}`);
  admin = product.admin;
  assert.is(await logIn(admin), 200);
});

it("refuses a second copy on the same data in one sentence", () => {
  const { code, output } = mainWith({ DATA_DIR: dataDir, PORT: "0" });
  assert.is(code, 1);
  assert.match(output, /is in use by an Understudy that runs as process \d+/);
});

it("says plainly that its port is taken, before it starts anything", () => {
  const { code, output } = mainWith({ DATA_DIR: temporaryFolder("taken"), PORT: new URL(product.url).port });
  assert.is(code, 1);
  assert.match(output, /^Port \d+ on 127\.0\.0\.1 is taken by another program/);
});

it("names everything wrong with the environment", () => {
  const { code, output } = mainWith({ PORT: "many", LOG_TO_FILES: "perhaps" });
  assert.is(code, 1);
  assert.match(output, /2 problems:\n {2}PORT [^\n]+\n {2}LOG_TO_FILES /);
});

it("runs one service alone only with both stores named", () => {
  const { code, output } = mainWith({}, "web");
  assert.is.not(code, 0);
  assert.match(output, /MONGODB_URL is required/);
});

for (const name of ["web", "runner", "redis", "mongodb"] as const) {
  it(`survives kill -9 of ${name}, on the same address`, async () => {
    const killed = product.processes()[name];
    if (killed === null) throw new Error(`${name} does not run`);
    process.kill(killed, "SIGKILL");
    await eventually(
      `${name} runs again`,
      () => {
        const now = product.processes()[name];
        return now !== null && now !== killed;
      },
      20_000,
    );
    await eventually(
      "a person can log in again",
      async () => (await logIn(admin).catch(() => 0)) === 200,
      40_000,
    );
  });
}

it("shares the processors so that people come before trainings, where the system lets it", () => {
  const file = (name: "web" | "runner") => `/proc/${product.processes()[name]}/autogroup`;
  try {
    writeFileSync(file("web"), "0");
  } catch {
    return;
  }
  assert.match(readFileSync(file("web"), "utf8"), /nice 0/);
  assert.match(readFileSync(file("runner"), "utf8"), /nice 7/);
});

/** It takes 5 s at most, and longer where other tests want the processors. */
const GONE_WITHIN_MS = 10_000;

/** Ends the launcher, and waits until all that ran below it is gone. */
async function endsWith(end: () => void): Promise<void> {
  const left = product.descendants();
  assert.ok(left.length > 4, "a watchdog, two stores and two services at least");
  end();
  await eventually("all is gone", () => !left.some(isRunning), GONE_WITHIN_MS);
}

it("leaves nothing behind when the launcher is killed while a training computes", async () => {
  const runner = product.processes().runner ?? 0;
  await beginLongTraining(await callerOf(product.url, admin.email, admin.password));
  await eventually("a child of the runner trains", () => listChildren(runner).length > 0, 40_000);
  await endsWith(() => product.child.kill("SIGKILL"));
});

it("starts again at once with all data after it was killed, and ends with what had started it", async () => {
  product = await startWholeProduct(OWN_STORES);
  assert.is(product.admin, null, "the administrator is told once");
  const caller = await callerOf(product.url, admin.email, admin.password);
  const [job] = (await caller.call("listJobs", { query: {} })).items;
  assert.is(job?.name, "Long");
  await endsWith(() => product.child.disconnect());
  product = await startWholeProduct(OWN_STORES, 60_000, ["--demo"]);
});

it("starts a demo server where that is set, and says where to go on", async () => {
  const address = await eventually(
    "it says where",
    () => /^A demo server simulates an op-amp\. .* at (\S+)$/m.exec(product.output())?.[1],
  );
  assert.is(address, `${product.url}/spec_versions/1/jobs/new?objective=Training`);
  const client = join(dataDir, "demo", "1", "client");
  await eventually("its client runs", () => existsSync(client), 40_000);
});

it("is gone within 15 s of Ctrl-C, with its demo server", async () => {
  const { web } = product.processes();
  const clients = (await listProcesses()).filter(({ parent }) => parent === web).map(({ pid }) => pid);
  assert.ok(clients.length > 0);
  assert.ok((await product.stop()) < stretched(15_000));
  assert.is(product.child.exitCode, 0);
  await eventually("its clients are gone", () => !pids().some((pid) => clients.includes(pid)), 15_000);
});

it("leaves nothing behind when the launcher is killed while its stores start and its services wait for them", async () => {
  const launcher = spawn(process.execPath, [SERVER_PROGRAM], {
    env: { ...process.env, PORT: "0", ...OWN_STORES },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const listChildPids = async () =>
    (await listProcesses()).filter(({ parent }) => parent === launcher.pid).map(({ pid }) => pid);
  const children = await eventually(
    "a watchdog, two stores and two services have been started",
    async () => {
      const started = await listChildPids();
      return started.length >= 5 ? started : null;
    },
    20_000,
    50,
  );
  launcher.kill("SIGKILL");
  await eventually("all is gone", () => !pids().some((pid) => children.includes(pid)), GONE_WITHIN_MS);
});
