/**
 * The program of one task of a scheduler's job: `understudy-task FOLDER NUMBER`. It runs the simulations of that task one after
 * the other as the worker client does on its own machine, and leaves the report of each on the disk that it shares with the client.
 * A task that is started again runs what has no report yet. Exit code 0: all have one, or are not wanted any more.
 */
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Offer } from "@understudy/shared/worker/worker-simulation.ts";
import { freeBytesOf } from "../../files/disk.ts";
import { createReadOnlyCache } from "../../files/file-cache.ts";
import { describeFolders } from "../../files/folder.ts";
import { LogCapture } from "../../simulations/log-capture.ts";
import { createReports } from "../../simulations/reports.ts";
import { type SimulationContext, simulate } from "../../simulations/simulate.ts";
import { toolsOf } from "../../simulations/tools.ts";
import { type Batch, type BatchFiles, batchFilesAt } from "../batch-files.ts";

/** Schedulers give a task some 30 s from SIGTERM to SIGKILL. */
const GRACE_MS = 10_000;
/** A task looks this often whether its simulation is still wanted. */
const CANCEL_CHECK_MS = 1_000;
const [OK, FAILED, INTERRUPTED] = [0, 1, 75] as const;

/** The names by which schedulers give the job's id to its tasks. */
const JOB_VARIABLES = ["SLURM_ARRAY_JOB_ID", "JOB_ID", "LSB_JOBID"];

const readJobId = (env: NodeJS.ProcessEnv): string =>
  JOB_VARIABLES.map((name) => env[name]).find((value) => value !== undefined) ?? hostname();

function createContext(batch: Batch): SimulationContext {
  const folder = describeFolders(batch.root);
  return {
    folder,
    cache: createReadOnlyCache(folder.files),
    readSpec: () => Promise.resolve(batch.spec),
    tools: toolsOf(batch.tools, process.env),
    env: process.env,
    passed: batch.passed,
    only: batch.only,
    // Differs from the instance of every client: a client that starts does not end what runs in tasks on its machine.
    instance: `task-${process.pid}-${hostname()}`,
    graceMs: GRACE_MS,
    now: () => performance.now(),
    freeBytes: freeBytesOf(batch.root),
  };
}

/** Aborts the run of a simulation once it is not wanted any more. @returns a function that ends the watch */
function watchCancellation(offer: Offer, files: BatchFiles, cancelled: AbortController): () => void {
  const over = new AbortController();
  const watch = async () => {
    while (!over.signal.aborted) {
      await sleep(CANCEL_CHECK_MS, null, { ref: false, signal: over.signal });
      if ((await files.isMarked(offer, "cancelled")) || !(await files.exists()))
        cancelled.abort(new Error("It is not wanted any more."));
    }
  };
  watch().catch(() => {});
  return () => over.abort();
}

async function run(folder: string, task: number): Promise<number> {
  const files = batchFilesAt(folder);
  const batch = await files.read();
  // Its client has given all of it up.
  if (batch === null) return OK;
  const offers = batch.tasks[task];
  if (offers === undefined) throw new Error(`The batch has no task ${task}.`);
  if (!(await files.claim(task, readJobId(process.env)))) return OK;
  const ending = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => ending.abort(new Error(`The scheduler ended the task (${signal}).`)));
  const context = createContext(batch);
  // A client that starts removes from the folder of results what is not whole.
  const reports = createReports(context.folder.results, folder);
  const kill = new AbortController().signal;
  for (const offer of offers) {
    if (ending.signal.aborted) return INTERRUPTED;
    const isOver = (await files.isMarked(offer, "cancelled")) || (await files.isMarked(offer, "reported"));
    if (isOver || (await reports.has(offer))) continue;
    const cancelled = new AbortController();
    const stopWatching = watchCancellation(offer, files, cancelled);
    const signals = { end: AbortSignal.any([ending.signal, cancelled.signal]), kill };
    // A full disk costs the mark; the report says what became of the simulation.
    const onStarted = () => void files.mark(offer, "started").catch(() => {});
    try {
      const report = await simulate(offer, context, { log: new LogCapture(), signals, onStarted });
      await reports.store(report);
      // The client may have taken the last report of the batch, and removed its folder.
      await files.mark(offer, "reported").catch(() => {});
    } catch (error) {
      if (!signals.end.aborted) throw error;
    } finally {
      stopWatching();
    }
  }
  return ending.signal.aborted ? INTERRUPTED : OK;
}

const [folder = "", task = ""] = process.argv.slice(2);
process.exitCode = await run(folder, Number(task)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return FAILED;
});
