/** Stands in for Grid Engine's commands. What it prints was recorded from Son of Grid Engine 8.1.9 (Debian 12). */
import type { TaskEnd } from "@understudy/engine/worker/clusters/scheduler.ts";
import { type Answer, StandInCommands, type StandInTask } from "./stand-in-cluster.ts";

/** Those that ended are listed in the accounts alone: their state is what `failed` says there. */
const STATE_WORDS = {
  pending: "qw",
  running: "r",
  done: "0",
  failed: "0 failed",
  cancelled: "100 : assumedly after job",
  full: 'queue instance "main.q@localhost" dropped because it is full',
} as const;

const FAILED_BY_END: Readonly<Record<TaskEnd, string>> = {
  ended: "100 : assumedly after job",
  preempted: "25  : rescheduling",
  "node lost": "19  : before writing exit_status",
  "out of time": "37  : qmaster enforced h_rt, h_cpu, or h_vmem limit",
  // A task that uses more memory than it may is killed like any other.
  "out of memory": "100 : assumedly after job",
  cancelled: "100 : assumedly after job",
};

const SCHEMA_ADDRESS = "http://arc.liv.ac.uk/repos/darcs/sge/source/dist/util/resources/schemas/qstat";
const escapeXml = (text: string): string => text.replaceAll('"', "&quot;").replaceAll("'", "&apos;");

export class StandInGridEngine extends StandInCommands {
  protected readonly noAnswer =
    'error: commlib error: got select error (Connection refused)\nunable to send message to qmaster using port 6444 on host "localhost": got send error';

  constructor() {
    super(STATE_WORDS, ["qsub", "qstat", "qacct", "qdel"]);
    this.hasAccounting = true;
  }

  endAs(task: StandInTask, end: TaskEnd): void {
    this.end(task, FAILED_BY_END[end]);
  }

  hold(task: StandInTask): void {
    task.state = "hqw";
  }

  /** A task that cannot be started waits in an error state. */
  failToStart(task: StandInTask, reason: string): void {
    this.end(task, "Eqw", reason);
  }

  protected canStart(): boolean {
    return true;
  }

  protected answer(program: string, args: string[], env: Record<string, string>): Answer {
    if (program === "qsub") return this.#qsub(args, env);
    if (program === "qstat") return args.includes("-j") ? this.#describe(args.at(-1) ?? "") : this.#qstat();
    if (program === "qacct") return this.#qacct(args.at(-1) ?? "");
    if (this.cancelRefusal !== null) return { stderr: `${this.cancelRefusal}\n`, code: 1 };
    const lines = args.map((id) => this.#qdel(id));
    const isMissing = lines.some((line) => /does not exist/.test(line));
    return { stdout: lines.join(""), code: isMissing ? 1 : 0 };
  }

  #qsub(args: string[], env: Record<string, string>): Answer {
    if (this.refusal !== null) return { stderr: `Unable to run job: ${this.refusal}\nExiting.\n`, code: 1 };
    this.submissions.push(args);
    const option = (name: string) => args[args.indexOf(`-${name}`) + 1] ?? "";
    const [first = "1", last = "1"] = option("t").split("-");
    const job = this.submit({
      name: option("N"),
      firstTask: Number(first),
      lastTask: Number(last),
      program: option("S"),
      programArgs: [args.at(-1) ?? ""],
      cwd: option("wd"),
      env: (id, task) => ({ ...env, JOB_ID: String(id), SGE_TASK_ID: String(task) }),
    });
    if (this.lostAnswers > 0) {
      this.lostAnswers--;
      return {
        stderr: "failed receiving gdi request response for mid=1 (can't find connection).\n",
        code: 1,
      };
    }
    return { stdout: `${job}.${option("t")}:1\n` };
  }

  #qstat(): Answer {
    const entries = (isRunning: boolean) =>
      this.tasks
        .filter((task) => (isRunning ? task.state === "r" : ["qw", "hqw", "Eqw"].includes(task.state)))
        .map(
          ({ job, number, name, state }) => `    <job_list state="${isRunning ? "running" : "pending"}">
      <JB_job_number>${job}</JB_job_number>
      <JAT_prio>0.50000</JAT_prio>
      <JB_name>${name}</JB_name>
      <JB_owner>root</JB_owner>
      <state>${state}</state>
      <queue_name>${isRunning ? "main.q@localhost" : ""}</queue_name>
      <slots>1</slots>
      <tasks>${number}</tasks>
    </job_list>
`,
        );
    return {
      stdout: `<?xml version='1.0'?>
<job_info  xmlns:xsd="${SCHEMA_ADDRESS}/qstat.xsd">
  <queue_info>
${entries(true).join("")}  </queue_info>
  <job_info>
${entries(false).join("")}  </job_info>
</job_info>
`,
    };
  }

  #describe(ids: string): Answer {
    const jobs = Map.groupBy(
      this.tasks.filter(({ job, state }) => ids.split(",").includes(String(job)) && /[rw]/.test(state)),
      ({ job }) => job,
    );
    const described = [...jobs].map(
      ([job, tasks]) => `    <element>
      <JB_job_number>${job}</JB_job_number>
      <JB_ja_tasks>
${tasks
  .filter(({ state }) => state === "Eqw")
  .map(
    ({ number, reason }) => `        <ulong_sublist>
          <JAT_task_number>${number}</JAT_task_number>
          <JAT_message_list>
            <ulong_sublist>
              <QIM_type>1</QIM_type>
              <QIM_message>${escapeXml(reason)}</QIM_message>
            </ulong_sublist>
          </JAT_message_list>
        </ulong_sublist>
`,
  )
  .join("")}      </JB_ja_tasks>
    </element>
`,
    );
    return {
      stdout: `<?xml version='1.0'?>
<detailed_job_info  xmlns:xsd="${SCHEMA_ADDRESS}/detailed_job_info.xsd">
  <djob_info>
${described.join("")}  </djob_info>
  <messages>
    <element>
      <SME_global_message_list>
        <element>
          <MES_message_number>37</MES_message_number>
          <MES_message>${escapeXml(STATE_WORDS.full)}</MES_message>
        </element>
      </SME_global_message_list>
    </element>
  </messages>
</detailed_job_info>
`,
    };
  }

  #qacct(name: string): Answer {
    const ended = this.tasks.filter((task) => task.name === name && /^\d/.test(task.state) && !task.isPurged);
    if (!this.hasAccounting || ended.length === 0)
      return { stderr: `error: job name ${name} not found\n`, code: 1 };
    const tables = ended.map(
      ({ job, number, state }) => `==============================================================
qname        main.q              
jobname      ${name}    
jobnumber    ${job}                   
taskid       ${number}                   
failed       ${state.replace(" failed", "")}    
exit_status  ${state === "0" ? "0" : "137                  (Killed)"}
`,
    );
    return { stdout: tables.join("") };
  }

  #qdel(id: string): string {
    const task = this.tasks.find(({ job, number }) => `${job}.${number}` === id);
    const [job, number] = id.split(".");
    if (task === undefined || /^\d/.test(task.state)) return `job "${job}" task "${number}" does not exist\n`;
    // What never ran is not accounted for.
    task.isPurged = task.state !== STATE_WORDS.running;
    this.cancel(task);
    return `root has registered the job-array task ${id} for deletion\n`;
  }
}
