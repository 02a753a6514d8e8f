import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { queueWork } from "@understudy/server/commands/runner/work.ts";
import { listProcesses, requestDrain } from "@understudy/server/core/process-heartbeats.ts";
import { assert, eventually, suite } from "../harness.ts";
import { startRunnerProcess } from "../support/processes/runner-process.ts";
import { startTestRunner } from "../support/processes/stack.ts";
import {
  act,
  all,
  chosen,
  newServer,
  platform,
  reaches,
  read,
  start,
  statuses,
} from "../support/runner/simulating-jobs.ts";
import { storeRunJob } from "../support/specs/simulations.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const it = suite("a job whose simulations servers run", { timeout: 300_000 });

let runner = await startTestRunner(platform.config);

it("once waits for a server, then is Complete", async () => {
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 1 }, { objective: "Single Run" });
  await eventually(
    "its waiting",
    async () => (await read(job)).progress_text === "Waiting for a connected server",
  );
  await startStubServer(platform, server);
  const { simulation_counts } = await reaches(job, "Complete");
  assert.equal(simulation_counts, { planned: 1, running: 0, complete: 1, failed: 0 });
});

it("fails in a sentence when the first eight do, and runs the failed ones again on retry", async () => {
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 20 });
  let isBroken = true;
  const gate = Promise.withResolvers<void>();
  const stub = await startStubServer(platform, server, {
    run: async (_, place) => {
      if (!isBroken) return "outputs";
      // The others are under way when it is looked how the first did, however seldom that is.
      if (place >= 8) await gate.promise;
      return { failure: "ngspice: no such device." };
    },
  });
  const failed = await eventually("the failure", async () => {
    const now = await read(job);
    return now.status === "Running Failed" ? now : null;
  });
  assert.match(failed.error ?? "", /^The first \d+ simulations all failed, so the others were not started\./);
  assert.match(failed.error ?? "", /One of them: ngspice: no such device\.$/);
  assert.ok((failed.simulation_counts?.failed ?? 0) >= 8);
  isBroken = false;
  gate.resolve();
  await act(job, "retry");
  const { simulation_counts } = await reaches(job, "Awaiting Configuration");
  assert.equal(simulation_counts, { planned: 20, running: 0, complete: 20, failed: 0 });
  await stub.close();
});

it("is paused with what runs, and goes on with it", async () => {
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 24 });
  let isHanging = true;
  const stub = await startStubServer(platform, server, {
    run: (_, place) => (isHanging && place >= 8 ? "silence" : "outputs"),
  });
  await eventually("some results and some that hang", async () => {
    const now = (await all(job)).map(({ status }) => status);
    return now.includes("Complete") && stub.leases.length === 16;
  });
  await act(job, "pause");
  await eventually("nothing runs", async () => !(await statuses(job)).has("Running"));
  assert.equal([...(await statuses(job))].sort(), ["Complete", "Interrupted", "Pending Running"]);
  const { length } = stub.leases;
  await stub.close();
  isHanging = false;
  const again = await startStubServer(platform, server);
  await act(job, "resume");
  await reaches(job, "Awaiting Configuration");
  assert.is(length + again.leases.length, 24 + 8);
  await again.close();
});

it("loses nothing and repeats nothing when its runner is killed", async () => {
  await runner.close();
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 36 });
  const first = startRunnerProcess(platform.config);
  const gate = Promise.withResolvers<void>();
  const stub = await startStubServer(platform, server, {
    run: async (_, place) => {
      if (place >= 6) await gate.promise;
      return "outputs" as const;
    },
  });
  await eventually("half of it", () => stub.leases.length === 14, 60_000);
  first.kill("SIGKILL");
  runner = await startTestRunner(platform.config);
  gate.resolve();
  const { simulation_counts } = await reaches(job, "Awaiting Configuration");
  assert.equal(simulation_counts, { planned: 36, running: 0, complete: 36, failed: 0 });
  const records = await all(job);
  assert.is(new Set(records.map(({ point }) => point)).size, 36);
  assert.is(stub.leases.length, 36);
  await stub.close();
});

