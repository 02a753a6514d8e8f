/** Makes exports in child processes, a few at a time, and keeps what it made. */
import { randomUUID } from "node:crypto";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ExportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { EXPORTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { userMessage } from "@understudy/shared/user-error.ts";
import pLimit from "p-limit";
import { log } from "../log.ts";
import { isDuplicate } from "../models/collection.ts";
import type { EmulatorExportRecord } from "../models/emulator-export.ts";
import type { JobRecord } from "../models/job.ts";
import type { User } from "../models/user.ts";
import type { Platform } from "../platform.ts";
import { invalid, notFound, Problem } from "../problem.ts";
import { claimAbandoned } from "./abandoned-exports.ts";
import { runExportChild } from "./export-child.ts";
import { effectiveOptions, exportKey } from "./export-key.ts";
import { NetworkTurns, prepareFolder } from "./kept-networks.ts";
import { ABANDONED_LEASE, BEING_MADE, isAbandoned, leaseFromNow, RENEWAL_MS } from "./lease.ts";
import type { ExportOrder } from "./messages.ts";
import { removeExports, removeUnusedExports } from "./remove-exports.ts";

/** Seconds. */
const RETRY_AFTER = 10;
/** The time between two looks for exports whose process has gone: they wait so long longer than their lease. */
const RESUME_MS = 5_000;

/** What this process makes: as it last was, and how to end it. */
type Own = { latest: EmulatorExportRecord; readonly abort: AbortController };

export class ExportService {
  readonly #platform: Platform;
  readonly #limit = pLimit(EXPORTS.atOnce);
  readonly #turns = new NetworkTurns();
  /** By token. */
  readonly #own = new Map<string, Own>();
  readonly #renewal: NodeJS.Timeout;
  readonly #resumption: NodeJS.Timeout;
  #isClosed = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#renewal = setInterval(() => void this.#renew(), RENEWAL_MS).unref();
    this.#resumption = setInterval(() => {
      this.#resumeAbandoned().catch((err: unknown) => log.warn({ err }, "exports could not be resumed"));
    }, RESUME_MS).unref();
  }

  /**
   * The export that was asked for: one that exists, is being made, or begins to be.
   * @throws Problem 404 where the job has no emulator, 400 where that has no such output, 429 and 503 where too much is being made,
   *   413 where the disk is full
   */
  async request(
    job: JobRecord,
    user: User,
    format: ExportFormat,
    given: ExportOptions,
  ): Promise<EmulatorExportRecord> {
    const { emulator_file } = job;
    if (emulator_file === null) throw notFound(MESSAGES.noEmulator(job.name));
    refuseUnknownOutputs(job, given);
    const { emulatorExports } = this.#platform.store;
    const options = effectiveOptions(format, given);
    const key = exportKey(job, format, options);
    const _id = `${job._id}:${key}`;
    const known = await emulatorExports.findOne({ _id });
    if (known !== null && (await this.#isUsable(known)))
      return (await emulatorExports.update({ _id }, { used_time: new Date() })) ?? known;
    await this.#requireTurn(user);
    const record: EmulatorExportRecord = {
      ...{ _id, job_id: job._id, key, emulator_file, emulator_version: job.emulator_version },
      ...{ format, options, state: "queued", progress: 0, text: MESSAGES.exportQueued },
      ...{ user_id: user._id, creation_time: new Date(), used_time: new Date() },
      ...{ token: randomUUID(), lease_until: leaseFromNow(), restarts: 0, made: null },
    };
    // Another request may do the same at this moment: the one whose record is stored makes it.
    if (known !== null) await emulatorExports.remove({ _id, token: known.token });
    try {
      await emulatorExports.insert(record);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return (await emulatorExports.findOne({ _id })) ?? record;
    }
    this.#platform.publish.export(record);
    this.#begin(record, job);
    return record;
  }

  /** Cancels an export that is being made, by whichever process, or removes its files. */
  async remove(record: EmulatorExportRecord): Promise<void> {
    this.#own.get(record.token)?.abort.abort(new Error("The export was cancelled."));
    await removeExports(this.#platform, [record]);
  }

  /** Begins exports again whose process has gone, as many as this process has places for. */
  async #resumeAbandoned(): Promise<void> {
    const places = EXPORTS.atOnce - this.#own.size;
    if (places <= 0 || this.#isClosed) return;
    for (const { record, job } of await claimAbandoned(this.#platform, places)) this.#begin(record, job);
  }

  /** Ends what it makes; another process, or the next start, begins it again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#renewal);
    clearInterval(this.#resumption);
    const abandoned = [...this.#own.values()].map(({ latest: { _id, token }, abort }) => {
      abort.abort(new Error("The web process ends."));
      return this.#platform.store.emulatorExports.update({ _id, token }, { lease_until: ABANDONED_LEASE });
    });
    await Promise.all(abandoned);
  }

  async #isUsable(record: EmulatorExportRecord): Promise<boolean> {
    if (record.state === "failed" || isAbandoned(record)) return false;
    if (record.made === null) return true;
    const { storage } = this.#platform;
    const path = join(storage.exportDir(record.job_id, record.key), record.made.file_name);
    return (await stat(path).catch(() => null)) !== null;
  }

  /** @throws Problem 429 where this person, or 503 where everybody together, has too many */
  async #requireTurn(user: User): Promise<void> {
    const own = await this.#platform.store.emulatorExports.find({
      user_id: user._id,
      state: { $in: [...BEING_MADE] },
    });
    if (own.filter((record) => !isAbandoned(record)).length >= EXPORTS.ofPerson)
      throw new Problem(429, MESSAGES.tooManyExports(EXPORTS.ofPerson), { retryAfter: RETRY_AFTER });
    if (this.#own.size >= EXPORTS.atOnce + EXPORTS.waiting || this.#isClosed)
      throw new Problem(503, MESSAGES.exportsTaken, { retryAfter: RETRY_AFTER });
    if ((await this.#platform.space.refusal(EXPORTS.neededBytes)) !== null)
      throw new Problem(413, MESSAGES.exportNoSpace);
  }

  #begin(record: EmulatorExportRecord, job: JobRecord): void {
    const own = { latest: record, abort: new AbortController() };
    this.#own.set(record.token, own);
    void this.#turns
      .run(record, () => this.#limit(() => this.#make(own, job)))
      .catch((err: unknown) => log.error({ err, export: record._id }, "an export could not be recorded"))
      .finally(() => this.#own.delete(record.token));
  }

  async #make({ latest: record, abort }: Own, job: JobRecord): Promise<void> {
    if (abort.signal.aborted || !(await this.#write(record, { state: "running" }))) return;
    try {
      const made = await this.#filesOf(record, job, abort.signal);
      const isKept = await this.#write(record, { state: "complete", progress: 1, text: "", made });
      if (!isKept) await this.#removeIfDeleted(record);
      await removeUnusedExports(this.#platform, job._id);
    } catch (error) {
      if (abort.signal.aborted) return;
      log.info({ err: error, export: record._id }, "an export failed");
      await this.#write(record, { state: "failed", text: userMessage(error, MESSAGES.exportFailed) });
    }
  }

  /** Removes the files of an export that was deleted at this moment, but not those that another process has begun to make again. */
  async #removeIfDeleted(record: EmulatorExportRecord): Promise<void> {
    const { _id } = record;
    if ((await this.#platform.store.emulatorExports.findOne({ _id })) === null)
      await removeExports(this.#platform, [record]);
  }

  /** Makes the files, which are all there or none. */
  async #filesOf(
    record: EmulatorExportRecord,
    job: JobRecord,
    signal: AbortSignal,
  ): Promise<NonNullable<EmulatorExportRecord["made"]>> {
    const { storage, publish } = this.#platform;
    const folder = storage.exportDir(job._id, record.key);
    const unfinished = storage.unfinishedExportDir(job._id, record.key, record.token);
    const onProgress = (progress: number, text: string) => {
      const own = this.#own.get(record.token);
      if (own === undefined || signal.aborted) return;
      own.latest = { ...record, state: "running", progress, text };
      publish.exportProgress(own.latest);
    };
    try {
      await prepareFolder(this.#platform, record, unfinished);
      const order = orderOf(record, job, { workDir: storage.workDir(job._id), folder: unfinished });
      const made = await runExportChild(order, { signal, onProgress });
      const sizeOf = async (name: string) => (await stat(join(unfinished, name))).size;
      const size_bytes = await sizeOf(made.file_name);
      const model_bytes = made.model_name === null ? 0 : await sizeOf(made.model_name);
      await rm(folder, { recursive: true, force: true });
      await rename(unfinished, folder);
      return { ...made, size_bytes, model_bytes };
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }

  /** Only while nobody has cancelled it. */
  async #write(
    { _id, token }: EmulatorExportRecord,
    change: Partial<EmulatorExportRecord>,
  ): Promise<boolean> {
    const written = await this.#platform.store.emulatorExports.update(
      { _id, token },
      { ...change, lease_until: leaseFromNow() },
    );
    if (written !== null) this.#platform.publish.export(written);
    return written !== null;
  }

  /** Stores the progress of what is being made, and ends what was cancelled. */
  async #renew(): Promise<void> {
    for (const { latest, abort } of this.#own.values()) {
      const { _id, token, progress, text } = latest;
      const change = { progress, text, lease_until: leaseFromNow() };
      const kept = await this.#platform.store.emulatorExports
        .update({ _id, token, state: { $in: [...BEING_MADE] } }, change)
        .catch(() => latest);
      if (kept === null) abort.abort(new Error("The export was cancelled."));
    }
  }
}

/** @throws Problem 400 naming the field */
function refuseUnknownOutputs({ config }: JobRecord, { outputs, shape }: ExportOptions): void {
  const isUnknown = (name: string) => !config.emulator_outputs.includes(name);
  const unknown = (outputs ?? []).filter(isUnknown);
  if (unknown.length > 0) throw invalid({ "options.outputs": unknown.map(MESSAGES.noSuchColumn) });
  if (shape.kind !== "device") return;
  const isLeftOut = outputs !== null && !outputs.includes(shape.output);
  if (isUnknown(shape.output) || isLeftOut)
    throw invalid({ "options.shape.output": [MESSAGES.noSuchColumn(shape.output)] });
}

const orderOf = (
  { format, options, emulator_version, emulator_file, creation_time }: EmulatorExportRecord,
  { _id, name, config: { inputs, outputs, coordinates } }: JobRecord,
  { workDir, folder }: { workDir: string; folder: string },
): ExportOrder => ({
  job_id: _id,
  title: name,
  columns: { inputs, outputs, coordinates },
  emulator_version,
  work_dir: workDir,
  emulator_path: join(workDir, emulator_file),
  folder,
  format,
  options,
  created_at: creation_time.toISOString(),
});
