/**
 * Stands in for a scheduler where a test makes happen what no real cluster does on request: a node that fails, a job that is
 * preempted, an answer that is lost. A test's process holds its state; its tasks are real processes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import type { TaskEnd } from "@understudy/engine/worker/clusters/scheduler.ts";
import { z } from "zod";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import type { Cluster } from "./real-slurm.ts";

const request = z.object({ args: z.array(z.string()), env: z.record(z.string(), z.string()) });
export type Answer = { readonly stdout?: string; readonly stderr?: string; readonly code?: number };

/** `state` and `reason` are the scheduler's own words. */
export type StandInTask = {
  readonly job: number;
  /** As the scheduler numbers it. */
  readonly number: number;
  readonly name: string;
  readonly start: () => ChildProcess;
  state: string;
  reason: string;
  process: ChildProcess | null;
  /** It is not listed any more. */
  isPurged: boolean;
};

export type Submission = {
  readonly name: string;
  readonly firstTask: number;
  readonly lastTask: number;
  readonly program: string;
  readonly programArgs?: readonly string[];
  readonly cwd: string;
  /** The environment of a task. */
  readonly env: (job: number, task: number) => Record<string, string>;
  /** The file to which a task's output is appended. */
  readonly output?: (task: number) => string;
};

/** The states of a task in the scheduler's own words. */
type Words = {
  readonly pending: string;
  readonly running: string;
  readonly done: string;
  readonly failed: string;
  readonly cancelled: string;
  /** The reason of a task that waits for others to end. */
  readonly full: string;
};

export abstract class StandInCluster implements Cluster {
  abstract readonly env: Readonly<Record<string, string>>;
  readonly submissions: (readonly string[])[] = [];
  /** Tasks that run at a time. */
  slots = 4;
  /** The words by which it refuses jobs; null: it takes them. */
  refusal: string | null = null;
  /** The words by which it fails to cancel; null: it cancels. */
  cancelRefusal: string | null = null;
  /** It takes so many jobs without being able to say so. */
  lostAnswers = 0;
  /** True: it answers nothing. */
  isDown = false;
  hasAccounting = false;
  readonly tasks: StandInTask[] = [];
  readonly #words: Words;
  #jobs = 0;

  constructor(words: Words) {
    this.#words = words;
    atEnd("a stand-in for a cluster", () => {
      // What still waits must not start where a task ends.
      this.slots = 0;
      for (const task of this.tasks) this.#kill(task, "SIGKILL");
    });
  }

  abstract readonly command: Cluster["command"];
  /** Ends a task as a cluster does, for this reason. */
  abstract endAs(task: StandInTask, end: TaskEnd): void;
  /** A task that waits does not start until it is released. */
  abstract hold(task: StandInTask): void;
  protected abstract canStart(task: StandInTask): boolean;

  listed(...states: string[]): StandInTask[] {
    return this.tasks.filter(({ state }) => states.includes(state));
  }

  get running(): StandInTask[] {
    return this.listed(this.#words.running);
  }

  get pending(): StandInTask[] {
    return this.listed(this.#words.pending);
  }

  get cancelled(): StandInTask[] {
    return this.listed(this.#words.cancelled);
  }

  isActive({ state }: StandInTask): boolean {
    return state === this.#words.pending || state === this.#words.running;
  }

  release(task: StandInTask): void {
    task.state = this.#words.pending;
    task.reason = "";
    this.startTasks();
  }

  /** Kills the process of a task and says how it ended. */
  end(task: StandInTask, state: string, reason = ""): void {
    task.state = state;
    task.reason = reason;
    this.#kill(task, "SIGKILL");
  }

  /** @returns the number of the job */
  protected submit(submission: Submission): number {
    const job = ++this.#jobs;
    const { firstTask, lastTask, name, program, programArgs = [], cwd, env, output } = submission;
    for (let number = firstTask; number <= lastTask; number++) {
      const start = () => {
        const target = output === undefined ? ("ignore" as const) : openSync(output(number), "a");
        return spawn(program, [...programArgs], {
          cwd,
          env: env(job, number),
          stdio: ["ignore", target, target],
          detached: true,
        });
      };
      this.tasks.push({
        ...{ job, number, name, start, process: null, isPurged: false },
        state: this.#words.pending,
        reason: "",
      });
    }
    this.startTasks();
    return job;
  }

  startTasks(): void {
    for (const task of this.pending) {
      if (!this.canStart(task)) continue;
      if (this.running.length >= this.slots) {
        task.reason = this.#words.full;
        continue;
      }
      Object.assign(task, { state: this.#words.running, reason: "" });
      const child = task.start();
      task.process = child;
      child.once("exit", (code) => {
        if (task.process === child && task.state === this.#words.running)
          task.state = code === 0 ? this.#words.done : this.#words.failed;
        this.startTasks();
      });
    }
  }

  protected cancel(task: StandInTask): void {
    task.state = this.#words.cancelled;
    this.#kill(task, "SIGTERM");
  }

  #kill({ process: child }: StandInTask, signal: NodeJS.Signals): void {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    // It and what it has started, as far as that has not left its group.
    process.kill(-child.pid, signal);
  }
}

/** A stand-in for commands: programs of these names hand their arguments to this process. */
export abstract class StandInCommands extends StandInCluster {
  readonly env: Readonly<Record<string, string>>;

  constructor(words: Words, programs: readonly string[]) {
    super(words);
    const folder = temporaryFolder("cluster");
    const bin = join(folder, "bin");
    mkdirSync(bin);
    const socket = join(folder, "socket");
    const client = join(import.meta.dirname, "stand-in-command.ts");
    for (const program of programs) {
      const script = `#!/bin/sh\nexec '${process.execPath}' '${client}' '${socket}' ${program} "$@"\n`;
      writeFileSync(join(bin, program), script);
      chmodSync(join(bin, program), 0o755);
    }
    this.env = { PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
    const server = createServer({ allowHalfOpen: true }, (connection) => {
      // A client that is killed takes its commands with it.
      connection.on("error", () => {});
      void text(connection).then((sent) => {
        const { args, env } = request.parse(JSON.parse(sent));
        const { stdout = "", stderr = "", code = 0 } = this.#answerUnlessDown(args, env);
        connection.end(JSON.stringify({ stdout, stderr, code }));
      });
    });
    server.listen(socket);
    atEnd("the socket of a stand-in", () => void server.close());
  }

  /** Runs one of its programs. */
  protected abstract answer(program: string, args: string[], env: Record<string, string>): Answer;
  /** The words of a program that does not reach the scheduler. */
  protected abstract readonly noAnswer: string;

  readonly command = (program: string, ...args: string[]): Promise<string> => {
    const { stdout = "", stderr = "", code = 0 } = this.answer(program, args, {});
    return code === 0 ? Promise.resolve(stdout) : Promise.reject(new Error(stderr));
  };

  #answerUnlessDown([program = "", ...args]: string[], env: Record<string, string>): Answer {
    return this.isDown ? { stderr: `${this.noAnswer}\n`, code: 1 } : this.answer(program, args, env);
  }
}
