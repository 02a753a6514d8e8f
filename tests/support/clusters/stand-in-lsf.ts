/** Stands in for LSF's commands. What it prints follows IBM's command reference of Spectrum LSF 10.1 (bsub, bjobs -json, bkill). */
import type { TaskEnd } from "@understudy/engine/worker/clusters/scheduler.ts";
import { type Answer, StandInCommands, type StandInTask } from "./stand-in-cluster.ts";

const STATE_WORDS = {
  pending: "PEND",
  running: "RUN",
  done: "DONE",
  failed: "EXIT",
  cancelled: "EXIT TERM_OWNER",
  full: "Job slot limit reached;",
} as const;

const EXIT_REASON_BY_END: Readonly<Record<TaskEnd, string>> = {
  ended: "",
  preempted: "TERM_PREEMPT: job killed after preemption",
  "node lost": "TERM_ZOMBIE: job exited while LSF is not available",
  "out of time": "TERM_RUNLIMIT: job killed after reaching LSF run time limit",
  "out of memory": "TERM_MEMLIMIT: job killed after reaching LSF memory usage limit",
  cancelled: "TERM_OWNER: job killed by owner",
};

export class StandInLsf extends StandInCommands {
  protected readonly noAnswer = "Cannot connect to LSF. Please wait ...";

  constructor() {
    super(STATE_WORDS, ["bsub", "bjobs", "bkill"]);
  }

  endAs(task: StandInTask, end: TaskEnd): void {
    this.end(task, "EXIT", EXIT_REASON_BY_END[end]);
  }

  hold(task: StandInTask): void {
    task.state = "PSUSP";
    task.reason = "The job was suspended by the user while pending;";
  }

  protected canStart(): boolean {
    return true;
  }

  protected answer(program: string, args: string[], env: Record<string, string>): Answer {
    if (program === "bsub") return this.#bsub(args, env);
    if (program === "bjobs") return this.#bjobs(args);
    if (this.cancelRefusal !== null) return { stderr: `${this.cancelRefusal}\n`, code: 255 };
    const answers = args.map((id) => this.#bkill(id));
    return {
      stdout: answers.map(({ stdout = "" }) => stdout).join(""),
      stderr: answers.map(({ stderr = "" }) => stderr).join(""),
      code: Math.max(...answers.map(({ code = 0 }) => code)),
    };
  }

  #bsub(args: string[], env: Record<string, string>): Answer {
    if (this.refusal !== null) return { stderr: `${this.refusal}\n`, code: 255 };
    this.submissions.push(args);
    const option = (name: string) => args[args.indexOf(`-${name}`) + 1] ?? "";
    const [, name = "", last = "1"] = /^(.*)\[1-(\d+)\]$/.exec(option("J")) ?? [];
    const job = this.submit({
      name,
      firstTask: 1,
      lastTask: Number(last),
      program: "/bin/sh",
      programArgs: ["-c", args.at(-1) ?? ""],
      // The patterns that bsub expands stand for the job, its index, the user and more.
      cwd: option("cwd").replaceAll(/%\w*/g, String(this.tasks.length)),
      env: (id, task) => ({ ...env, LSB_JOBID: String(id), LSB_JOBINDEX: String(task) }),
    });
    if (this.lostAnswers > 0) {
      this.lostAnswers--;
      return {
        stderr: "Failed in an LSF library call: Communication time out. Job not submitted.\n",
        code: 255,
      };
    }
    return { stdout: `Job <${job}> is submitted to default queue <normal>.\n` };
  }

  #bjobs(args: string[]): Answer {
    if (args.join(" ") !== "-a -json -o jobid stat job_name pend_reason exit_reason exit_code")
      return { stderr: `bjobs: illegal option: ${args.join(" ")}\n`, code: 255 };
    if (this.tasks.length === 0) return { stderr: "No job found\n", code: 255 };
    const records = this.tasks.map(({ job, number, name, state, reason }) => {
      const [stat = ""] = state.split(" ");
      const isOver = stat === "DONE" || stat === "EXIT";
      const exitReason = state === STATE_WORDS.cancelled ? EXIT_REASON_BY_END.cancelled : reason;
      return {
        JOBID: String(job),
        STAT: stat,
        JOB_NAME: `${name}[${number}]`,
        PEND_REASON: isOver ? "" : reason,
        EXIT_REASON: isOver ? exitReason : "",
        EXIT_CODE: stat === "EXIT" ? "130" : "",
      };
    });
    return { stdout: JSON.stringify({ COMMAND: "bjobs", JOBS: records.length, RECORDS: records }) };
  }

  #bkill(id: string): Answer {
    const task = this.tasks.find(({ job, number }) => `${job}[${number}]` === id);
    if (task === undefined) return { stderr: `Job <${id}>: No matching job found\n`, code: 255 };
    if (/^(DONE|EXIT)/.test(task.state))
      return { stderr: `Job <${id}>: Job has already finished\n`, code: 255 };
    this.cancel(task);
    return { stdout: `Job <${id}> is being terminated\n` };
  }
}
