/**
 * Grid Engine, by its commands qsub, qstat, qacct and qdel (their manual pages, and Son of Grid Engine 8.1.9). It lists no task
 * that has ended: how a task ended is in the accounts alone.
 */
import { userInfo } from "node:os";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { ListedTask, Requests, Scheduler, SchedulerCommand, TaskEnd, TaskState } from "./scheduler.ts";
import { addAccounted, cancelTasks, MAX_IDS, SchedulerError } from "./scheduler.ts";

/** qdel says so of what has ended. */
const ENDED_LINE = /does not exist/;

/** Elements that appear any number of times, by the path under which qstat prints them. */
const REPEATED_NAMES = new Set(["job_list", "element", "ulong_sublist"]);
const xml = new XMLParser({
  parseTagValue: false,
  isArray: (name) => REPEATED_NAMES.has(name),
  // The outer `job_info` holds the jobs that run in `queue_info`, and those that wait in another `job_info`.
});

/** An element without content is read as an empty text. */
const allowEmpty = <Schema extends z.ZodType>(content: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), content.optional());
const number = z.string().regex(/^\d+$/).transform(Number);

const job = z.object({
  JB_job_number: z.string(),
  JB_name: z.string(),
  state: z.string(),
  tasks: number.optional(),
});
const jobs = allowEmpty(z.object({ job_list: z.array(job).optional() }));
const jobTable = z.object({ job_info: z.object({ queue_info: jobs, job_info: jobs }) });

const message = z.object({ MES_message_number: number, MES_message: z.string() });
const jobMessage = message.extend({
  MES_job_number_list: z.object({ ulong_sublist: z.array(z.object({ ULNG_value: z.string() })) }),
});
const faultOfTask = z.object({ ulong_sublist: z.array(z.object({ QIM_message: z.string().optional() })) });
const taskOfJob = z.object({ JAT_task_number: number, JAT_message_list: allowEmpty(faultOfTask) });
const describedJob = z.object({
  JB_job_number: z.string(),
  JB_ja_tasks: allowEmpty(z.object({ ulong_sublist: z.array(taskOfJob) })),
});
const messageLists = z.object({
  SME_message_list: allowEmpty(z.object({ element: z.array(jobMessage) })),
  SME_global_message_list: allowEmpty(z.object({ element: z.array(message) })),
});
const jobDescriptions = z.object({
  detailed_job_info: z.object({
    djob_info: allowEmpty(z.object({ element: z.array(describedJob) })),
    messages: allowEmpty(z.object({ element: z.array(messageLists) })),
  }),
});

/** Message 32: the job is in its error state, 33: it is held, 83: the scheduler keeps no reasons. */
const NO_REASONS = [32, 33, 83];

/** A task as qstat lists it; `letters` is its state as in "hqw" (manual page sge_status). */
type Row = { readonly job: string; readonly task: number; readonly name: string; readonly letters: string };

/** @param output of `qstat -xml -g d`: one row for each task of an array, also of those that wait */
export function readQstat(output: string): Row[] {
  const { queue_info, job_info } = jobTable.parse(xml.parse(output)).job_info;
  return [queue_info, job_info].flatMap((list) =>
    (list?.job_list ?? []).flatMap(({ JB_job_number, JB_name, state, tasks }) =>
      tasks === undefined ? [] : [{ job: JB_job_number, task: tasks, name: JB_name, letters: state }],
    ),
  );
}

/** The reasons why tasks wait, in the scheduler's own words. */
type Reasons = {
  /** By the job's number. */
  readonly jobs: ReadonlyMap<string, string>;
  /** By the task's id: why it could not be started. */
  readonly faults: ReadonlyMap<string, string>;
  /** Holds for every job that waits. */
  readonly general: string;
};
const NO_REASON: Reasons = { jobs: new Map(), faults: new Map(), general: "" };

/** @param output of `qstat -xml -j`, which is of another kind where none of the jobs is left */
export function readReasons(output: string): Reasons {
  const read = jobDescriptions.safeParse(xml.parse(output)).data?.detailed_job_info;
  // None of the jobs is left.
  if (read === undefined) return NO_REASON;
  const lists = read.messages?.element ?? [];
  const isReason = ({ MES_message_number }: z.infer<typeof message>) =>
    !NO_REASONS.includes(MES_message_number);
  const ofJobs = lists
    .flatMap(({ SME_message_list }) => SME_message_list?.element ?? [])
    .filter(isReason)
    .flatMap(({ MES_message, MES_job_number_list }) =>
      MES_job_number_list.ulong_sublist.map(({ ULNG_value }) => [ULNG_value, MES_message] as const),
    );
  const faults = (read.djob_info?.element ?? []).flatMap(({ JB_job_number, JB_ja_tasks }) =>
    (JB_ja_tasks?.ulong_sublist ?? []).flatMap(({ JAT_task_number, JAT_message_list }) => {
      const text = JAT_message_list?.ulong_sublist.at(-1)?.QIM_message;
      return text === undefined ? [] : [[`${JB_job_number}.${JAT_task_number}`, text] as const];
    }),
  );
  // The last one sums up the others, of which there is one for each queue.
  const general = lists
    .flatMap(({ SME_global_message_list }) => SME_global_message_list?.element ?? [])
    .filter(isReason)
    .at(-1);
  return { jobs: new Map(ofJobs), faults: new Map(faults), general: general?.MES_message ?? "" };
}

