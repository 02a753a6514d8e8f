/** Makes exports in child processes, a few at a time, and keeps what it made. */
import { randomUUID } from "node:crypto";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { describeDiskFault } from "@understudy/engine/dataset/storage/disk-faults.ts";
import type { ExportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { userMessage } from "@understudy/shared/user-error.ts";
import pLimit from "p-limit";
import { log } from "../core/log.ts";
import { notFound, Problem } from "../core/problem.ts";
import { isDuplicate } from "../models/collection.ts";
import type { EmulatorExportRecord } from "../models/emulator-export.ts";
import type { JobRecord } from "../models/job.ts";
import type { User } from "../models/user.ts";
import type { LiveRecordsAndFiles, Platform } from "../platform/platform.ts";
import { claimAbandoned } from "./abandoned-exports.ts";
import { isProcessorNeeded } from "./ahead.ts";
import { createOrder, runExportChild } from "./export-child.ts";
import { effectiveOptions, exportKey, refuseUnknownOutputs } from "./export-key.ts";
import { NetworkTurns, prepareFolder } from "./kept-networks.ts";
import { ABANDONED_LEASE, BEING_MADE, isAbandoned, leaseFrom, RENEWAL_MS } from "./lease.ts";
import type { ExportProgress } from "./messages.ts";
import { removeExports, removeUnusedExports } from "./remove-exports.ts";

const RETRY_AFTER_SECONDS = 10;
const createRefusal = (text: string) => new Problem(503, text, { retryAfter: RETRY_AFTER_SECONDS });
const describeFailure = (error: unknown) =>
  describeDiskFault(error) ?? userMessage(error, MESSAGES.exportFailed);
/** Exports whose process has ended are searched for at this interval: they wait at most this much longer than their lease. */
const RESUME_MS = 5_000;

/** An export that this process makes. */
type RunningExport = {
  /** With the progress so far, which is stored with every renewal. */
  latest: EmulatorExportRecord;
  /** Ends the child process. */
  readonly abort: AbortController;
  /** Lets the child process finish sooner, at the cost of accuracy: somebody waits for it now. */
  readonly hurry: AbortController;
};

type ExportPlatform = LiveRecordsAndFiles & Pick<Platform, "space" | "databaseClock">;

export class ExportService {
  readonly #platform: ExportPlatform;
  readonly #limit = pLimit(EXPORT_LIMITS.atOnce);
  readonly #turns = new NetworkTurns();
  /** By the token of the export. */
  readonly #running = new Map<string, RunningExport>();
  readonly #renewal: NodeJS.Timeout;
  readonly #resumption: NodeJS.Timeout;
  #isClosed = false;
  #isDraining = false;

  constructor(platform: ExportPlatform) {
    this.#platform = platform;
    this.#renewal = setInterval(() => {
      this.#renew().catch((err: unknown) => log.warn({ err }, "exports could not be renewed"));
    }, RENEWAL_MS).unref();
    this.#resumption = setInterval(() => {
      this.#resumeAbandoned().catch((err: unknown) => log.warn({ err }, "exports could not be resumed"));
    }, RESUME_MS).unref();
  }

  /**
   * Returns the requested export: an existing one, one that is being made, or a new one that is begun.
   * @throws Problem 404 where the job has no emulator, 409 where that is still improving, 400 where that has no such output, 429 and
   *   503 where too much is being made, 413 where the disk is full
   */
  async request(
    job: JobRecord,
    user: User,
    format: ExportFormat,
    requested: ExportOptions,
  ): Promise<EmulatorExportRecord> {
    const { emulator_file } = job;
    if (emulator_file === null) throw notFound(MESSAGES.noEmulator(job.name));
    if (job.emulator_stage === "provisional") throw new Problem(409, MESSAGES.provisionalEmulator(job.name));
    refuseUnknownOutputs(job, requested);
    const { emulatorExports } = this.#platform.store;
    const options = effectiveOptions(format, requested);
    const key = exportKey(job, format, options);
    const _id = `${job._id}:${key}`;
    const now = await this.#platform.store.readTime();
    const existing = await emulatorExports.findOne({ _id });
    if (existing !== null && (await this.#isUsable(existing, now))) return await this.#use(existing, user);
    await this.#requireTurn(user, now);
    const record: EmulatorExportRecord = {
      ...{ _id, job_id: job._id, key, emulator_file, emulator_version: job.emulator_version },
      ...{ format, options, state: "queued", progress: 0, text: MESSAGES.exportQueued },
      ...{ step: null, remaining_seconds: null, is_ahead: false },
      ...{ user_id: user._id, creation_time: new Date(), used_time: new Date() },
      ...{ token: randomUUID(), lease_until: leaseFrom(now), restarts: 0, made: null },
    };
    // Another request may do the same at this moment: the one whose record is stored makes it.
    if (existing !== null) await emulatorExports.remove({ _id, token: existing.token });
    try {
      await emulatorExports.insert(record);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return (await emulatorExports.findOne({ _id })) ?? record;
    }
    this.#platform.publish.export(record);
    await this.#begin(record, job);
    return record;
  }

  /** Counts the exports that this process makes. */
  countWork(): number {
    return this.#running.size;
  }

  /** Begins no more exports, or begins them again. */
  drain(isDraining: boolean): void {
    this.#isDraining = isDraining;
  }

  /** Cancels an export that is being made, by whichever process, or removes its files. */
  async remove(record: EmulatorExportRecord): Promise<void> {
    this.#running.get(record.token)?.abort.abort(new Error("The export was cancelled."));
    await removeExports(this.#platform, [record]);
  }

  /** Marks an export as requested by this person. The process that makes it ahead sees that at its next renewal. */
  async #use(existing: EmulatorExportRecord, { _id: user_id }: User): Promise<EmulatorExportRecord> {
    const { _id, is_ahead } = existing;
    const change = { used_time: new Date(), is_ahead: false, ...(is_ahead && { user_id }) };
    const used = (await this.#platform.store.emulatorExports.update({ _id }, change)) ?? existing;
    if (is_ahead) this.#platform.publish.export(used);
    return used;
  }

  /** Restarts exports whose process has ended. With nothing else to do, it begins one that nobody has requested yet. */
  async #resumeAbandoned(): Promise<void> {
    const places = EXPORT_LIMITS.atOnce - this.#running.size;
    if (places <= 0 || this.#isClosed || this.#isDraining) return;
    const except = [...this.#running.keys()];
    const claimed = await claimAbandoned(this.#platform, { count: places, isAhead: false, except });
    if (claimed.length + this.#running.size === 0 && !(await isProcessorNeeded(this.#platform.store)))
      claimed.push(...(await claimAbandoned(this.#platform, { count: 1, isAhead: true, except })));
    for (const { record, job } of claimed) await this.#begin(record, job);
  }

  /** Ends the running exports. Another process, or the next start, begins them again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#renewal);
    clearInterval(this.#resumption);
    const abandoned = [...this.#running.values()].map(({ latest: { _id, token }, abort }) => {
      abort.abort(new Error("The web process ends."));
      return this.#leave({ _id, token });
    });
    await Promise.all(abandoned);
  }

  async #isUsable(record: EmulatorExportRecord, now: Date): Promise<boolean> {
    if (record.state === "failed" || isAbandoned(record, now)) return false;
    if (record.made === null) return true;
    const { storage } = this.#platform;
    const path = join(storage.exportDir(record.job_id, record.key), record.made.file_name);
    return (await stat(path).catch(() => null)) !== null;
  }

  /** @throws Problem 429 where this person, or 503 where everybody together, has too many */
  async #requireTurn(user: User, now: Date): Promise<void> {
    const count = await this.#platform.store.emulatorExports.count({
      user_id: user._id,
      state: { $in: [...BEING_MADE] },
      is_ahead: { $ne: true },
      lease_until: { $gte: now },
    });
    if (count >= EXPORT_LIMITS.ofPerson)
      throw new Problem(429, MESSAGES.tooManyExports(EXPORT_LIMITS.ofPerson), {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    if (this.#isDraining) throw createRefusal(MESSAGES.exportsDrained);
    if (this.#running.size >= EXPORT_LIMITS.atOnce + EXPORT_LIMITS.waiting || this.#isClosed)
      throw createRefusal(MESSAGES.exportsTaken);
    if ((await this.#platform.space.refusal(EXPORT_LIMITS.neededBytes)) !== null)
      throw new Problem(413, MESSAGES.exportNoSpace);
  }

  /** Leaves an export to whichever process searches next for exports that nobody makes. */
  async #leave({ _id, token }: Pick<EmulatorExportRecord, "_id" | "token">): Promise<void> {
    await this.#platform.store.emulatorExports.update({ _id, token }, { lease_until: ABANDONED_LEASE });
  }

  async #begin(record: EmulatorExportRecord, job: JobRecord): Promise<void> {
    // The process may have been drained while the record was stored or claimed.
    if (this.#isClosed || this.#isDraining) return await this.#leave(record);
    const running = { latest: record, abort: new AbortController(), hurry: new AbortController() };
    this.#running.set(record.token, running);
    void this.#turns
      .run(record, () => this.#limit(() => this.#make(running, job)))
      .catch((err: unknown) => log.error({ err, export: record._id }, "an export could not be recorded"))
      .finally(() => this.#running.delete(record.token));
  }

  async #make(running: RunningExport, job: JobRecord): Promise<void> {
    const { latest: record, abort } = running;
    if (abort.signal.aborted || !(await this.#write(record, { state: "running" }))) return;
    try {
      const made = await this.#makeFiles(running, job);
      const done = { progress: 1, text: "", step: null, remaining_seconds: null, is_ahead: false };
      const isKept = await this.#write(record, { state: "complete", ...done, made });
      if (!isKept) await this.#removeIfDeleted(record);
      await removeUnusedExports(this.#platform, job._id);
    } catch (error) {
      if (abort.signal.aborted) return;
      log.info({ err: error, export: record._id }, "an export failed");
      if (running.latest.is_ahead) await removeExports(this.#platform, [record]);
      else await this.#write(record, { state: "failed", text: describeFailure(error) });
    }
  }

  /** Removes the files of an export that was deleted at this moment, but not those that another process has begun to make again. */
  async #removeIfDeleted(record: EmulatorExportRecord): Promise<void> {
    const { _id } = record;
    if ((await this.#platform.store.emulatorExports.findOne({ _id })) === null)
      await removeExports(this.#platform, [record]);
  }

  /** Makes the files in a folder of their own and then moves it into place: all files exist, or none. */
  async #makeFiles(
    running: RunningExport,
    job: JobRecord,
  ): Promise<NonNullable<EmulatorExportRecord["made"]>> {
    const { storage, publish } = this.#platform;
    const { latest: record, abort, hurry } = running;
    const folder = storage.exportDir(job._id, record.key);
    const unfinished = storage.unfinishedExportDir(job._id, record.key, record.token);
    const onProgress = (progress: ExportProgress) => {
      if (abort.signal.aborted) return;
      running.latest = { ...running.latest, state: "running", ...progress };
      publish.exportProgress(running.latest);
    };
    try {
      await prepareFolder(this.#platform, record, unfinished);
      const order = createOrder(record, job, { workDir: storage.workDir(job._id), folder: unfinished });
      const made = await runExportChild(order, { signal: abort.signal, hurry: hurry.signal, onProgress });
      const readSize = async (name: string) => (await stat(join(unfinished, name))).size;
      const size_bytes = await readSize(made.file_name);
      const model_bytes = made.model_name === null ? 0 : await readSize(made.model_name);
      await rm(folder, { recursive: true, force: true });
      await rename(unfinished, folder);
      return { ...made, size_bytes, model_bytes };
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }

  /** Stores a change. @returns false where the export has been cancelled */
  async #write(
    { _id, token }: EmulatorExportRecord,
    change: Partial<EmulatorExportRecord>,
  ): Promise<boolean> {
    const { emulatorExports, readTime } = this.#platform.store;
    const lease_until = leaseFrom(await readTime());
    const written = await emulatorExports.update({ _id, token }, { ...change, lease_until });
    if (written !== null) this.#platform.publish.export(written);
    return written !== null;
  }

  /** Stores the progress of the running exports, and ends those that were cancelled or must give way. */
  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    const lease_until = leaseFrom(await this.#platform.store.readTime());
    for (const running of [...this.#running.values()].filter(({ abort }) => !abort.signal.aborted)) {
      const { _id, token, progress, text, step, remaining_seconds } = running.latest;
      const only = { _id, token, state: { $in: [...BEING_MADE] } };
      const change = { progress, text, step, remaining_seconds, lease_until };
      const renewed = await this.#platform.store.emulatorExports
        .update(only, change)
        .catch(() => running.latest);
      if (renewed === null) running.abort.abort(new Error("The export was cancelled."));
      else if (!renewed.is_ahead && running.latest.is_ahead) {
        running.latest = { ...running.latest, is_ahead: false, user_id: renewed.user_id };
        running.hurry.abort();
      } else if (renewed.is_ahead) await this.#giveWay(running);
    }
  }

  /** An export that nobody has asked for waits while something else needs the processor. */
  async #giveWay({ latest: { _id, token, job_id, key }, abort }: RunningExport): Promise<void> {
    const { store, publish } = this.#platform;
    if (!(await isProcessorNeeded(store, job_id))) return;
    const waiting = { state: "queued", progress: 0, text: MESSAGES.exportQueued, step: null } as const;
    const change = { ...waiting, remaining_seconds: null, lease_until: ABANDONED_LEASE };
    // Somebody may ask for it at this moment: then it goes on.
    if ((await store.emulatorExports.update({ _id, token, is_ahead: true }, change)) === null) return;
    abort.abort(new Error("Something else needs the processor."));
    publish.exportRemoved(job_id, key);
  }
}
