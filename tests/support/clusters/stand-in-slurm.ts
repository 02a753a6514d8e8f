/**
 * Stands in for Slurm's commands where a test makes happen what no real cluster does on request: a node that fails, a job that is
 * preempted, an answer that is lost. What it prints was recorded from sbatch, squeue and scancel of Slurm 22.05.8 (Debian 12)
 * without accounting; sacct's lines follow its manual page. A test's process holds its state; its tasks are real processes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import type { Cluster } from "./real-slurm.ts";

const COMMAND_NAMES = ["sbatch", "squeue", "sacct", "scancel"] as const;
const request = z.object({ args: z.array(z.string()), env: z.record(z.string(), z.string()) });
type Request = z.infer<typeof request>;
type Answer = { stdout?: string; stderr?: string; code?: number };

type Task = {
  readonly job: number;
  readonly number: number;
  readonly name: string;
  readonly start: () => ChildProcess;
  state: string;
  reason: string;
  process: ChildProcess | null;
  /** It is not listed any more. */
  isPurged: boolean;
};

const ENDED_STATES = [
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "PREEMPTED",
  "NODE_FAIL",
  "TIMEOUT",
  "OUT_OF_MEMORY",
];

export class StandInSlurm implements Cluster {
  readonly env: Readonly<Record<string, string>>;
  readonly submissions: (readonly string[])[] = [];
  /** Tasks that run at a time. */
  slots = 4;
  /** The words by which sbatch refuses jobs; null: it takes them. */
  refusal: string | null = null;
  /** The words by which scancel fails; null: it cancels. */
  cancelRefusal: string | null = null;
  /** sbatch takes so many jobs without being able to say so. */
  lostAnswers = 0;
  hasAccounting = false;
  readonly tasks: Task[] = [];
  #jobs = 0;

  constructor() {
    const folder = temporaryFolder("slurm");
    const bin = join(folder, "bin");
    mkdirSync(bin);
    const socket = join(folder, "socket");
    const client = join(import.meta.dirname, "stand-in-command.ts");
    for (const program of COMMAND_NAMES) {
      const script = `#!/bin/sh\nexec '${process.execPath}' '${client}' '${socket}' ${program} "$@"\n`;
      writeFileSync(join(bin, program), script);
      chmodSync(join(bin, program), 0o755);
    }
    this.env = { PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
    const server = createServer({ allowHalfOpen: true }, (connection) => {
      // A client that is killed takes its commands with it.
      connection.on("error", () => {});
      void text(connection).then((sent) => {
        const { stdout = "", stderr = "", code = 0 } = this.#answer(request.parse(JSON.parse(sent)));
        connection.end(JSON.stringify({ stdout, stderr, code }));
      });
    });
    server.listen(socket);
    atEnd("a stand-in for Slurm", () => {
      server.close();
      for (const task of this.tasks) this.#kill(task, "SIGKILL");
    });
  }

  command = (program: string, ...args: string[]): Promise<string> => {
    const { stdout = "", stderr = "", code = 0 } = this.#answer({ args: [program, ...args], env: {} });
    return code === 0 ? Promise.resolve(stdout) : Promise.reject(new Error(stderr));
  };

  listed(...states: string[]): Task[] {
    return this.tasks.filter(({ state }) => states.includes(state));
  }

  /** Ends a task as a cluster does, for this reason. */
  end(task: Task, state: string): void {
    task.state = state;
    task.reason = "None";
    this.#kill(task, "SIGKILL");
  }

  /** Puts a task back into the queue, as Slurm does when its node is gone or a better job needs the place. */
  requeue(task: Task, reason = "BeginTime"): void {
    this.end(task, "PENDING");
    task.reason = reason;
  }

  hold(task: Task): void {
    task.reason = "JobHeldAdmin";
  }

  release(task: Task): void {
    task.reason = "None";
    this.#startTasks();
  }

  #kill({ process: child }: Task, signal: NodeJS.Signals): void {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    // It and what it has started, as far as that has not left its group.
    process.kill(-child.pid, signal);
  }

  #answer({ args: [program, ...args], env }: Request): Answer {
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
    const job = ++this.#jobs;
    const [, last = "0"] = option("array").split("-");
    const cwd = option("chdir");
    for (let number = 0; number <= Number(last); number++) {
      const start = () => {
        const output = openSync(join(cwd, option("output").replace("%a", String(number))), "a");
        const ids = { SLURM_ARRAY_JOB_ID: String(job), SLURM_ARRAY_TASK_ID: String(number) };
        const stdio = ["ignore", output, output] as const;
        return spawn(args.at(-1) ?? "", [], {
          cwd,
          env: { ...env, ...ids },
          stdio: [...stdio],
          detached: true,
        });
      };
      const task = { job, number, name: option("job-name"), start, process: null, isPurged: false };
      this.tasks.push({ ...task, state: "PENDING", reason: "None" });
    }
    this.#startTasks();
    if (this.lostAnswers > 0) {
      this.lostAnswers--;
      const text = "Batch job submission failed: Socket timed out on send/recv operation";
      return { stderr: `sbatch: error: ${text}\n`, code: 1 };
    }
    return { stdout: `${job}\n` };
  }

  #startTasks(): void {
    for (const task of this.listed("PENDING")) {
      // Slurm begins a task that it has put back only after a while.
      if (/Held|BeginTime/.test(task.reason)) continue;
      if (this.listed("RUNNING").length >= this.slots) {
        task.reason = "Resources";
        continue;
      }
      Object.assign(task, { state: "RUNNING", reason: "None" });
      const child = task.start();
      task.process = child;
      child.once("exit", (code) => {
        if (task.process === child && task.state === "RUNNING")
          task.state = code === 0 ? "COMPLETED" : "FAILED";
        this.#startTasks();
      });
    }
  }

  #squeue(args: string[]): Answer {
    const format = "--format=%F|%K|%T|%r|%j";
    if (args.join(" ") !== `--noheader --array --states=all --me ${format}`)
      return { stderr: `squeue: unrecognized options: ${args.join(" ")}\n`, code: 1 };
    const lines = this.tasks.flatMap(({ job, number, state, reason, name, isPurged }) =>
      isPurged ? [] : [`${job}|${number}|${state}|${reason}|${name}\n`],
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
    for (const task of this.tasks) {
      if (`${task.job}_${task.number}` !== id || ENDED_STATES.includes(task.state)) continue;
      task.state = "CANCELLED";
      this.#kill(task, "SIGTERM");
    }
  }
}
