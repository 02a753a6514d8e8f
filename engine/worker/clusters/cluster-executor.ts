/**
 * Hands simulations to the scheduler of a cluster: gathers them into batches, submits each batch as one job of several tasks,
 * and waits for the reports that the tasks leave on the shared disk. Two loops run beside each other: one reads the disk, the
 * other talks to the scheduler, whose commands may take long.
 *
 * A report on the disk decides. The scheduler's list only tells where a simulation stands, and that a task has ended without
 * leaving one. All that this client needs after it was killed is on the disk and in the names of the jobs, so that it finds
 * its jobs again whatever it had not written down.
 */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attempt, attemptKey, type Offer } from "@understudy/shared/worker/worker-simulation.ts";
import { isDiskFull } from "../files/disk.ts";
import type { CachedFiles } from "../files/file-cache.ts";
import type { Executor, PlacedRun, Resumed } from "../simulations/executor.ts";
import { listSources, type Spec } from "../simulations/prepare-directory.ts";
import { infrastructureReport, type Reports, type StoredReport } from "../simulations/reports.ts";
import { messageOf } from "../support/message-of.ts";
import {
  type ActiveBatch,
  type ActiveTask,
  type Entry,
  isOpen,
  judgeEndedTask,
  newEntry,
  openEntries,
} from "./active-batch.ts";
import { Gathering, type GatheringOptions, jobPrefix } from "./gathering.ts";
import { Jobs } from "./jobs.ts";

const LOOP_MS = 250;
/** Network disks show a file late to other machines: a task has left no report only after this time. */
const SETTLE_MS = 15_000;

export type ClusterContext = GatheringOptions & {
  readonly cache: CachedFiles;
  readonly readSpec: (version: number, signal: AbortSignal) => Promise<Spec>;
  readonly reports: Reports;
  /** Between two looks at the scheduler's list. */
  readonly pollMs: number;
  readonly settleMs?: number;
  readonly freeBytes: () => Promise<number>;
  readonly onProblem: (text: string) => void;
};

export class ClusterExecutor implements Executor {
  readonly scheduler: string;
  readonly #context: ClusterContext;
  readonly #batches = new Map<string, ActiveBatch>();
  readonly #gathering: Gathering;
  readonly #jobs: Jobs;
  /** By attempt: what an earlier start handed over, until `run` asks for it. */
  readonly #resumed = new Map<string, Entry>();
  readonly #closing = new AbortController();
  /** Resolves once the scheduler was asked to end what is not wanted by then. */
  #cancelling = Promise.withResolvers<void>();
  #lastProblem = "";

  constructor(context: ClusterContext) {
    this.#context = context;
    const { scheduler, pollMs, now, folder } = context;
    this.scheduler = scheduler.title;
    const onRefused = (entry: Entry, reason: string) => this.#fail(entry, reason);
    this.#gathering = new Gathering(context, onRefused);
    const prefix = jobPrefix(folder.root);
    this.#jobs = new Jobs({ scheduler, prefix, batches: this.#batches, pollMs, now, onRefused });
  }

  async resume(reported: readonly Attempt[]): Promise<Resumed> {
    const { batches } = this.#context.folder;
    const reportedKeys = new Set(reported.map(attemptKey));
    for (const id of await readdir(batches)) {
      const folder = join(batches, id);
      const batch = await this.#gathering.readBatch(folder);
      if (batch === null) await rm(folder, { recursive: true, force: true });
      else await this.#resumeBatch(batch, reportedKeys);
    }
    const open = [...this.#batches.values()].filter(isOpen);
    void this.#repeat(() => this.#collect());
    void this.#repeat(() => this.#manage());
    return {
      offers: [...this.#resumed.values()].map(({ offer }) => offer),
      neededFiles: new Set(open.flatMap(({ neededFiles }) => [...neededFiles])),
    };
  }

  async run(offer: Offer, run: PlacedRun): Promise<StoredReport> {
    const { end, kill } = run.signals;
    const handed = this.#resumeEntry(offer, run) ?? (await this.#handOver(offer, run));
    if ("report" in handed) return handed;
    const abort = () => void this.#giveUp(handed, (end.aborted ? end : kill).reason);
    for (const signal of [end, kill]) signal.addEventListener("abort", abort);
    if (end.aborted || kill.aborted) abort();
    try {
      return await handed.end.promise;
    } finally {
      for (const signal of [end, kill]) signal.removeEventListener("abort", abort);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  async #resumeBatch(batch: ActiveBatch, reported: ReadonlySet<string>): Promise<void> {
    const cancelled = await batch.files.marked("cancelled");
    const delivered = await batch.files.marked("reported");
    for (const entry of batch.tasks.flatMap(({ entries }) => entries)) {
      const key = attemptKey(entry.offer);
      // A report that a task has written since the others were read is there to be taken.
      const isDelivered = delivered.has(key) && !(await this.#context.reports.has(entry.offer));
      if (reported.has(key) || isDelivered || cancelled.has(key)) entry.isOver = true;
      else this.#resumed.set(key, entry);
    }
    // It may have been killed while it cancelled them.
    for (const task of batch.tasks) {
      const isCancelled = task.entries.some(({ offer }) => cancelled.has(attemptKey(offer)));
      if (isCancelled && openEntries(task).length === 0) task.demand = "unwanted";
    }
    this.#batches.set(batch.name, batch);
  }

  #resumeEntry(offer: Offer, run: PlacedRun): Entry | null {
    const key = attemptKey(offer);
    const entry = this.#resumed.get(key) ?? null;
    this.#resumed.delete(key);
    if (entry !== null) entry.run = run;
    return entry;
  }

  /**
   * @returns its entry; a report when it cannot be handed over
   * @throws the reason of the signal when it is not wanted any more
   */
  async #handOver(offer: Offer, run: PlacedRun): Promise<Entry | StoredReport> {
    const { readSpec, cache } = this.#context;
    const { end } = run.signals;
    try {
      const spec = await readSpec(offer.spec_version, end);
      // The tasks fetch nothing: what they need must be on the disk.
      for (const [source, file] of listSources(offer, spec)) await cache.get(source, file, end);
      const entry = newEntry(offer, run);
      this.#gathering.add(entry, spec);
      return entry;
    } catch (error) {
      end.throwIfAborted();
      return infrastructureReport(offer, messageOf(error));
    }
  }

  async #repeat(step: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await step().catch((error: unknown) => this.#reportProblem(messageOf(error)));
      await sleep(LOOP_MS, null, { signal }).catch(() => {});
    }
  }

