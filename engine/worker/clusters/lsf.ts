/** LSF, by its commands bsub, bjobs and bkill (IBM Spectrum LSF 10.1, Command Reference; `-json` since Fix Pack 2). */
import { z } from "zod";
import { quoted } from "./batch-files.ts";
import type { ListedTask, Requests, Scheduler, SchedulerCommand, TaskEnd, TaskState } from "./scheduler.ts";
import { cancelTasks, SchedulerError } from "./scheduler.ts";

/** `pend_reason` is that of a task that waits, `exit_reason` of one that has ended. */
const OUTPUT_FIELDS = "jobid stat job_name pend_reason exit_reason exit_code";
/** bkill says so of what is over. */
const ENDED_LINE = /already finished|no matching job/i;
/** bjobs says so where there is none. */
const NO_JOB = /no (matching |unfinished )?job/i;

const jobTable = z.object({
  RECORDS: z.array(
    z.object({
      JOBID: z.string(),
      STAT: z.string(),
      JOB_NAME: z.string(),
      PEND_REASON: z.string(),
      EXIT_REASON: z.string(),
      EXIT_CODE: z.string(),
    }),
  ),
});
type Row = z.infer<typeof jobTable>["RECORDS"][number];

/** PROV: a host is being prepared; WAIT: the next of a chunk of jobs. */
const PENDING_STATES = ["PEND", "PROV", "WAIT"];
/** UNKWN: the host does not answer; the job may run on, or end as ZOMBI. */
const HELD_STATES = ["PSUSP", "USUSP", "SSUSP", "UNKWN"];

/** By the first word of `exit_reason`. */
const END_BY_REASON: Readonly<Record<string, TaskEnd>> = {
  TERM_PREEMPT: "preempted",
  TERM_RC_RECLAIM: "preempted",
  TERM_ZOMBIE: "node lost",
  TERM_RUNLIMIT: "out of time",
  TERM_CPULIMIT: "out of time",
  TERM_DEADLINE: "out of time",
  TERM_WINDOW: "out of time",
  TERM_MEMLIMIT: "out of memory",
  TERM_SWAP: "out of memory",
  TERM_OWNER: "cancelled",
  TERM_ADMIN: "cancelled",
  TERM_FORCE_OWNER: "cancelled",
  TERM_FORCE_ADMIN: "cancelled",
};

function toState(id: string, { STAT, PEND_REASON, EXIT_REASON, EXIT_CODE }: Row): TaskState {
  const pendReason = PEND_REASON.replace(/;$/, "");
  if (STAT === "RUN") return { kind: "running", id, reason: "" };
  if (PENDING_STATES.includes(STAT)) return { kind: "pending", id, reason: pendReason };
  if (HELD_STATES.includes(STAT)) return { kind: "held", id, reason: pendReason || STAT };
  const [word = ""] = EXIT_REASON.split(":", 1);
  const end = STAT === "ZOMBI" ? "node lost" : (END_BY_REASON[word] ?? "ended");
  return { kind: "ended", id, reason: EXIT_REASON || (EXIT_CODE ? `exit code ${EXIT_CODE}` : STAT), end };
}

/** Jobs that are no arrays are left out. @param output of `bjobs -json` with the fields above */
export function readBjobs(output: string): ListedTask[] {
  return jobTable.parse(JSON.parse(output)).RECORDS.flatMap((row) => {
    const [, name = "", index] = /^(.*)\[(\d+)\]$/.exec(row.JOB_NAME) ?? [];
    const [jobId = ""] = row.JOBID.split("[", 1);
    return index === undefined
      ? []
      : [{ name, task: Number(index) - 1, state: toState(`${jobId}[${index}]`, row) }];
  });
}

/** @param run runs its commands @param requests stand in every job */
export function createLsf(run: SchedulerCommand, requests: Requests): Scheduler {
  return {
    title: "LSF",
    taskVariable: "LSB_JOBINDEX",
    firstTask: 1,
    submit: async ({ name, script, taskCount, memoryMb, minutes }) => {
      const usages = [
        ...(memoryMb === null ? [] : [`mem=${memoryMb}MB`]),
        ...requests.licences.map(({ name: licence, count }) => `${licence}=${count}`),
      ];
      const output = await run("bsub", [
        // bsub would expand each % in the path of another directory. The script needs none: its paths are absolute.
        ...["-J", `${name}[1-${taskCount}]`, "-cwd", "/"],
        // The script writes to a file of its own; without -o the output is sent by mail.
        ...["-o", "/dev/null", "-n", "1", "-r"],
        ...(requests.queue === null ? [] : ["-q", requests.queue]),
        ...(requests.account === null ? [] : ["-P", requests.account]),
        ...(minutes === null ? [] : ["-W", String(minutes)]),
        ...(memoryMb === null ? [] : ["-M", `${memoryMb}MB`]),
        ...(usages.length === 0 ? [] : ["-R", `rusage[${usages.join(":")}]`]),
        ...requests.submitOptions,
        // A shell reads it.
        quoted(script),
      ]);
      // "Job <4711> is submitted to queue <normal>."
      const id = /^Job <(\d+)> is submitted/m.exec(output)?.[1];
      if (id === undefined) throw new SchedulerError(`bsub answered "${output.trim()}".`, false);
      return id;
    },
    // Those that have ended are in the list for CLEAN_PERIOD, an hour by default.
    list: async (prefix) => {
      const output = await run("bjobs", ["-a", "-json", "-o", OUTPUT_FIELDS]).catch((error: unknown) => {
        if (NO_JOB.test(String(error))) return '{"RECORDS":[]}';
        throw error;
      });
      return readBjobs(output).filter(({ name }) => name.startsWith(prefix));
    },
    cancel: (ids) => cancelTasks(ids, "bkill", run, ENDED_LINE),
    taskId: (jobId, task) => `${jobId}[${task + 1}]`,
  };
}
