/** Kubernetes: the states of its pods as its interface's reference describes them, and its answers to a client that asks too much. */
import { renameSync } from "node:fs";
import { createKubernetes } from "@understudy/engine/worker/clusters/kubernetes.ts";
import { listTasks, parseIndexes } from "@understudy/engine/worker/clusters/kubernetes-tasks.ts";
import { SchedulerError } from "@understudy/engine/worker/clusters/scheduler.ts";
import { assert, eventually, suite } from "../../../../harness.ts";
import { NO_REQUESTS } from "../../../../support/clusters/cluster-client.ts";
import { startStandInKubernetes } from "../../../../support/clusters/stand-in-kubernetes.ts";

type V1Job = Parameters<typeof listTasks>[0][number];
type V1Pod = Parameters<typeof listTasks>[1][number];
type PodStatus = NonNullable<V1Pod["status"]>;
const POD_REQUESTS = { ...NO_REQUESTS, pod: { image: "debian:12", claim: "shared", mountPath: "/tmp" } };
const BATCH_JOB = { name: "understudy-a-1", script: "/bin/true", folder: "/tmp", taskCount: 1 };
const UNLIMITED_JOB = { ...BATCH_JOB, memoryMb: null, minutes: null };

const makeJob = (completions: number, status: NonNullable<V1Job["status"]> = {}, suspend = false): V1Job => ({
  metadata: { name: "a-1" },
  spec: { completions, suspend, template: {} },
  status,
});
const makePod = (index: number, status: PodStatus, minute = 0): V1Pod => ({
  metadata: {
    labels: { "job-name": "a-1", "batch.kubernetes.io/job-completion-index": String(index) },
    creationTimestamp: new Date(2026, 0, 1, 12, minute),
  },
  status,
});
const readState = (status: PodStatus) => {
  const [task] = listTasks([makeJob(1)], [makePod(0, status)]);
  if (task === undefined) throw new Error("There is no task.");
  const { state } = task;
  return [state.kind, state.reason, state.kind === "ended" ? state.end : null];
};
const pending = (conditions: object, waiting?: { reason: string; message: string }): PodStatus => ({
  phase: "Pending",
  conditions: [{ type: "PodScheduled", status: "True", ...conditions }],
  ...(waiting === undefined
    ? {}
    : {
        containerStatuses: [
          { name: "task", image: "", imageID: "", ready: false, restartCount: 0, state: { waiting } },
        ],
      }),
});
const exited = (reason: string, exitCode: number): PodStatus => ({
  phase: "Failed",
  containerStatuses: [
    {
      ...{ name: "task", image: "", imageID: "", ready: false, restartCount: 0 },
      state: { terminated: { reason, exitCode } },
    },
  ],
});