  /** The same problem is reported once. */
  #reportProblem(text: string): void {
    if (text !== this.#lastProblem) this.#context.onProblem(text);
    this.#lastProblem = text;
  }

  /** Takes the reports that tasks have left, and decides about tasks that have left none. */
  async #collect(): Promise<void> {
    if (this.#batches.size === 0) return;
    const { folder, now, settleMs = SETTLE_MS } = this.#context;
    const names = new Set(await readdir(folder.results));
    for (const batch of [...this.#batches.values()]) {
      for (const task of batch.tasks) {
        for (const entry of openEntries(task))
          if (names.has(`${attemptKey(entry.offer)}.json`)) await this.#take(entry);
        const isSettled = task.endedSince !== null && now() - task.endedSince > settleMs;
        if (isSettled && task.listsSinceEnd >= 2) await this.#judge(batch, task);
      }
      await this.#forgetIfOver(batch);
    }
  }

  /** @returns whether its report is there */
  async #take(entry: Entry): Promise<boolean> {
    const report = await this.#context.reports.read(entry.offer);
    if (report === null) return false;
    const { running_time } = report.report;
    if (running_time !== null) this.#gathering.recordTime(entry.offer.spec_version, running_time);
    entry.isOver = true;
    entry.end.resolve(report);
    return true;
  }

  #fail(entry: Entry, reason: string): void {
    entry.isOver = true;
    entry.end.resolve(infrastructureReport(entry.offer, reason));
  }

  async #judge(batch: ActiveBatch, task: ActiveTask): Promise<void> {
    const open = openEntries(task);
    if (open.length === 0) return;
    const started = await batch.files.marked("started");
    const output = await batch.files.outputOf(task.number);
    const isFull = await isDiskFull(this.#context.freeBytes);
    for (const entry of open) {
      // It may have appeared on the disk since the folder was read.
      if (await this.#take(entry)) continue;
      const isStarted = started.has(attemptKey(entry.offer));
      const circumstances = {
        title: this.scheduler,
        state: task.state,
        isStarted,
        isDiskFull: isFull,
        output,
      };
      const { kind, reason } = judgeEndedTask(circumstances);
      if (kind === "given back" && entry.run !== null) entry.run.onTakenAway(reason);
      else this.#fail(entry, reason);
    }
  }

  async #forgetIfOver(batch: ActiveBatch): Promise<void> {
    const isNeeded = (task: ActiveTask) => openEntries(task).length > 0 || task.demand === "unwanted";
    if (batch.tasks.some(isNeeded)) return;
    this.#batches.delete(batch.name);
    // A task that ends at this moment may still write there; the next start removes what is left.
    await batch.files.remove().catch(() => {});
  }

  async #manage(): Promise<void> {
    const cancelling = this.#cancelling;
    this.#cancelling = Promise.withResolvers();
    try {
      await this.#gathering.createBatches(this.#batches);
      await this.#jobs.step();
    } finally {
      cancelling.resolve();
    }
  }

  /** Nobody wants it any more. It is rejected once its task was asked to end. */
  async #giveUp(entry: Entry, reason: unknown): Promise<void> {
    if (entry.isOver) return;
    entry.isOver = true;
    const batches = [...this.#batches.values()];
    const batch = batches.find(({ tasks }) => tasks.some(({ entries }) => entries.includes(entry)));
    this.#gathering.remove(entry);
    if (batch !== undefined) {
      await batch.files.mark(entry.offer, "cancelled").catch(() => {});
      const task = batch.tasks.find(({ entries }) => entries.includes(entry));
      if (task !== undefined && openEntries(task).length === 0) {
        task.demand = "unwanted";
        await this.#cancelling.promise;
      }
    }
    entry.end.reject(reason);
  }
}
