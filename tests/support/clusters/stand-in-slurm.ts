/**
 * Stands in for Slurm's commands. What it prints was recorded from sbatch, squeue and scancel of Slurm 22.05.8 (Debian 12)
 * without accounting; sacct's lines follow its manual page.
 */
import { join } from "node:path";
import type { TaskEnd } from "@understudy/engine/worker/clusters/scheduler.ts";
import { type Answer, StandInCommands, type StandInTask } from "./stand-in-cluster.ts";

const STATE_WORDS = {
  pending: "PENDING",
  running: "RUNNING",
  done: "COMPLETED",
  failed: "FAILED",
  cancelled: "CANCELLED",
  full: "Resources",
} as const;

const STATE_BY_END: Readonly<Record<TaskEnd, string>> = {
  ended: "FAILED",
  preempted: "PREEMPTED",
  "node lost": "NODE_FAIL",
  "out of time": "TIMEOUT",
  "out of memory": "OUT_OF_MEMORY",
  cancelled: "CANCELLED",
};

export class StandInSlurm extends StandInCommands {
  protected readonly noAnswer = "slurm_load_jobs error: Unable to contact slurm controller (connect failure)";

  constructor() {
    super(STATE_WORDS, ["sbatch", "squeue", "sacct", "scancel"]);
  }

  endAs(task: StandInTask, end: TaskEnd): void {
    this.end(task, STATE_BY_END[end]);
  }

  /** Puts a task back into the queue, as Slurm does when its node is gone or a better job needs the place. */
  requeue(task: StandInTask, reason = "BeginTime"): void {
    this.end(task, "PENDING", reason);
  }

  hold(task: StandInTask): void {
    task.reason = "JobHeldAdmin";
  }

  /** Slurm begins a task that it has put back only after a while. */
  protected canStart({ reason }: StandInTask): boolean {
    return !/Held|BeginTime/.test(reason);
  }

  protected answer(program: string, args: string[], env: Record<string, string>): Answer {
    if (program === "sbatch") return this.#sbatch(args, env);
    if (program === "squeue") return this.#squeue(args);
    if (program === "sacct") return this.#sacct(args);
    if (this.cancelRefusal !== null) return { stderr: `scancel: error: ${this.cancelRefusal}\n`, code: 1 };
    for (const id of args) this.#scancel(id);
    return {};
  }

  #sbatch(args: string[], env: Record<string, string>): Answer {
    if (this.refusal !== null) return { stderr: `sbatch: error: ${this.refusal}\n`, code: 1 };
    this.submissions.push(args);
    const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? "";
    const [, last = "0"] = option("array").split("-");
    const cwd = option("chdir");
    const job = this.submit({
      name: option("job-name"),
      firstTask: 0,
      lastTask: Number(last),
      program: args.at(-1) ?? "",
      cwd,
      env: (id, task) => ({ ...env, SLURM_ARRAY_JOB_ID: String(id), SLURM_ARRAY_TASK_ID: String(task) }),
      output: (task) => join(cwd, option("output").replace("%a", String(task))),
    });
    if (this.lostAnswers > 0) {
      this.lostAnswers--;
      const text = "Batch job submission failed: Socket timed out on send/recv operation";
      return { stderr: `sbatch: error: ${text}\n`, code: 1 };
    }
    return { stdout: `${job}\n` };
  }

  #squeue(args: string[]): Answer {
    const format = "--format=%F|%K|%T|%r|%j";
    if (args.join(" ") !== `--noheader --array --states=all --me ${format}`)
      return { stderr: `squeue: unrecognized options: ${args.join(" ")}\n`, code: 1 };
    const lines = this.tasks.flatMap(({ job, number, state, reason, name, isPurged }) =>
      isPurged ? [] : [`${job}|${number}|${state}|${reason || "None"}|${name}\n`],
    );
    return { stdout: lines.join("") };
  }

  #sacct(args: string[]): Answer {
    if (!this.hasAccounting) return { stderr: "Slurm accounting storage is disabled\n", code: 1 };
    const names = (args.find((arg) => arg.startsWith("--name=")) ?? "").slice("--name=".length).split(",");
    const lines = this.tasks.flatMap(({ job, number, state, name }) =>
      names.includes(name) ? [`${job}_${number}|${state}|${name}\n`] : [],
    );
    return { stdout: lines.join("") };
  }

  #scancel(id: string): void {
    for (const task of this.tasks)
      if (`${task.job}_${task.number}` === id && this.isActive(task)) this.cancel(task);
  }
}
