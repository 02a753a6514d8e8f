/** Runs one simulation on this server, from its offer to the report for the platform. */

import { constants, createWriteStream } from "node:fs";
import { glob, lstat, open, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type { SimulationOutputs, UndefinedOutputs } from "@understudy/shared/domain/simulation.ts";
import { type PlatformName, STDOUT_FILE } from "@understudy/shared/domain/spec-manifest.ts";
import { decimalText } from "@understudy/shared/number-text.ts";
import { MAX_WORKER_MESSAGE_BYTES } from "@understudy/shared/worker/worker-protocol.ts";
import {
  type Attempt,
  attemptKey,
  MAX_KEPT_BYTES,
  type Offer,
} from "@understudy/shared/worker/worker-simulation.ts";
import { problemOfPath } from "../../specs/language/paths.ts";
import { readOutputs } from "../../specs/read-outputs.ts";
import { commandFor } from "../../specs/render.ts";
import { isDiskFull } from "../files/disk.ts";
import type { CachedFiles } from "../files/file-cache.ts";
import type { WorkFolders } from "../files/folder.ts";
import { messageOf } from "../support/message-of.ts";
import { problemOfPrepared, trustIn } from "./allowed.ts";
import { cleanEnvironment, markOf } from "./environment.ts";
import type { Run } from "./executor.ts";
import { type Failure, failureOf } from "./failure-reason.ts";
import { LOGGED_SECONDS } from "./live-logs.ts";
import type { LogCapture } from "./log-capture.ts";
import { prepareDirectory, type Spec, valuesOf } from "./prepare-directory.ts";
import type { StoredReport } from "./reports.ts";
import { runCommand } from "./run-command.ts";
import { findProgram, type Tools } from "./tools.ts";

export type SimulationContext = {
  readonly folder: WorkFolders;
  readonly cache: CachedFiles;
  readonly readSpec: (version: number, signal: AbortSignal) => Promise<Spec>;
  readonly tools: Tools;
  readonly env: NodeJS.ProcessEnv;
  /** See `cleanEnvironment`. */
  readonly passed: readonly string[];
  /** The only specs that run here, see `onlySpecs`; null: all do. */
  readonly only: readonly string[] | null;
  /** Distinguishes this start of the client from others, in the marker of its simulations. */
  readonly instance: string;
  /** From SIGTERM to SIGKILL. */
  readonly graceMs: number;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** Free bytes on the disk that holds the folder. */
  readonly freeBytes: () => Promise<number>;
};

/** What a result message takes besides the outputs. */
const ENVELOPE_BYTES = 64 * 1024;

const PLATFORMS: Partial<Record<NodeJS.Platform, PlatformName>> = { win32: "windows", darwin: "macos" };

type Result = { readonly outputs: SimulationOutputs; readonly undefinedOutputs: UndefinedOutputs };

type Outcome = {
  /** How long the command ran; null: it was never started. */
  readonly seconds: number | null;
  readonly keep: readonly string[];
  readonly result: Result | { readonly failure: Failure };
};

/** Its values or files would be refused again by any such server. */
const refused = (problem: string): Failure => ({
  kind: "model",
  reason: `This server runs only ngspice specs that stay within their own folder. ${problem}`,
});
const infrastructure = (reason: string): Failure => ({ kind: "infrastructure", reason });

/** @throws the reason of `signals.end` when it was aborted, and nothing else: every other problem becomes the report. */
export async function simulate(offer: Offer, context: SimulationContext, run: Run): Promise<StoredReport> {
  const { simulation, attempt } = offer;
  const { seconds, keep, result } = await prepareAndRun(offer, context, run);
  run.signals.end.throwIfAborted();
  const { folder } = context;
  const { log } = run;
  const isWhole = "outputs" in result && Object.keys(result.undefinedOutputs).length === 0;
  const isLogged = !isWhole || (seconds ?? 0) > LOGGED_SECONDS;
  const stored = {
    files: seconds === null ? [] : await listKeptFiles(folder.locateDirectory(offer), keep),
    log: isLogged && log.headBytes > 0 && (await writeLog(folder, offer, log)),
  };
  const common = { simulation, attempt, log_tail: log.tail() };
  if ("failure" in result) {
    const { kind, reason } = await blameDisk(result.failure, context);
    const failed = { kind, reason: reason.slice(0, 2_000), running_time: seconds };
    return { report: { type: "failed", ...common, ...failed }, ...stored };
  }
  const { outputs, undefinedOutputs: undefined_outputs } = result;
  const values = { outputs, undefined_outputs, running_time: seconds ?? 0 };
  return { report: { type: "result", ...common, ...values }, ...stored };
}

async function prepareAndRun(offer: Offer, context: SimulationContext, run: Run): Promise<Outcome> {
  let spec: Spec;
  let directory: string;
  try {
    spec = await context.readSpec(offer.spec_version, run.signals.end);
    const trust = trustIn(context.only, spec);
    if (trust === "none")
      throw new Error("This server runs only the specs that it was started for (--only).");
    directory = await context.folder.makeDirectory(offer);
    await prepareDirectory(directory, offer, spec, context.cache, run.signals.end);
    const problem = trust === "confined" ? problemOfPrepared(directory, spec) : null;
    if (problem !== null) return { seconds: null, keep: [], result: { failure: refused(problem) } };
  } catch (error) {
    return { seconds: null, keep: [], result: { failure: infrastructure(messageOf(error)) } };
  }
  return await runCommandIn(directory, spec, offer, context, run);
}

async function runCommandIn(
  directory: string,
  { manifest }: Spec,
  offer: Offer,
  { tools, env, passed, instance, graceMs }: SimulationContext,
  { log, signals, onStarted }: Run,
): Promise<Outcome> {
  const [name = "", ...args] = commandFor(manifest, valuesOf(offer), PLATFORMS[process.platform] ?? "linux");
  const keep = manifest.run.keep_files;
  const program = findProgram(name, tools, directory);
  if (program === null) {
    const reason = `${name} was not found on this server: it is neither on the PATH nor among the tools (--tool) of the worker client.`;
    return { seconds: null, keep, result: { failure: infrastructure(reason) } };
  }
  const isRead = manifest.outputs.some(({ source }) => source.file === STDOUT_FILE);
  const stdout = isRead || keep.includes(STDOUT_FILE) ? openStdoutFile(directory) : null;
  const attempt = attemptKey(offer);
  const { timeout_seconds, limits } = manifest.run;
  const order = {
    program,
    args,
    directory,
    environment: cleanEnvironment({ directory, instance, attempt, passed }, env),
    mark: markOf(instance, attempt),
    timeoutMs: timeout_seconds * 1000,
    limits,
    graceMs,
  };
  onStarted();
  const end = await runCommand(
    order,
    (chunk, stream) => {
      log.write(chunk);
      if (stream === "stdout") stdout?.write(chunk);
    },
    signals,
  );
  await stdout?.close();
  const failure = failureOf(name, manifest.run, end);
  if (failure !== null) return { seconds: end.seconds, keep, result: { failure } };
  const read = await readOutputs(manifest, readTextIn(directory));
  const result =
    "error" in read ? { failure: { kind: "model" as const, reason: read.error } } : checkSize(read);
  return { seconds: end.seconds, keep, result };
}

/** Outputs that are too large for a message would end the connection each time they are sent. */
function checkSize(read: Result): Outcome["result"] {
  const bytes = JSON.stringify(read).length;
  const maxBytes = MAX_WORKER_MESSAGE_BYTES - ENVELOPE_BYTES;
  if (bytes <= maxBytes) return read;
  const [size, limit] = [bytes, maxBytes].map((count) => decimalText(count / 1024 ** 2, 1));
  const reason = `The outputs take ${size} MB as text, more than the limit of ${limit} MB. Use coarser coordinate grids.`;
  return { failure: { kind: "model", reason } };
}

/** A program whose disk is full may fail with any message, or with none. */
async function blameDisk(failure: Failure, { freeBytes }: SimulationContext): Promise<Failure> {
  return (await isDiskFull(freeBytes))
    ? infrastructure(`The disk of this server is full. ${failure.reason}`)
    : failure;
}

/** At most so many files of a simulation are uploaded. */
const MAX_FILES = 200;

/**
 * Lists the files in the directory of a simulation that are uploaded: plain files that match a pattern, as many as the limits of count and
 * size allow.
 * @param patterns names of files, or patterns with * and ?, relative to the directory
 * @returns paths with forward slashes, relative to the directory
 */
export async function listKeptFiles(directory: string, patterns: readonly string[]): Promise<string[]> {
  const paths = new Set<string>();
  let bytes = 0;
  for (const pattern of patterns) {
    for await (const name of glob(pattern, { cwd: directory })) {
      const path = name.split(sep).join("/");
      if (paths.has(path) || paths.size >= MAX_FILES || problemOfPath(path) !== null) continue;
      const stats = await lstat(join(directory, name)).catch(() => null);
      if (!stats?.isFile() || bytes + stats.size > MAX_KEPT_BYTES) continue;
      bytes += stats.size;
      paths.add(path);
    }
  }
  return [...paths];
}

/** Writes the log beside the directory of the attempt. @returns false where the disk is full: that costs the log, not the result */
async function writeLog(folder: WorkFolders, attempt: Attempt, log: LogCapture): Promise<boolean> {
  try {
    await writeFile(folder.logOf(attempt, "head"), log.head(), { mode: 0o600 });
    const end = log.end();
    if (end !== null) await writeFile(folder.logOf(attempt, "end"), end, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Reads files of a directory as text, for `readOutputs`; see engine/specs/read-outputs.ts. */
const readTextIn =
  (directory: string) =>
  async (path: string, maxBytes: number): Promise<{ text: string; isWhole: boolean } | null> => {
    // Opening a pipe of that name without this flag would wait for a writer.
    const handle = await open(join(directory, path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
      () => null,
    );
    if (handle === null) return null;
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return null;
      const buffer = Buffer.alloc(Math.min(stats.size, maxBytes));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return { text: buffer.toString("utf8", 0, bytesRead), isWhole: stats.size <= maxBytes };
    } finally {
      await handle.close();
    }
  };

/** Outputs that stand later in what a command prints cannot be read. */
const MAX_STDOUT_BYTES = 64 * 1024 ** 2;

/** Opens a file among those of the command, for what it prints: the spec may read outputs from it. */
function openStdoutFile(directory: string): { write(chunk: Buffer): void; close(): Promise<void> } {
  const stream = createWriteStream(join(directory, STDOUT_FILE), { mode: 0o600 });
  // A disk that is full shows in the outputs that cannot be read.
  stream.on("error", () => {});
  let left = MAX_STDOUT_BYTES;
  return {
    write: (chunk) => {
      if (left <= 0) return;
      stream.write(chunk.subarray(0, left));
      left -= chunk.length;
    },
    close: () =>
      new Promise((resolve) => {
        stream.once("close", () => resolve());
        stream.end();
        if (stream.closed) resolve();
      }),
  };
}