const states = suite("the state of a pod");
states("is pending with the reason for which no node takes it", () => {
  const unschedulable = {
    ...{ status: "False", reason: "Unschedulable" },
    message: "0/3 nodes are available: 3 Insufficient memory.",
  };
  assert.equal(readState(pending(unschedulable)), [
    "pending",
    "Unschedulable: 0/3 nodes are available: 3 Insufficient memory.",
    null,
  ]);
});
states("is held where somebody has to correct it", () => {
  const waiting = { reason: "ImagePullBackOff", message: 'Back-off pulling image "nosuch"' };
  assert.equal(readState(pending({}, waiting)), [
    "held",
    'ImagePullBackOff: Back-off pulling image "nosuch"',
    null,
  ]);
  assert.equal(readState(pending({ status: "False", reason: "SchedulingGated" })), [
    "held",
    "SchedulingGated",
    null,
  ]);
  assert.equal(readState({ phase: "Unknown", reason: "NodeLost" }), ["held", "NodeLost", null]);
});
states("is over with the reason for which it was taken away or ended", () => {
  const disrupted = (reason: string, message: string): PodStatus => ({
    phase: "Failed",
    conditions: [{ type: "DisruptionTarget", status: "True", reason, message }],
  });
  const cases: [PodStatus, string, string][] = [
    [exited("OOMKilled", 137), "OOMKilled: exit code 137", "out of memory"],
    [exited("Error", 1), "Error: exit code 1", "ended"],
    [
      { phase: "Failed", reason: "DeadlineExceeded", message: "too long" },
      "DeadlineExceeded: too long",
      "out of time",
    ],
    [{ phase: "Failed", reason: "Evicted", message: "low on memory" }, "Evicted: low on memory", "node lost"],
    [disrupted("PreemptionByScheduler", "by a-2"), "PreemptionByScheduler: by a-2", "preempted"],
    [disrupted("DeletionByTaintManager", "unreachable"), "DeletionByTaintManager: unreachable", "node lost"],
    [disrupted("EvictionByEvictionAPI", "drained"), "EvictionByEvictionAPI: drained", "preempted"],
    [{ phase: "Succeeded" }, "Succeeded", "ended"],
  ];
  for (const [status, reason, end] of cases) assert.equal(readState(status), ["ended", reason, end]);
});
states("is that of the latest pod, where one was created again", () => {
  const pods = [makePod(0, { phase: "Running" }, 2), makePod(0, exited("Error", 1), 1)];
  assert.is(listTasks([makeJob(1)], pods)[0]?.state.kind, "running");
});
states("follows from the Job where there is no pod", () => {
  const kinds = (job: V1Job) => listTasks([job], []).map(({ state: { kind, reason } }) => [kind, reason]);
  assert.equal(kinds(makeJob(3, { completedIndexes: "0", failedIndexes: "2" })), [
    ["ended", "Complete"],
    ["pending", "Its pod is not created yet."],
    ["ended", "Failed"],
  ]);
  assert.equal(kinds(makeJob(1, {}, true)), [["held", "Suspended"]]);
  const condition = { type: "Failed", status: "True", reason: "BackoffLimitExceeded", message: "too often" };
  assert.equal(kinds(makeJob(1, { conditions: [condition] })), [
    ["ended", "BackoffLimitExceeded: too often"],
  ]);
});
states("is read from lists of indexes", () => {
  assert.equal([...parseIndexes("1,3-5,7")], [1, 3, 4, 5, 7]);
  assert.equal([...parseIndexes("")], []);
});