it("goes over to another runner when its own is drained, and its simulations run on", async () => {
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 20 });
  const gate = Promise.withResolvers<void>();
  const stub = await startStubServer(platform, server, {
    run: async (_, place) => {
      if (place >= 6) await gate.promise;
      return "outputs" as const;
    },
  });
  await eventually("a part of it", () => stub.leases.length === 14, 60_000);
  const { claim_id } = (await read(job)).work;
  const connected = { redis: platform.redis, prefix: platform.config.redisPrefix };
  const drained = await eventually("the runner reports itself", async () =>
    (await listProcesses(connected)).find(({ kind }) => kind === "runner"),
  );
  assert.is(await requestDrain(connected, drained?.id ?? "", true), true);
  const next = await startTestRunner(platform.config);
  await eventually(
    "another runner has the job",
    async () => ![null, claim_id].includes((await read(job)).work.claim_id),
    60_000,
  );
  gate.resolve();
  const { simulation_counts } = await reaches(job, "Awaiting Configuration");
  assert.equal(simulation_counts, { planned: 20, running: 0, complete: 20, failed: 0 });
  assert.is(stub.leases.length, 20);
  await stub.close();
  await runner.close();
  runner = next;
});

it("takes in the rows of an Extra Data file, or names what is wrong with them", async () => {
  const server = newServer();
  const stub = await startStubServer(platform, server);
  const header = "y,x,sum,decay";
  const rows = ['0.1,0.2,0.5,"[1, 0.5, 0.25]"', '0.3,0.4,0.6,"[1, 0.4, 0.2]"'];
  const startWith = async (text: string) => {
    const run = { resources: chosen(server), maximum_simulations: 16, extra_data: "extra_data.csv" };
    const job = await storeRunJob(platform, run, { status: "Pending Running" });
    writeFileSync(join(platform.storage.workDir(job._id), "extra_data.csv"), text);
    queueWork(platform, job);
    return job;
  };
  const sound = await startWith([header, ...rows].join("\n"));
  assert.is((await reaches(sound, "Awaiting Configuration")).config.data_set_sizes.combined, 18);
  const broken = await startWith([header, ...rows, '0.3,far,0.6,"[1, 0.4]"'].join("\n"));
  const failed = await eventually(
    "the failure",
    async () => {
      const now = await read(broken);
      return now.status === "Running Failed" ? now : null;
    },
    60_000,
  );
  assert.is(failed.error, "There are problems in the Extra Data file.");
  assert.equal(failed.validation_errors, {
    "Extra Data": [
      'extra_data.csv, row 4, column "x": "far" is not a number',
      'extra_data.csv, row 4, column "decay": the list has 2 values, but the coordinate of this curve has 3',
    ],
  });
  await stub.close();
});

it("places simulations where its emulator is least certain, while others run, and reports its accuracy", async () => {
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 48 });
  // The last ones of the design are held back until an emulator has spoken: else they might be done before. The others take
  // their time, two at once: points of the design go to servers that are faster than an emulator, here all of them.
  const spoken = async () => (await read(job)).run_rounds.length > 0;
  const stub = await startStubServer(platform, server, {
    atOnce: 2,
    run: async (_, place) => {
      if (place < 20) await sleep(200);
      else await eventually("an emulator", spoken, 120_000, 200);
      return "outputs" as const;
    },
  });
  const { run_rounds, simulation_counts } = await reaches(job, "Awaiting Configuration");
  assert.is(simulation_counts?.complete, 48);
  const active = (await all(job)).filter(({ origin }) => origin === "active");
  assert.ok(active.length > 0);
  assert.is(
    run_rounds.reduce((sum, { placed }) => sum + placed, 0),
    active.length,
  );
  const [first] = run_rounds;
  assert.ok((first?.simulations ?? 0) >= 16 && (first?.simulations ?? 0) <= 28);
  assert.equal(Object.keys(first?.coefficients_of_determination ?? {}), ["sum", "decay"]);
  assert.ok((first?.coefficients_of_determination.sum ?? 0) > 0.5);
  assert.is(new Set((await all(job)).map(({ point }) => point)).size, 48);
  await stub.close();
});
