import { Worker } from "node:worker_threads";
import type { OutputSensitivity, SensitivityOptions } from "../sensitivity/sensitivity.ts";
import type { EmulatorFile } from "./prediction.ts";
import type { SensitivityReply, SensitivityTask } from "./sensitivity-protocol.ts";

export interface SensitivityService {
  /**
   * What was found, or is being looked for; begun by the first who asks. Nobody need wait: whoever asks again joins in. What
   * nobody has asked for in a while is given up.
   * @throws (rejects) Error with a sentence for the user: unreadable emulator, no such output, deadline passed, given up.
   */
  study(file: EmulatorFile, output: string): Promise<OutputSensitivity>;
  /** Ends what is running; what is waiting is rejected. */
  close(): Promise<void>;
}

export interface SensitivityServiceOptions {
  /** Milliseconds that one study may take once it has begun. */
  deadline: number;
  /** Milliseconds after which a study that nobody has asked for again is given up. */
  interest: number;
  options: SensitivityOptions;
}

interface Study extends SensitivityTask {
  key: string;
  answer: PromiseWithResolvers<OutputSensitivity>;
  isOver: boolean;
  /** Runs out when nobody asks any more. */
  interest: NodeJS.Timeout;
}

/** Studies kept, those longest unused forgotten first: the largest take about 0.3 MB. */
const MOST_KEPT = 200;
/** For this long a failure is told to whoever asks; then it is tried again. */
const FAILURE_MS = 10_000;

/**
 * One study at a time, each in a thread of its own that ends with it: predictions have theirs, and never wait for a study. The
 * file under one key never changes, so what was found of it stays true.
 */
export function createSensitivityService(service: SensitivityServiceOptions): SensitivityService {
  const studies = new Map<string, Study>();
  let waiting: Study[] = [];
  let running: { study: Study; worker: Worker; deadline: NodeJS.Timeout } | null = null;
  let closed = false;

  function begin(key: string, { path }: EmulatorFile, output: string): Study {
    const answer = Promise.withResolvers<OutputSensitivity>();
    // Whoever asked may have left; a failure is theirs to hear, not the process's.
    answer.promise.catch(() => {});
    const study: Study = {
      key,
      path,
      output,
      options: service.options,
      answer,
      isOver: false,
      interest: setTimeout(() => giveUp(study), service.interest).unref(),
    };
    waiting.push(study);
    next();
    return study;
  }

  function next(): void {
    if (running !== null || closed) return;
    const study = waiting.shift();
    if (study === undefined) return;
    const { path, output, options } = study;
    const workerData: SensitivityTask = { path, output, options };
    const worker = new Worker(new URL("./sensitivity-worker.ts", import.meta.url), { workerData });
    const late = () => end(study, "Finding the sensitivities took too long. Please try again.");
    running = { study, worker, deadline: setTimeout(late, service.deadline).unref() };
    worker.on("message", (reply: SensitivityReply) => {
      if (reply.kind === "found") succeed(study, reply.sensitivity);
      else end(study, reply.message);
    });
    worker.on("error", () => end(study, "Finding the sensitivities failed. Please try again."));
    worker.on("exit", () => end(study, "Finding the sensitivities failed. Please try again."));
  }

  function succeed(study: Study, sensitivity: OutputSensitivity): void {
    if (study.isOver) return;
    finish(study);
    study.answer.resolve(sensitivity);
  }

  function end(study: Study, message: string): void {
    if (study.isOver) return;
    finish(study);
    study.answer.reject(new Error(message));
    const forget = setTimeout(() => {
      if (studies.get(study.key) === study) studies.delete(study.key);
    }, FAILURE_MS);
    forget.unref();
  }

  function giveUp(study: Study): void {
    end(study, "Nobody was waiting for the sensitivities any more.");
    // Whoever comes later is not told of it.
    if (studies.get(study.key) === study) studies.delete(study.key);
  }

  function finish(study: Study): void {
    study.isOver = true;
    clearTimeout(study.interest);
    waiting = waiting.filter((other) => other !== study);
    if (running?.study !== study) return;
    clearTimeout(running.deadline);
    void running.worker.terminate();
    running = null;
    next();
  }

  function keep(study: Study): void {
    studies.delete(study.key);
    studies.set(study.key, study);
    for (const [key, { isOver }] of studies) {
      if (studies.size <= MOST_KEPT) break;
      if (isOver) studies.delete(key);
    }
  }

  return {
    study: async (file, output) => {
      if (closed) throw new Error("The server is shutting down.");
      const key = JSON.stringify([file.key, output]);
      const study = studies.get(key) ?? begin(key, file, output);
      keep(study);
      if (!study.isOver) study.interest.refresh();
      return await study.answer.promise;
    },
    close: async () => {
      closed = true;
      const worker = running?.worker;
      for (const study of studies.values()) end(study, "The server is shutting down.");
      await worker?.terminate();
    },
  };
}
