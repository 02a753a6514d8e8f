/** Simulations that a worker client hands to Slurm come back, or are explained. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { assert, eventually, suite } from "../../../../harness.ts";
import { type HandedSimulation, startClusterClient } from "../../../../support/clusters/cluster-client.ts";
import { StandInSlurm } from "../../../../support/clusters/stand-in-slurm.ts";

type Client = ReturnType<typeof startClusterClient>;

const begin = async (options: Partial<Parameters<typeof startClusterClient>[0]> = {}) => {
  const cluster = new StandInSlurm();
  const client = startClusterClient({ cluster, ...options });
  await client.resume();
  return { cluster, client };
};
const runs = ({ root }: Client): string[] =>
  readdirSync(root).flatMap((name) => /^gate-ran-(\d+)/.exec(name)?.[1] ?? []);
const batches = ({ root }: Client) => readdirSync(join(root, "batches"));
const readReports = (handed: readonly HandedSimulation[]) =>
  Promise.all(handed.map(async ({ report }) => (await report).report));
/** Waits for the results of simulations; what failed is shown as it is. */
async function assertResults(handed: readonly HandedSimulation[]): Promise<void> {
  const failed = (await readReports(handed)).filter(({ type }) => type === "failed");
  assert.equal(failed, []);
}
/** The sentence of one that failed for its server's reasons. */
async function readFailure({ report }: HandedSimulation): Promise<string> {
  const { report: ended } = await report;
  if (ended.type === "result" || ended.kind === "model") throw new Error(JSON.stringify(ended));
  return ended.reason;
}
const running = (cluster: StandInSlurm, count: number) =>
  eventually("they run", () => cluster.listed("RUNNING").length === count);

const handed = suite("simulations that are handed to Slurm", { timeout: 60_000 });
handed("run in the tasks of one array, and leave nothing on the disk", async () => {
  const { cluster, client } = await begin({ perTask: 4 });
  client.open();
  await assertResults(client.hand(10));
  assert.equal([cluster.submissions.length, cluster.tasks.length], [1, 3]);
  assert.equal(runs(client).length, 10);
  await eventually("no batch is left", () => batches(client).length === 0);
});
handed("are described by what people request, and never see the client's key", async () => {
  const requests = {
    queue: "long",
    account: "physics",
    minutes: 30,
    memoryMb: 2_000,
    licences: [{ name: "hspice", count: 2 }],
    submitOptions: ["--qos=low"],
    pod: null,
  };
  const run = {
    command: [
      "sh",
      "-c",
      'test -z "$UNDERSTUDY_KEY" && echo "{\\"sum\\": 1, \\"decay\\": [1,1,1]}" > outputs.json',
    ],
  };
  const { cluster, client } = await begin({ requests, run });
  const [report] = await readReports(client.hand(1));
  assert.is(report?.type, "result");
  const [options = []] = cluster.submissions;
  for (const option of ["--partition=long", "--account=physics", "--time=30", "--mem=2000M"])
    assert.ok(options.includes(option), option);
  for (const option of ["--licenses=hspice:2", "--qos=low"]) assert.ok(options.includes(option), option);
});
handed("are limited by their spec where people request nothing", async () => {
  const run = { timeout_seconds: 600, limits: { cpu_seconds: null, memory_mb: 500, file_mb: null } };
  const { cluster, client } = await begin({ perTask: 2, run });
  client.open();
  await readReports(client.hand(2));
  const [options = []] = cluster.submissions;
  assert.ok(options.includes("--time=25"), "two of ten minutes, and five for the task");
  assert.ok(options.includes("--mem=756M"));
});
handed("are shown where Slurm has them, with its id and its reason", async () => {
  const { cluster, client } = await begin();
  cluster.slots = 1;
  const [first, second] = client.hand(2);
  const last = (simulation?: HandedSimulation) => simulation?.places.at(-1);
  await eventually("one runs", () => last(first)?.state === "running");
  await eventually("one waits", () => last(second)?.reason === "Resources");
  assert.equal(last(first), { job: "1_0", state: "running", reason: "" });
  assert.equal(last(second), { job: "1_1", state: "pending", reason: "Resources" });
  const [waiting] = cluster.listed("PENDING");
  if (waiting === undefined) throw new Error("None waits.");
  cluster.hold(waiting);
  await eventually("it is held", () => last(second)?.state === "held");
  assert.is(last(second)?.reason, "JobHeldAdmin");
  cluster.release(waiting);
  client.open();
  await assertResults([first, second].flatMap((each) => each ?? []));
});
handed("end on the cluster when nobody wants them any more", async () => {
  const { cluster, client } = await begin({ perTask: 2 });
  cluster.slots = 1;
  const simulations = client.hand(4);
  await eventually("the first runs", () => runs(client).length === 1);
  for (const simulation of simulations.slice(1)) simulation.abort("The job was stopped.");
  for (const { report } of simulations.slice(1)) {
    const error = await report.catch((reason: unknown) => reason);
    assert.match(String(error), /The job was stopped/);
  }
  await eventually("the second task is cancelled", () => cluster.listed("CANCELLED").length === 1);
  client.open();
  const [report] = await readReports(simulations.slice(0, 1));
  assert.is(report?.type, "result");
  assert.equal(runs(client), ["1"], "the other one of its task is left out");
});
handed("end on the cluster once it answers, where it does not cancel them at first", async () => {
  const { cluster, client } = await begin();
  cluster.slots = 0;
  cluster.cancelRefusal = "Kill job error on job id 1_0: Unable to contact slurm controller";
  const [simulation] = client.hand(1);
  await eventually("it waits", () => cluster.listed("PENDING").length === 1);
  simulation?.abort("The job was stopped.");
  await eventually("it is not cancelled", () => /Unable to contact/.test(client.problems.join()));
  cluster.cancelRefusal = null;
  await eventually("it is cancelled", () => cluster.listed("CANCELLED").length === 1);
  await eventually("no batch is left", () => batches(client).length === 0);
});
handed("leave no second job behind, where one was submitted twice and has not begun", async () => {
  const { cluster, client } = await begin();
  cluster.slots = 1;
  client.open();
  const simulations = client.hand(1);
  await eventually("it was submitted", () => cluster.submissions.length === 1);
  const [options = []] = cluster.submissions;
  await cluster.command("sbatch", ...options);
  const [, second] = cluster.tasks;
  if (second === undefined) throw new Error("There is no second task.");
  cluster.hold(second);
  await assertResults(simulations);
  await eventually("the second one is cancelled", () => second.state === "CANCELLED");
});

