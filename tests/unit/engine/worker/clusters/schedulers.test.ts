/** The contract that every scheduler keeps, whatever its commands or its interface look like. */
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScheduler, type SchedulerName } from "@understudy/engine/worker/clusters/create-scheduler.ts";
import {
  type Requests,
  type Scheduler,
  SchedulerError,
  type TaskEnd,
} from "@understudy/engine/worker/clusters/scheduler.ts";
import { assert, eventually, suite } from "../../../../harness.ts";
import { temporaryFolder } from "../../../../support/cleanup.ts";
import {
  type HandedSimulation,
  NO_REQUESTS,
  startClusterClient,
} from "../../../../support/clusters/cluster-client.ts";
import type { StandInCluster, StandInTask } from "../../../../support/clusters/stand-in-cluster.ts";
import { StandInGridEngine } from "../../../../support/clusters/stand-in-grid-engine.ts";
import { startStandInKubernetes } from "../../../../support/clusters/stand-in-kubernetes.ts";
import { StandInLsf } from "../../../../support/clusters/stand-in-lsf.ts";
import { StandInSlurm } from "../../../../support/clusters/stand-in-slurm.ts";

const POD_REQUESTS: Requests = {
  ...NO_REQUESTS,
  pod: { image: "debian:12", claim: "shared", mountPath: "/tmp" },
};

type Contract = {
  readonly name: SchedulerName;
  readonly start: () => StandInCluster | Promise<StandInCluster>;
  /** The ends that the scheduler does not tell apart from others. */
  readonly coarseEnds?: Partial<Record<TaskEnd, TaskEnd>>;
  /** Words by which it refuses a job for good. */
  readonly refusal: string;
};

const SCHEDULER_CONTRACTS: readonly Contract[] = [
  {
    name: "slurm",
    start: () => new StandInSlurm(),
    refusal: "Batch job submission failed: Invalid account or account/partition combination specified",
  },
  {
    name: "gridengine",
    start: () => new StandInGridEngine(),
    coarseEnds: { "out of memory": "ended", cancelled: "ended" },
    refusal: 'job rejected: the requested project "physics" does not exist',
  },
  { name: "lsf", start: () => new StandInLsf(), refusal: "physics: No such queue. Job not submitted." },
  {
    name: "kubernetes",
    start: startStandInKubernetes,
    // What is cancelled is deleted.
    coarseEnds: { cancelled: "ended" },
    refusal:
      'jobs.batch is forbidden: User "ada" cannot create resource "jobs" in API group "batch" in the namespace "physics"',
  },
];
const TASK_ENDS: readonly TaskEnd[] = [
  ...(["ended", "preempted", "node lost", "out of time"] as const),
  ...(["out of memory", "cancelled"] as const),
];

/** A job of tasks that run until they are ended. */
function describeJob(name: string, taskCount: number) {
  const folder = temporaryFolder("job");
  const script = join(folder, "task.sh");
  writeFileSync(script, `#!/bin/sh\nwhile [ -d '${folder}' ]; do sleep 0.05; done\n`);
  chmodSync(script, 0o700);
  return { name, script, folder, taskCount, memoryMb: 100, minutes: 10 };
}
const takeFirst = (tasks: readonly StandInTask[]): StandInTask => {
  const [task] = tasks;
  if (task === undefined) throw new Error("There is no such task.");
  return task;
};
async function catchRefusal(call: Promise<unknown>): Promise<SchedulerError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SchedulerError)) throw new Error(`It was not refused: ${String(error)}`);
  return error;
}
const runs = (root: string): string[] =>
  readdirSync(root).flatMap((name) => /^gate-ran-(\d+)/.exec(name)?.[1] ?? []);
async function assertResults(simulations: readonly HandedSimulation[]): Promise<void> {
  const reports = await Promise.all(simulations.map(async ({ report }) => (await report).report));
  assert.equal(
    reports.filter(({ type }) => type === "failed"),
    [],
  );
}

