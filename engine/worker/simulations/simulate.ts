/** One simulation on this server, from its offer to what is to be told of it. */
import { type PlatformName, STDOUT_FILE } from "@understudy/shared/domain/spec-manifest.ts";
import {
  attemptKey,
  MAX_WORKER_MESSAGE_BYTES,
  type SimulationOutputs,
} from "@understudy/shared/worker-protocol.ts";
import { specFingerprint } from "../../specs/fingerprint.ts";
import { readOutputs } from "../../specs/read-outputs.ts";
import { commandFor } from "../../specs/render.ts";
import { messageOf } from "../command-line/message-of.ts";
import { isDiskFull } from "../files/disk.ts";
import type { FileCache } from "../files/file-cache.ts";
import type { Folder } from "../files/folder.ts";
import { cleanEnvironment, markOf } from "./environment.ts";
import { type Failure, failureOf } from "./failure-reason.ts";
import { keptFiles, writeLog } from "./kept-files.ts";
import { LOGGED_SECONDS } from "./live-logs.ts";
import type { LogCapture } from "./log-capture.ts";
import { type Offer, prepareDirectory, type Spec, valuesOf } from "./prepare-directory.ts";
import { readTextIn } from "./read-text.ts";
import type { StoredReport } from "./reports.ts";
import { runCommand, type Signals } from "./run-command.ts";
import { openStdoutFile } from "./stdout-file.ts";
import { findProgram, type Tools } from "./tools.ts";

export type Surroundings = {
  readonly folder: Folder;
  readonly cache: FileCache;
  readonly readSpec: (version: number, signal: AbortSignal) => Promise<Spec>;
  readonly tools: Tools;
  readonly env: NodeJS.ProcessEnv;
  /** See `cleanEnvironment`. */
  readonly passed: readonly string[];
  /** Fingerprints of the only specs that run here; null: all do. */
  readonly only: readonly string[] | null;
  /** Tells this start of the client from others, in the marker of its simulations. */
  readonly instance: string;
  /** From SIGTERM to SIGKILL. */
  readonly graceMs: number;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** Of the disk that the folder is on. */
  readonly freeBytes: () => Promise<number>;
};

export type Watcher = {
  readonly log: LogCapture;
  readonly signals: Signals;
  /** The command runs. */
  readonly started: () => void;
};

/** Of a message, what is not outputs. */
const ENVELOPE_BYTES = 64 * 1024;

const PLATFORMS: Partial<Record<NodeJS.Platform, PlatformName>> = { win32: "windows", darwin: "macos" };

type Outcome = {
  /** How long the command ran; null: it was never started. */
  readonly seconds: number | null;
  readonly keep: readonly string[];
  readonly verdict: { readonly outputs: SimulationOutputs } | { readonly failure: Failure };
};

const infrastructure = (reason: string): Failure => ({ kind: "infrastructure", reason });

/** @throws the reason of `signals.end` when it was aborted, and nothing else: whatever goes wrong is the report. */
export async function simulate(offer: Offer, around: Surroundings, watcher: Watcher): Promise<StoredReport> {
  const { simulation, attempt } = offer;
  const { seconds, keep, verdict } = await run(offer, around, watcher);
  watcher.signals.end.throwIfAborted();
  const { folder } = around;
  const { log } = watcher;
  const isWorthALog = "failure" in verdict || (seconds ?? 0) > LOGGED_SECONDS;
  const stored = {
    files: seconds === null ? [] : await keptFiles(folder.directoryOf(offer), keep),
    log: isWorthALog && log.headBytes > 0 && (await writeLog(folder, offer, log)),
  };
  const told = { simulation, attempt, log_tail: log.tail() };
  if ("failure" in verdict) {
    const { kind, reason } = await blameDisk(verdict.failure, around);
    const failed = { kind, reason: reason.slice(0, 2_000), running_time: seconds };
    return { report: { type: "failed", ...told, ...failed }, ...stored };
  }
  const { outputs } = verdict;
  return { report: { type: "result", ...told, outputs, running_time: seconds ?? 0 }, ...stored };
}

const takes = (only: readonly string[] | null, { manifest, files }: Spec): boolean =>
  only === null || only.includes(specFingerprint(manifest, files));

async function run(offer: Offer, around: Surroundings, watcher: Watcher): Promise<Outcome> {
  let spec: Spec;
  let directory: string;
  try {
    spec = await around.readSpec(offer.spec_version, watcher.signals.end);
    if (!takes(around.only, spec))
      throw new Error("This server simulates only the specs that it was started for.");
    directory = await around.folder.makeDirectory(offer);
    await prepareDirectory(directory, offer, spec, around.cache, watcher.signals.end);
  } catch (error) {
    return { seconds: null, keep: [], verdict: { failure: infrastructure(messageOf(error)) } };
  }
  return await runIn(directory, spec, offer, around, watcher);
}

async function runIn(
  directory: string,
  { manifest }: Spec,
  offer: Offer,
  { tools, env, passed, instance, graceMs }: Surroundings,
  { log, signals, started }: Watcher,
): Promise<Outcome> {
  const [name = "", ...args] = commandFor(manifest, valuesOf(offer), PLATFORMS[process.platform] ?? "linux");
  const keep = manifest.run.keep_files;
  const program = findProgram(name, tools, directory);
  if (program === null) {
    const reason = `${name} was not found on this server: neither on its PATH nor among the tools of its worker client.`;
    return { seconds: null, keep, verdict: { failure: infrastructure(reason) } };
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
  started();
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
  if (failure !== null) return { seconds: end.seconds, keep, verdict: { failure } };
  const read = await readOutputs(manifest, readTextIn(directory));
  const verdict =
    "error" in read ? { failure: { kind: "model" as const, reason: read.error } } : fitting(read);
  return { seconds: end.seconds, keep, verdict };
}

/** Outputs too many to be sent would end the connection, again and again. */
function fitting(read: { outputs: SimulationOutputs }): Outcome["verdict"] {
  const bytes = JSON.stringify(read.outputs).length;
  const most = MAX_WORKER_MESSAGE_BYTES - ENVELOPE_BYTES;
  if (bytes <= most) return read;
  const [is, may] = [bytes, most].map((size) => (size / 1024 ** 2).toFixed(1));
  const reason = `The outputs take ${is} MB as text, and may take ${may} MB: use coarser coordinate grids.`;
  return { failure: { kind: "model", reason } };
}

/** Programs say all sorts of things when a disk is full, or nothing. */
async function blameDisk(failure: Failure, { freeBytes }: Surroundings): Promise<Failure> {
  return (await isDiskFull(freeBytes))
    ? infrastructure(`The disk of this server is full. ${failure.reason}`)
    : failure;
}