const faults = suite("a fault of the cluster", { timeout: 60_000 });
faults("fails what runs on a node that is lost, and says so", async () => {
  const { cluster, client } = await begin();
  const [simulation] = client.hand(1);
  await running(cluster, 1);
  const [task] = cluster.tasks;
  if (task === undefined || simulation === undefined) throw new Error("Nothing runs.");
  cluster.end(task, "NODE_FAIL");
  assert.match(await readFailure(simulation), /^The node of Slurm's task 1_0 failed/);
});
faults("gives back what a better job displaces: that is no failure", async () => {
  const { cluster, client } = await begin();
  const [simulation] = client.hand(1);
  await running(cluster, 1);
  const [task] = cluster.tasks;
  if (task === undefined || simulation === undefined) throw new Error("Nothing runs.");
  cluster.end(task, "PREEMPTED");
  await eventually("it is given back", () => simulation.takenAway.length === 1);
  assert.match(simulation.takenAway.join(), /Slurm's task 1_0 was preempted/);
});
faults("is none where Slurm runs the task again: what has a report is not run twice", async () => {
  const { cluster, client } = await begin({ perTask: 2 });
  const simulations = client.hand(2);
  client.open(1);
  await eventually("the second one runs", () => runs(client).includes("2"));
  await assertResults(simulations.slice(0, 1));
  // The platform has acknowledged the first one.
  rmSync(join(client.root, "results/1.1.json"));
  const [task] = cluster.tasks;
  if (task === undefined) throw new Error("Nothing runs.");
  cluster.requeue(task);
  await eventually("it waits again", () => simulations[1]?.places.at(-1)?.reason === "BeginTime");
  cluster.release(task);
  client.open();
  await assertResults(simulations);
  assert.equal(runs(client).sort(), ["1", "2", "2"]);
});
faults("at the limit of time gives back what had not begun", async () => {
  const { cluster, client } = await begin({ perTask: 2 });
  const [first, second] = client.hand(2);
  await eventually("the first one runs", () => runs(client).length === 1);
  const [task] = cluster.tasks;
  if (task === undefined || first === undefined || second === undefined) throw new Error("Nothing runs.");
  cluster.end(task, "TIMEOUT");
  assert.match(await readFailure(first), /limit of time/);
  await eventually("the second is given back", () => second.takenAway.length === 1);
});
faults("is told by the words of Slurm where it takes no job", async () => {
  const { cluster, client } = await begin();
  cluster.refusal = "Batch job submission failed: Invalid account or account/partition combination specified";
  const [simulation] = client.hand(1);
  if (simulation === undefined) throw new Error("Nothing was handed over.");
  assert.match(await readFailure(simulation), /sbatch: .*Invalid account/);
});
faults("that passes makes simulations wait: they are submitted once Slurm answers", async () => {
  const { cluster, client } = await begin();
  cluster.refusal = "Batch job submission failed: Unable to contact slurm controller (connect failure)";
  client.open();
  const [simulation] = client.hand(1);
  await eventually("it waits", () =>
    /contact slurm controller/.test(simulation?.places.at(-1)?.reason ?? ""),
  );
  cluster.refusal = null;
  await assertResults(simulation === undefined ? [] : [simulation]);
});
faults("of a full disk is told as what it is", async () => {
  const { cluster, client } = await begin({ freeBytes: () => 0 });
  const [simulation] = client.hand(1);
  await running(cluster, 1);
  const [task] = cluster.tasks;
  if (task === undefined || simulation === undefined) throw new Error("Nothing runs.");
  cluster.end(task, "FAILED");
  assert.match(await readFailure(simulation), /^The disk that the cluster shares is full/);
});
faults("that ends a task without a trace in the queue is found in the accounts", async () => {
  const { cluster, client } = await begin();
  cluster.hasAccounting = true;
  const [simulation] = client.hand(1);
  await running(cluster, 1);
  const [task] = cluster.tasks;
  if (task === undefined || simulation === undefined) throw new Error("Nothing runs.");
  cluster.end(task, "OUT_OF_MEMORY");
  task.isPurged = true;
  assert.match(await readFailure(simulation), /used more memory/);
});

const restarts = suite("a client that is started again", { timeout: 60_000 });
restarts("finds its tasks, and takes what ended meanwhile", async () => {
  const { cluster, client } = await begin({ perTask: 3 });
  cluster.slots = 2;
  client.hand(12);
  await eventually("some run", () => runs(client).length === 2);
  client.close();
  client.open(1);
  await eventually("one ended meanwhile", () => readdirSync(join(client.root, "results")).length > 0);
  const again = startClusterClient({ cluster, root: client.root, perTask: 3 });
  const simulations = await again.resume();
  assert.is(simulations.length, 11, "one has its report already");
  again.open();
  await assertResults(simulations);
  assert.equal([cluster.submissions.length, runs(again).length], [1, 12], "nothing is doubled");
});
restarts("asks for nothing again that the platform has acknowledged", async () => {
  const { cluster, client } = await begin({ perTask: 2 });
  const [first] = client.hand(2);
  client.open(1);
  await assertResults(first === undefined ? [] : [first]);
  await eventually("the second one runs", () => runs(client).includes("2"));
  client.close();
  rmSync(join(client.root, "results/1.1.json"));
  const again = startClusterClient({ cluster, root: client.root, perTask: 2 });
  const simulations = await again.resume();
  assert.is(simulations.length, 1);
  again.open();
  await assertResults(simulations);
  assert.equal(runs(again).sort(), ["1", "2"]);
});
restarts("keeps the files that its tasks have yet to read", async () => {
  const { cluster, client } = await begin({ files: { "model.txt": "a model" } });
  cluster.slots = 0;
  client.hand(1);
  await eventually("it waits", () => cluster.listed("PENDING").length === 1);
  client.close();
  const again = startClusterClient({ cluster, root: client.root });
  const simulations = await again.resume();
  again.open();
  cluster.slots = 1;
  for (const task of cluster.tasks) cluster.release(task);
  await assertResults(simulations);
  again.close();
  await startClusterClient({ cluster, root: client.root }).resume();
  assert.equal(readdirSync(join(client.root, "files")), [], "nothing needs them any more");
});
restarts("submits nothing twice whose submission it could not note", async () => {
  const { cluster, client } = await begin();
  cluster.lostAnswers = 1;
  client.open();
  const simulations = client.hand(3);
  await assertResults(simulations);
  assert.equal([cluster.submissions.length, runs(client).length], [1, 3]);
});
restarts("ends the second of two jobs for the same simulations at once", async () => {
  const { cluster, client } = await begin();
  cluster.slots = 2;
  const [simulation] = client.hand(1);
  await eventually("it runs", () => runs(client).length === 1);
  const [options = []] = cluster.submissions;
  await cluster.command("sbatch", ...options);
  await eventually("the second has ended", () => cluster.listed("COMPLETED").length === 1);
  client.open();
  await assertResults(simulation === undefined ? [] : [simulation]);
  assert.is(runs(client).length, 1);
});