const isWaiting = ({ letters }: Row): boolean => /[wEsST]/.test(letters);

function toTask({ job: jobId, task, name, letters }: Row, reasons: Reasons): ListedTask {
  const id = `${jobId}.${task}`;
  const listed = (state: TaskState) => ({ name, task: task - 1, state });
  if (letters.includes("E"))
    return listed({ kind: "held", id, reason: reasons.faults.get(id) ?? "The task could not be started." });
  if (letters.includes("w")) {
    if (letters.includes("h")) return listed({ kind: "held", id, reason: letters });
    return listed({ kind: "pending", id, reason: reasons.jobs.get(jobId) ?? reasons.general });
  }
  return listed({ kind: /[sST]/.test(letters) ? "held" : "running", id, reason: suspensionLetters(letters) });
}

const suspensionLetters = (letters: string): string => (/[sST]/.test(letters) ? letters : "");

/** The codes that `failed` has in the accounts where it is told apart from "ended" (manual page sge_status). */
const END_BY_CODE: Readonly<Record<string, TaskEnd>> = {
  18: "node lost",
  19: "node lost",
  25: "preempted",
  37: "out of time",
};

/**
 * Each task's account is a table of its own; a task that ran several times has several, and the last one counts.
 *
 * @param output of `qacct -j`
 */
export function readQacct(output: string): ListedTask[] {
  const accounts = output.split(/^=+$/m).flatMap((text) => {
    const fields = new Map(text.split("\n").map((line) => split(line.trim())));
    const task = Number(fields.get("taskid"));
    const name = fields.get("jobname");
    if (name === undefined || !Number.isInteger(task)) return [];
    const [code = "", description = ""] = (fields.get("failed") ?? "").split(/\s*:\s*/);
    const status = `exit status ${fields.get("exit_status")?.replace(/\s+/g, " ")}`;
    const reason = description === "" ? status : `${description}, ${status}`;
    const id = `${fields.get("jobnumber")}.${task}`;
    const end = END_BY_CODE[code] ?? "ended";
    return [{ name, task: task - 1, state: { kind: "ended", id, reason, end } as const }];
  });
  return [...new Map(accounts.map((account) => [account.state.id, account])).values()];
}

/** "failed       37  : qmaster enforced h_rt" */
function split(line: string): [string, string] {
  const [name = ""] = line.split(/\s/, 1);
  return [name, line.slice(name.length).trim()];
}

/** @param run runs its commands @param requests stand in every job */
export function createGridEngine(run: SchedulerCommand, requests: Requests): Scheduler {
  /** True until the accounts cannot be read: the file is not on every machine. */
  let hasAccounting = true;

  const fetchReasons = async (rows: readonly Row[]): Promise<Reasons> => {
    const waiting = [...new Set(rows.filter(isWaiting).map((row) => row.job))].slice(0, MAX_IDS);
    if (waiting.length === 0) return NO_REASON;
    try {
      return readReasons(await run("qstat", ["-xml", "-j", waiting.join(",")]));
    } catch {
      // The states are worth showing without them.
      return NO_REASON;
    }
  };

  const askAccounting = async (name: string): Promise<ListedTask[]> => {
    if (!hasAccounting) return [];
    try {
      return readQacct(await run("qacct", ["-j", name]));
    } catch (error) {
      if (error instanceof SchedulerError && error.isTemporary) throw error;
      // A task is accounted for some seconds after its end.
      if (!/error: job name/.test(String(error))) hasAccounting = false;
      return [];
    }
  };

  return {
    title: "Grid Engine",
    taskVariable: "SGE_TASK_ID",
    firstTask: 1,
    submit: async ({ name, script, folder, taskCount, memoryMb, minutes }) => {
      const resources = [
        ...(minutes === null ? [] : [`h_rt=${minutes * 60}`]),
        // A limit of h_vmem would count the addresses that Node reserves and never uses.
        ...(memoryMb === null ? [] : [`mem_free=${memoryMb}M`]),
        ...requests.licences.map(({ name: licence, count }) => `${licence}=${count}`),
      ];
      const output = await run("qsub", [
        "-terse",
        ...["-N", name, "-t", `1-${taskCount}`, "-wd", folder],
        // The script writes to a file of its own.
        ...["-j", "y", "-o", "/dev/null"],
        ...["-r", "y", "-V", "-S", "/bin/sh"],
        ...(requests.queue === null ? [] : ["-q", requests.queue]),
        ...(requests.account === null ? [] : ["-P", requests.account]),
        ...resources.flatMap((resource) => ["-l", resource]),
        ...requests.submitOptions,
        script,
      ]);
      // "4711.1-20:1"
      const id = /^(\d+)\.\d+/m.exec(output.trim())?.[1];
      if (id === undefined) throw new SchedulerError(`qsub answered "${output.trim()}".`, false);
      return id;
    },
    list: async (prefix, ended) => {
      const output = await run("qstat", ["-xml", "-g", "d", "-u", userInfo().username]);
      const rows = readQstat(output).filter(({ name }) => name.startsWith(prefix));
      const reasons = await fetchReasons(rows);
      const listed = rows.map((row) => toTask(row, reasons));
      const accounted: ListedTask[] = [];
      for (const name of ended) accounted.push(...(await askAccounting(name)));
      return addAccounted(listed, accounted);
    },
    cancel: (ids) => cancelTasks(ids, "qdel", run, ENDED_LINE),
    taskId: (jobId, task) => `${jobId}.${task + 1}`,
  };
}
