/** The tasks of Indexed Jobs of Kubernetes: the state of each follows from its Job and from the pods that were created for it. */
import type { V1Job, V1Pod } from "@kubernetes/client-node";
import type { ListedTask, TaskEnd, TaskState } from "./scheduler.ts";

/** A pod has its index in both, or in the annotation alone (Kubernetes before 1.28). */
const INDEX_KEY = "batch.kubernetes.io/job-completion-index";
export const JOB_NAME_LABEL = "job-name";

/** Reasons of a container that waits for what somebody has to correct. */
const FAULT_REASON = /^(ErrImage|ImagePullBackOff|InvalidImageName|CreateContainer|RunContainerError)/;

/** Reasons of the condition `DisruptionTarget`, and of a pod as a whole. */
const END_BY_REASON: Readonly<Record<string, TaskEnd>> = {
  PreemptionByScheduler: "preempted",
  EvictionByEvictionAPI: "preempted",
  DeletionByTaintManager: "node lost",
  DeletionByPodGC: "node lost",
  TerminationByKubelet: "node lost",
  Evicted: "node lost",
  NodeLost: "node lost",
  NodeAffinity: "node lost",
  NodeShutdown: "node lost",
  Terminated: "node lost",
  DeadlineExceeded: "out of time",
  OOMKilled: "out of memory",
};

export const kubernetesTaskId = (job: string, task: number): string => `${job}/${task}`;

/** @param text lists indexes and ranges of them, as "1,3-5,7" */
export function parseIndexes(text: string | undefined): Set<number> {
  const ranges = (text ?? "").split(",").filter((range) => range !== "");
  return new Set(
    ranges.flatMap((range) => {
      const [first = 0, last = first] = range.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, at) => first + at);
    }),
  );
}

export function indexOfPod({ metadata }: V1Pod): number | null {
  const text = metadata?.labels?.[INDEX_KEY] ?? metadata?.annotations?.[INDEX_KEY];
  return text === undefined ? null : Number(text);
}

const withText = (reason: string | undefined, message: string | undefined): string =>
  [reason, message].filter(Boolean).join(": ");

function stateOfFailedPod(id: string, { status }: V1Pod): TaskState {
  const disruption = status?.conditions?.find(
    ({ type, status: value }) => type === "DisruptionTarget" && value === "True",
  );
  const exit = status?.containerStatuses?.[0]?.state?.terminated;
  const [word = ""] = [disruption?.reason, status?.reason, exit?.reason].filter(Boolean);
  const exitText = exit === undefined ? "" : withText(exit.reason, `exit code ${exit.exitCode}`);
  const reason = withText(word, disruption?.message ?? status?.message);
  return {
    kind: "ended",
    id,
    reason: word === exit?.reason ? exitText : reason || "Failed",
    end: END_BY_REASON[word] ?? "ended",
  };
}

function stateOfPod(id: string, pod: V1Pod): TaskState {
  const { phase, conditions, containerStatuses } = pod.status ?? {};
  if (phase === "Succeeded") return { kind: "ended", id, reason: "Succeeded", end: "ended" };
  if (phase === "Failed") return stateOfFailedPod(id, pod);
  // The node does not answer.
  if (phase === "Unknown") return { kind: "held", id, reason: pod.status?.reason ?? "Unknown" };
  if (phase === "Running") return { kind: "running", id, reason: "" };
  const scheduling = conditions?.find(({ type }) => type === "PodScheduled");
  if (scheduling?.status === "False")
    return {
      kind: scheduling.reason === "SchedulingGated" ? "held" : "pending",
      id,
      reason: withText(scheduling.reason, scheduling.message),
    };
  const waiting = containerStatuses?.[0]?.state?.waiting;
  const isHeld = FAULT_REASON.test(waiting?.reason ?? "");
  return { kind: isHeld ? "held" : "pending", id, reason: withText(waiting?.reason, waiting?.message) };
}

/** No pod of the task is there: it was not created yet, or was removed since. */
function stateWithoutPod(id: string, task: number, { spec, status }: V1Job): TaskState {
  const over = status?.conditions?.find(
    ({ type, status: value }) => /^(Complete|Failed)$/.test(type) && value === "True",
  );
  if (parseIndexes(status?.completedIndexes).has(task) || over?.type === "Complete")
    return { kind: "ended", id, reason: "Complete", end: "ended" };
  if (parseIndexes(status?.failedIndexes).has(task) || over !== undefined)
    return { kind: "ended", id, reason: withText(over?.reason, over?.message) || "Failed", end: "ended" };
  if (spec?.suspend === true) return { kind: "held", id, reason: "Suspended" };
  return { kind: "pending", id, reason: "Its pod is not created yet." };
}

const createdAt = ({ metadata }: V1Pod): number => metadata?.creationTimestamp?.getTime() ?? 0;

/** @returns every task of the Jobs @param pods of these Jobs; of several pods of a task the latest one counts */
export function listTasks(jobs: readonly V1Job[], pods: readonly V1Pod[]): ListedTask[] {
  const podsByJob = Map.groupBy(pods, ({ metadata }) => metadata?.labels?.[JOB_NAME_LABEL]);
  return jobs.flatMap((job) => {
    const name = job.metadata?.name ?? "";
    const podByTask = new Map<number | null, V1Pod>();
    const ordered = [...(podsByJob.get(name) ?? [])].sort((a, b) => createdAt(a) - createdAt(b));
    for (const pod of ordered) podByTask.set(indexOfPod(pod), pod);
    return Array.from({ length: job.spec?.completions ?? 0 }, (_, task) => {
      const id = kubernetesTaskId(name, task);
      const pod = podByTask.get(task);
      return { name, task, state: pod === undefined ? stateWithoutPod(id, task, job) : stateOfPod(id, pod) };
    });
  });
}