for (const { name, start, coarseEnds = {}, refusal } of SCHEDULER_CONTRACTS) {
  const open = async (): Promise<{ cluster: StandInCluster; scheduler: Scheduler }> => {
    const cluster = await start();
    cluster.hasAccounting = true;
    return { cluster, scheduler: createScheduler(name, { ...process.env, ...cluster.env }, POD_REQUESTS) };
  };
  const contract = suite(`the scheduler ${name}`, { timeout: 60_000 });

  contract("tells tasks that run from those that wait and those that are held", async () => {
    const { cluster, scheduler } = await open();
    cluster.slots = 1;
    const jobId = await scheduler.submit(describeJob("understudy-a-1", 3));
    cluster.hold(takeFirst(cluster.pending.slice(1)));
    const listed = await scheduler.list("understudy-a-", []);
    const sorted = [...listed].sort((a, b) => a.task - b.task);
    assert.equal(
      sorted.map(({ name: job, state: { kind, id } }) => [job, kind, id]),
      [
        ["understudy-a-1", "running", scheduler.taskId(jobId, 0)],
        ["understudy-a-1", "pending", scheduler.taskId(jobId, 1)],
        ["understudy-a-1", "held", scheduler.taskId(jobId, 2)],
      ],
    );
    assert.equal(
      sorted.map(({ state: { reason } }) => reason === ""),
      [true, false, false],
    );
  });

  for (const end of TASK_ENDS) {
    contract(`tells that a task is over whose end is "${end}"`, async () => {
      const { cluster, scheduler } = await open();
      await scheduler.submit(describeJob("understudy-a-1", 1));
      await eventually("it runs", () => cluster.running.length === 1);
      cluster.endAs(takeFirst(cluster.running), end);
      const listed = await scheduler.list("understudy-a-", ["understudy-a-1"]);
      assert.equal(
        listed.map(({ task, state }) => [task, state.kind, state.kind === "ended" && state.end]),
        [[0, "ended", coarseEnds[end] ?? end]],
      );
    });
  }

  contract("refuses a job for good with its own words", async () => {
    const { cluster, scheduler } = await open();
    cluster.refusal = refusal;
    const error = await catchRefusal(scheduler.submit(describeJob("understudy-a-1", 1)));
    assert.is(error.isTemporary, false);
    assert.ok(error.message.includes(refusal), error.message);
    assert.equal(cluster.tasks, []);
  });

  contract("that does not answer is to be asked again", async () => {
    const { cluster, scheduler } = await open();
    const jobId = await scheduler.submit(describeJob("understudy-a-1", 1));
    cluster.isDown = true;
    const calls = [
      () => scheduler.submit(describeJob("understudy-a-2", 1)),
      () => scheduler.list("understudy-a-", []),
      () => scheduler.cancel([scheduler.taskId(jobId, 0)]),
    ];
    for (const call of calls) assert.is((await catchRefusal(call())).isTemporary, true);
    cluster.isDown = false;
    assert.is((await scheduler.list("understudy-a-", [])).length, 1);
  });

  contract("cancels tasks that run and that wait, and ignores those that are over", async () => {
    const { cluster, scheduler } = await open();
    cluster.slots = 2;
    const jobId = await scheduler.submit(describeJob("understudy-a-1", 4));
    cluster.endAs(takeFirst(cluster.running), "ended");
    cluster.slots = 1;
    const ids = [0, 1, 2].map((task) => scheduler.taskId(jobId, task));
    await scheduler.cancel(ids);
    await scheduler.cancel(ids);
    cluster.startTasks();
    const alive = (await scheduler.list("understudy-a-", [])).filter(({ state }) => state.kind !== "ended");
    assert.equal(
      alive.map(({ task }) => task),
      [3],
    );
  });

  contract("lists the jobs with a prefix, and no others", async () => {
    const { scheduler } = await open();
    for (const job of ["understudy-a-1", "understudy-b-1", "understudy-a-2"])
      await scheduler.submit(describeJob(job, 1));
    const listed = await scheduler.list("understudy-a-", []);
    assert.equal(listed.map((task) => task.name).sort(), ["understudy-a-1", "understudy-a-2"]);
  });

  contract("lists a job whose submission it could not confirm", async () => {
    const { cluster, scheduler } = await open();
    cluster.lostAnswers = 1;
    const error = await catchRefusal(scheduler.submit(describeJob("understudy-a-1", 2)));
    assert.is(error.isTemporary, true);
    assert.is((await scheduler.list("understudy-a-", [])).length, 2);
  });

  contract("runs simulations of a client that is killed, and doubles none", async () => {
    const cluster = await start();
    cluster.slots = 2;
    cluster.lostAnswers = 1;
    const client = startClusterClient({ cluster, scheduler: name, perTask: 2, requests: POD_REQUESTS });
    await client.resume();
    client.hand(6);
    await eventually("some run", () => runs(client.root).length === 2);
    client.close();
    const again = startClusterClient({
      ...{ cluster, scheduler: name, root: client.root },
      ...{ perTask: 2, requests: POD_REQUESTS },
    });
    const simulations = await again.resume();
    again.open();
    await assertResults(simulations);
    assert.equal(
      [simulations.length, runs(again.root).length, cluster.submissions.length],
      [6, 6, 1],
      "nothing is doubled",
    );
    await eventually("no batch is left", () => readdirSync(join(again.root, "batches")).length === 0);
  });
}
