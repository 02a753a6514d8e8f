/**
 * A training of the op-amp of fixtures/specs on a real Slurm and a real Grid Engine of two cores on this machine: 200 simulations in ngspice,
 * and the worker client is killed (SIGKILL) once on the way and started again. `--only Slurm` chooses one of the two.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { logIn } from "../support/api/people.ts";
import { uploadTexts } from "../support/api/upload.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { startGridEngine } from "../support/clusters/real-grid-engine.ts";
import { startSlurm } from "../support/clusters/real-slurm.ts";
import { isConnected, startWorkerClient, type WorkerClient } from "../support/live/worker-client.ts";
import { startRunnerProcess } from "../support/processes/runner-process.ts";
import { ngspice } from "../support/processes/simulators.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";
import { specFixtureFolder, textsIn } from "../support/specs/spec-fixtures.ts";
import { eventually } from "../support/waiting.ts";
import { bench, type Row } from "./bench.ts";
import { isWanted, options } from "./options.ts";
import { measureSeconds } from "./processor-time.ts";

const SIMULATION_COUNT = 200;
/** The client is killed once so many are complete. */
const KILL_AT = 60;
const HELD_SIMULATION_COUNT = 48;
const WITHIN_MS = 1_200_000;
const MEASURED_SCHEDULERS = [
  { title: "Slurm", executor: "slurm", open: startSlurm },
  { title: "Grid Engine", executor: "gridengine", open: startGridEngine },
].filter(({ title }) => isWanted(options.only, title));

/** Leaves a line in a file for each run of ngspice: what runs twice is counted twice. */
async function createCountingSimulator(): Promise<{ program: string; countRuns: () => number }> {
  const folder = temporaryFolder("ngspice");
  const [program, runs] = [join(folder, "ngspice"), join(folder, "runs")];
  writeFileSync(runs, "");
  writeFileSync(program, `#!/bin/sh\necho run >> '${runs}'\nexec '${await ngspice()}' "$@"\n`, {
    mode: 0o700,
  });
  return { program, countRuns: () => readFileSync(runs, "utf8").split("\n").length - 1 };
}

const config = await webConfig();
await startWebProcess(config);
startRunnerProcess(config);
const platform = await openTestPlatform(config);
const person = await logIn(urlOf(config), ADMIN_EMAIL);
const { client_key: key } = await person.call("getWorkerClientKey");
const file = await uploadTexts(person, textsIn(specFixtureFolder("opamp")));
const labels = { verbose_name: "Op-amp", help_text: "For the bench" };
const { spec_version_id } = await person.call("createSpec", { body: { ...labels, file } });

async function trainOn({ title, executor, open }: (typeof MEASURED_SCHEDULERS)[number]): Promise<Row> {
  const cluster = await open();
  const { program, countRuns } = await createCountingSimulator();
  const start = (folder?: string): WorkerClient =>
    startWorkerClient({
      url: urlOf(config),
      key,
      name: executor,
      concurrency: HELD_SIMULATION_COUNT,
      // The node of the test has less memory than the spec allows a simulation.
      more: ["--executor", executor, "--poll", "2", "--memory", "600", "--tool", `ngspice=${program}`],
      env: cluster.env,
      ...(folder === undefined ? {} : { folder }),
    });
  const client = start();
  const id = Number(await isConnected(client));
  const body = {
    name: `op-amp on ${title}`,
    objective: "Training" as const,
    maximum_simulations: SIMULATION_COUNT,
    train_when_done: true,
    simulation_resources: {
      type: "servers" as const,
      servers: [{ id, concurrent_simulations: HELD_SIMULATION_COUNT }],
    },
  };
  const count = async (job_id: number): Promise<number> =>
    platform.store.simulations.count({ job_id, status: "Complete" });
  let jobId = 0;
  let latest = client;
  const simulated = await measureSeconds(async () => {
    ({ id: jobId } = await person.call("createSpecJob", { params: { spec_version_id }, body }));
    await eventually("some are complete", async () => (await count(jobId)) >= KILL_AT, WITHIN_MS, 200);
    client.child.kill("SIGKILL");
    await client.ended();
    latest = start(client.folder);
    await eventually(
      "all are complete",
      async () => (await count(jobId)) >= SIMULATION_COUNT,
      WITHIN_MS,
      200,
    );
  });
  const params = { job_id: jobId };
  const read = () => person.call("getJob", { params });
  const trained = await measureSeconds(() =>
    eventually("it is trained", async () => (await read()).status === "Complete", WITHIN_MS, 500),
  );
  const simulations = await platform.store.simulations.find({ job_id: jobId });
  latest.child.kill("SIGKILL");
  return {
    scheduler: title,
    simulations: simulations.length,
    complete: simulations.filter(({ status }) => status === "Complete").length,
    "run again": countRuns() - SIMULATION_COUNT,
    "further attempts": simulations.filter(({ attempt }) => attempt > 1).length,
    "s of simulations": simulated,
    "s of training": trained,
    load: loadavg()[0] ?? 0,
  };
}

for (const scheduler of MEASURED_SCHEDULERS)
  bench(
    `${scheduler.title}: a training of the op-amp with ${SIMULATION_COUNT} simulations, the client killed once`,
    async () => [await trainOn(scheduler)],
  );
