/** Jobs whose simulators or servers do whatever such things do: they end, and say why. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { queueWork } from "@understudy/server/commands/runner/work.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { startClientHere } from "../support/live/client-here.ts";
import { isConnected, startWorkerClient, storeTinyJob } from "../support/live/worker-client.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const server = await startTestServer();
await startTestRunner(server.config);
const platform = await openTestPlatform(server.config);
const ada = await addPerson(await logInAdmin(server));
const { client_key: key } = await ada.call("getWorkerClientKey");
const connect = (name: string, more: { node?: string; concurrency?: number } = {}) =>
  startClientHere({ url: server.url, key, name, ...more });

type Run = { clients: readonly { resourceId: number }[]; count: number; before?: string; timeout?: number };
/** A job that the runner looks after, from its beginning. */
async function start({ clients, count, before = "", timeout = 60 }: Run) {
  const [first] = clients;
  const tiny = await storeTinyJob(platform, {
    owner: ada,
    resourceId: first?.resourceId ?? 0,
    count: 0,
    before,
    run: { timeout_seconds: timeout },
  });
  const resources = clients.map(({ resourceId: id }) => ({ id, concurrent_simulations: 4 }));
  const job = await platform.store.jobs.update(
    { _id: tiny.job._id },
    {
      status: "Pending Running",
      run: tiny.job.run && { ...tiny.job.run, resources, maximum_simulations: count },
    },
  );
  if (job === null) throw new Error("There is no job.");
  queueWork(platform, job);
  return tiny;
}
/** A client in a process of its own, whose simulations wait until they are let go. */
async function connectHeld(name: string) {
  const folder = temporaryFolder("held");
  const gate = join(folder, "open");
  const node = join(folder, "node");
  const script = `#!/bin/sh\nwhile [ ! -e "${gate}" ]; do sleep 0.05; done\nexec "${process.execPath}" "$@"\n`;
  writeFileSync(node, script, { mode: 0o700 });
  const client = startWorkerClient({ url: server.url, key, name, more: ["--tool", `node=${node}`] });
  return { resourceId: Number(await isConnected(client)), letGo: () => writeFileSync(gate, "") };
}
const reaches = (_id: number, status: JobStatus) =>
  eventually<JobRecord | null>(
    status,
    async () => {
      const job = await platform.store.jobs.findOne({ _id });
      return job?.status === status ? job : null;
    },
    90_000,
  );

/** By the sixteenth of x that a simulation lies in: the first sixteen points of the design lie in one each. */
const ODD_MODEL = `
  const { spawn } = await import("node:child_process");
  const write = (text) => writeFileSync("outputs.json", text);
  switch (Math.floor(x * 16)) {
    case 0:
      await sleep(600_000);
      break;
    case 1:
      spawn("sleep", ["600"], { detached: true, stdio: "inherit" }).unref();
      break;
    case 2:
      write('{"sum": NaN, "decay": [1, 1, 1]}');
      process.exit(0);
    case 3:
      process.exit(0);
    case 4:
      write('{"decay": [1, 1, 1]}');
      console.error("Error: timestep too small");
      process.exit(0);
    case 5:
      write('{"sum": 1e999, "decay": [1, 1, 1]}');
      process.exit(0);
  }
`;

const faults = suite("a job", { timeout: 120_000 });
faults("goes on without simulations that hang or leave nothing, and without odd outputs", async () => {
  const client = await connect("odd", { concurrency: 4 });
  const tiny = await start({ clients: [client], count: 16, before: ODD_MODEL, timeout: 5 });
  const job = await reaches(tiny.job._id, "Awaiting Configuration");
  assert.equal(job?.simulation_counts, { planned: 16, running: 0, complete: 14, failed: 2 });
  assert.is(job?.config.data_set_sizes.combined, 14);
  assert.equal(job?.config.output_rows, [{ output: "sum", rows: 11 }]);
  const simulations = await tiny.read();
  assert.ok(simulations.every(({ attempt }) => attempt === 1));
  const at = (place: number) => simulations.find(({ inputs }) => Math.floor(Number(inputs.x) * 16) === place);
  assert.is(at(0)?.error, "node took longer than 5 s and was ended.");
  assert.is(at(1)?.status, "Complete", "a daemon that it leaves behind holds nobody up");
  assert.match(at(3)?.error ?? "", /outputs\.json/);
  for (const place of [2, 4, 5]) {
    assert.is(at(place)?.status, "Complete");
    assert.match(at(place)?.undefined_outputs.sum ?? "", /outputs\.json/, `what ${place} says`);
  }
  assert.match(at(4)?.log_tail ?? "", /timestep too small/);
});
faults("is done by the servers that can, whatever another one says", async () => {
  const broken = await connect("broken", { node: "/nowhere/node" });
  const good = await connect("good");
  const tiny = await start({ clients: [broken, good], count: 12 });
  const job = await reaches(tiny.job._id, "Awaiting Configuration");
  assert.equal(job?.simulation_counts, { planned: 12, running: 0, complete: 12, failed: 0 });
  const simulations = await tiny.read();
  assert.is(simulations.length, 12);
  assert.ok(simulations.every(({ resource, error }) => resource?.name === "good" && error === null));
  assert.is(tiny.pids().length, 12, "nothing was run twice");
});
faults("is shared by servers of unequal speed: nothing is lost, nothing is done twice", async () => {
  const [slow, fast] = await Promise.all(["slow", "fast"].map(connectHeld));
  if (slow === undefined || fast === undefined) throw new Error("They are not connected.");
  const tiny = await start({ clients: [slow, fast], count: 24, timeout: 300 });
  const runningOn = async ({ resourceId }: { resourceId: number }) =>
    (await tiny.read()).filter(({ status, resource }) => status === "Running" && resource?.id === resourceId);
  for (const client of [slow, fast]) {
    await eventually(
      "it has all that it takes at a time",
      async () => (await runningOn(client)).length === 2,
    );
  }
  fast.letGo();
  const leftToSlow = await eventually("the fast one has done the rest", async () => {
    const left = (await tiny.read()).filter(({ status }) => status !== "Complete");
    return left.length === 2 ? left : null;
  });
  assert.ok(leftToSlow?.every(({ resource }) => resource?.id === slow.resourceId));
  slow.letGo();
  const job = await reaches(tiny.job._id, "Awaiting Configuration");
  assert.equal(job?.simulation_counts, { planned: 24, running: 0, complete: 24, failed: 0 });
  assert.is(job?.config.data_set_sizes.combined, 24);
  const simulations = await tiny.read();
  assert.ok(
    simulations.every(({ attempt, result_attempt }) => result_attempt === attempt),
    "the last attempt counts",
  );
  assert.is(tiny.pids().length, 24, "nothing was run twice");
  const doneBy = ({ resourceId }: { resourceId: number }) =>
    simulations.filter(({ resource }) => resource?.id === resourceId).length;
  assert.equal([doneBy(slow), doneBy(fast)], [2, 22]);
});
faults("ends in a sentence when none of its servers can run anything", async () => {
  const broken = await connect("bare", { node: "/nowhere/node" });
  const tiny = await start({ clients: [broken], count: 40 });
  const job = await reaches(tiny.job._id, "Running Failed");
  assert.match(
    job?.error ?? "",
    /^bare could not run 10 simulations in a row\. Restart .* A server could not run it: node was not found on this server/,
  );
  assert.equal(job?.simulation_counts?.complete, 0);
});
