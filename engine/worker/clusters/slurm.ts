/** Slurm, by its commands sbatch, squeue, sacct and scancel (their manual pages, and Slurm 22.05). */
import type { ListedTask, Requests, Scheduler, SchedulerCommand, TaskEnd, TaskState } from "./scheduler.ts";
import { addAccounted, cancelTasks, SchedulerError } from "./scheduler.ts";

/** Array job id, number in the array, state, reason, name. The name is last, as the one that others could choose. */
const SQUEUE_FORMAT = "%F|%K|%T|%r|%j";
const SACCT_FIELDS = "JobID,State,JobName";

const RUNNING_STATES = ["RUNNING", "COMPLETING", "SIGNALING", "STAGE_OUT", "RESIZING"];
const PENDING_STATES = ["PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_FED", "RESV_DEL_HOLD"];
const HELD_STATES = ["SUSPENDED", "STOPPED", "REQUEUE_HOLD", "SPECIAL_EXIT"];

/** The states that Slurm calls by other words than "ended". */
const END_BY_STATE: Readonly<Record<string, TaskEnd>> = {
  PREEMPTED: "preempted",
  NODE_FAIL: "node lost",
  BOOT_FAIL: "node lost",
  TIMEOUT: "out of time",
  DEADLINE: "out of time",
  OUT_OF_MEMORY: "out of memory",
  CANCELLED: "cancelled",
  REVOKED: "cancelled",
};

function toState(id: string, state: string, reason: string): TaskState {
  const named = reason === "None" ? "" : reason;
  if (RUNNING_STATES.includes(state)) return { kind: "running", id, reason: named };
  if (HELD_STATES.includes(state)) return { kind: "held", id, reason: named || state };
  if (PENDING_STATES.includes(state)) {
    const isHeld = /held|JobHold/i.test(named);
    return { kind: isHeld ? "held" : "pending", id, reason: named };
  }
  // COMPLETED and FAILED; a constraint that no node meets ends as FAILED (BadConstraints).
  return { kind: "ended", id, reason: named || state, end: END_BY_STATE[state] ?? "ended" };
}

/** Elements that were cancelled before they started stand together in one line without a number; it is left out. */
export function readSqueue(output: string): ListedTask[] {
  return output.split("\n").flatMap((line) => {
    const [job = "", task = "", state = "", reason = "", ...name] = line.trim().split("|");
    if (!/^\d+$/.test(job) || !/^\d+$/.test(task)) return [];
    return [{ name: name.join("|"), task: Number(task), state: toState(`${job}_${task}`, state, reason) }];
  });
}

/** "4711_3|CANCELLED by 1000|name"; steps and elements that still wait (`4711_[5-9]`) are left out. */
export function readSacct(output: string): ListedTask[] {
  return output.split("\n").flatMap((line) => {
    const [id = "", words = "", ...name] = line.trim().split("|");
    const task = /^\d+_(\d+)$/.exec(id)?.[1];
    const [state = ""] = words.split(" ");
    return task === undefined
      ? []
      : [{ name: name.join("|"), task: Number(task), state: toState(id, state, "") }];
  });
}

/** @param run runs its commands @param requests stand in every job */
export function createSlurm(run: SchedulerCommand, requests: Requests): Scheduler {
  /** True until the cluster has refused to tell: then it does not account for jobs. */
  let hasAccounting = true;

  const askAccounting = async (names: readonly string[]): Promise<ListedTask[]> => {
    if (!hasAccounting || names.length === 0) return [];
    const filter = [`--name=${names.join(",")}`, "--starttime=now-7days"];
    const args = ["--noheader", "--parsable2", "--allocations", `--format=${SACCT_FIELDS}`, ...filter];
    try {
      return readSacct(await run("sacct", args));
    } catch (error) {
      if (error instanceof SchedulerError && error.isTemporary) throw error;
      // "Slurm accounting storage is disabled", or there is no sacct.
      hasAccounting = false;
      return [];
    }
  };

  return {
    title: "Slurm",
    taskVariable: "SLURM_ARRAY_TASK_ID",
    firstTask: 0,
    submit: async ({ name, script, folder, taskCount, memoryMb, minutes }) => {
      const licences = requests.licences.map(({ name: licence, count }) => `${licence}:${count}`);
      const output = await run("sbatch", [
        "--parsable",
        `--job-name=${name}`,
        `--array=0-${taskCount - 1}`,
        `--chdir=${folder}`,
        // A % in the folder's own path would be read as a pattern.
        "--output=task-%a.out",
        "--open-mode=append",
        "--ntasks=1",
        "--cpus-per-task=1",
        "--requeue",
        ...(requests.queue === null ? [] : [`--partition=${requests.queue}`]),
        ...(requests.account === null ? [] : [`--account=${requests.account}`]),
        ...(minutes === null ? [] : [`--time=${minutes}`]),
        ...(memoryMb === null ? [] : [`--mem=${memoryMb}M`]),
        ...(licences.length === 0 ? [] : [`--licenses=${licences.join(",")}`]),
        ...requests.submitOptions,
        script,
      ]);
      // "4711", or "4711;cluster" where there are several.
      const id = /^(\d+)(;.*)?$/m.exec(output.trim())?.[1];
      if (id === undefined) throw new SchedulerError(`sbatch answered "${output.trim()}".`, false);
      return id;
    },
    list: async (prefix, ended) => {
      const all = ["--noheader", "--array", "--states=all", "--me", `--format=${SQUEUE_FORMAT}`];
      const listed = readSqueue(await run("squeue", all)).filter(({ name }) => name.startsWith(prefix));
      return addAccounted(listed, await askAccounting(ended));
    },
    cancel: (ids) => cancelTasks(ids, "scancel", run, null),
    taskId: (jobId, task) => `${jobId}_${task}`,
  };
}