const answers = suite("a client of Kubernetes", { timeout: 60_000 });
const open = async (requests = POD_REQUESTS) => {
  const cluster = await startStandInKubernetes();
  cluster.slots = 0;
  return { cluster, scheduler: createKubernetes({ ...process.env, ...cluster.env }, requests) };
};
async function catchRefusal(call: Promise<unknown>): Promise<SchedulerError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SchedulerError)) throw new Error(`It was not refused: ${String(error)}`);
  return error;
}
answers("describes a Job by what people request", async () => {
  const requests = {
    ...{ ...POD_REQUESTS, account: "simulations", licences: [{ name: "example.com/hspice", count: 2 }] },
  };
  const { cluster, scheduler } = await open(requests);
  await scheduler.submit({ ...BATCH_JOB, taskCount: 3, memoryMb: 500, minutes: 30 });
  const job: V1Job = JSON.parse(cluster.submissions[0]?.[0] ?? "");
  assert.equal([job.spec?.completions, job.spec?.parallelism, job.spec?.completionMode], [3, 3, "Indexed"]);
  const pod = job.spec?.template.spec;
  assert.equal([pod?.serviceAccountName, pod?.activeDeadlineSeconds], ["simulations", 1_800]);
  assert.equal(pod?.volumes, [{ name: "shared", persistentVolumeClaim: { claimName: "shared" } }]);
  const [container] = pod?.containers ?? [];
  assert.equal([container?.image, container?.command], ["debian:12", ["/bin/sh", "/bin/true"]]);
  assert.equal(container?.volumeMounts, [{ name: "shared", mountPath: "/tmp" }]);
  assert.equal(container?.resources, {
    requests: { cpu: "1", memory: "500Mi", "example.com/hspice": "2" },
    limits: { memory: "500Mi", "example.com/hspice": "2" },
  });
});
answers("takes a Job that exists as its own", async () => {
  const { cluster, scheduler } = await open();
  cluster.lostAnswers = 1;
  assert.is((await catchRefusal(scheduler.submit(UNLIMITED_JOB))).isTemporary, true);
  assert.is(await scheduler.submit(UNLIMITED_JOB), "understudy-a-1");
  assert.is(cluster.submissions.length, 1);
});
answers("reads a list in pages, and begins anew when its continuation has expired", async () => {
  const { cluster, scheduler } = await open();
  await scheduler.submit({ ...UNLIMITED_JOB, taskCount: 5 });
  cluster.expiredPages = 1;
  assert.is((await scheduler.list("understudy-a-", [])).length, 5);
  cluster.expiredPages = 99;
  assert.match((await catchRefusal(scheduler.list("understudy-a-", []))).message, /too old .*\(410\)/);
});
answers("asks nothing for as long as it is told to wait", async () => {
  const { cluster, scheduler } = await open();
  cluster.busyAnswers = 1;
  const refusal = await catchRefusal(scheduler.submit(UNLIMITED_JOB));
  assert.is(refusal.isTemporary, true);
  assert.match(refusal.message, /Too many requests.*\(429\)/);
  assert.match((await catchRefusal(scheduler.submit(UNLIMITED_JOB))).message, /wants this client to wait/);
  assert.is(cluster.requests.length, 1);
  await eventually("it is submitted", () =>
    scheduler.submit(UNLIMITED_JOB).then(
      () => true,
      () => false,
    ),
  );
});
answers("deletes a Job of which nothing is wanted, and the pods of one of which some is", async () => {
  const { cluster, scheduler } = await open();
  for (const name of ["understudy-a-1", "understudy-a-2"])
    await scheduler.submit({ ...UNLIMITED_JOB, name, taskCount: 2 });
  cluster.requests.length = 0;
  cluster.pageSize = 100;
  await scheduler.cancel(["understudy-a-1/0", "understudy-a-2/0", "understudy-a-2/1"]);
  // One list of each kind serves both Jobs.
  assert.equal(
    cluster.requests.filter((request) => request.startsWith("GET")),
    ["GET /apis/batch/v1/namespaces/physics/jobs", "GET /api/v1/namespaces/physics/pods"],
  );
  assert.equal(
    cluster.requests.filter((request) => request.startsWith("DELETE")),
    [
      "DELETE /api/v1/namespaces/physics/pods/understudy-a-1-0-x7k2p",
      "DELETE /apis/batch/v1/namespaces/physics/jobs/understudy-a-2",
    ],
  );
});
answers("asks again where an answer broke off", async () => {
  const { cluster, scheduler } = await open();
  cluster.brokenAnswers = 1;
  const error = await catchRefusal(scheduler.list("understudy-a-", []));
  assert.is(error.isTemporary, true, error.message);
  assert.equal(await scheduler.list("understudy-a-", []), []);
});
answers("reads a configuration that was corrected", async () => {
  const cluster = await startStandInKubernetes();
  const { KUBECONFIG = "" } = cluster.env;
  renameSync(KUBECONFIG, `${KUBECONFIG}.moved`);
  const scheduler = createKubernetes({ ...process.env, KUBECONFIG }, POD_REQUESTS);
  assert.is((await catchRefusal(scheduler.list("understudy-a-", []))).isTemporary, false);
  renameSync(`${KUBECONFIG}.moved`, KUBECONFIG);
  assert.equal(await scheduler.list("understudy-a-", []), []);
});
answers("that has no configuration says so", async () => {
  const scheduler = createKubernetes({ ...process.env, KUBECONFIG: "/nosuch" }, POD_REQUESTS);
  const error = await catchRefusal(scheduler.list("understudy-a-", []));
  assert.is(error.isTemporary, false);
  assert.match(error.message, /^Kubernetes cannot be used: .*nosuch/);
});
