/** One training on this server: its directory, and the child process that trains, which is the one that the platform uses. */
import { constants } from "node:fs";
import { chmod, copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ToServer } from "@understudy/shared/worker/worker-protocol.ts";
import { trainingMessage } from "../../runner/contract/messages.ts";
import { DEFAULT_LIMITS } from "../../runner/contract/options.ts";
import type { StoredEmulator } from "../../runner/contract/ports.ts";
import { type ChildEnd, startChild } from "../../runner/running/child-process.ts";
import { describeEnd } from "../../runner/running/session.ts";
import { problemOfPath } from "../../specs/language/paths.ts";
import type { CachedFiles } from "../files/file-cache.ts";
import type { TrainingPoints } from "./points.ts";

export type TrainingOffer = Extract<ToServer, { type: "training-offer" }>;

/** How a training ended. */
export type TrainingEnd =
  | { readonly type: "trained"; readonly emulator: StoredEmulator }
  | { readonly type: "failed"; readonly kind: "model" | "infrastructure"; readonly reason: string }
  /** It was asked to end early; its checkpoint holds the model so far. */
  | { readonly type: "suspended" };

export type TrainingChild = {
  readonly ended: Promise<TrainingEnd>;
  /** Ends with the model so far. */
  stop(): void;
  /** Ends with a checkpoint. */
  suspend(): void;
  kill(): void;
};

export const CHECKPOINT = "checkpoint";

/** Copies the training's files into its directory. @throws Error when a file cannot be fetched or written, or the signal's reason */
export async function prepareTrainingDirectory(
  directory: string,
  { job, files }: TrainingOffer,
  cache: CachedFiles,
  signal: AbortSignal,
): Promise<void> {
  for (const file of files) {
    const problem = problemOfPath(file.path);
    if (problem !== null) throw new Error(`${problem}.`);
    const cached = await cache.get({ kind: "training", id: job }, file, signal);
    const target = join(directory, file.path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(cached, target, constants.COPYFILE_FICLONE);
    await chmod(target, 0o600);
  }
}

/** The devices of this server, and where sentences about them go. */
export type TrainingDevices = {
  /** True: networks may train on the GPU. */
  readonly usesGpu: boolean;
  readonly onMessage: (text: string) => void;
};

/** @param isDiskFull whether a full disk explains a failure */
export function startTraining(
  directory: string,
  { job, order }: TrainingOffer,
  points: TrainingPoints,
  devices: TrainingDevices,
  isDiskFull: () => Promise<boolean>,
): TrainingChild {
  let reported: TrainingEnd | null = null;
  const { config, options, focus_regions, more, point_count } = order;
  // The protocol has no message for provisional emulators.
  const publishesProvisional = false;
  const work = {
    workDir: directory,
    config,
    options,
    more,
    publishesProvisional,
    focusRegions: focus_regions,
  };
  const limits = { ...DEFAULT_LIMITS, deadline: DEFAULT_LIMITS.trainingDeadline };
  const child = startChild(
    {
      type: "train",
      jobId: job,
      work: { ...work, trainingPointCount: point_count },
      usesGpu: devices.usesGpu,
    },
    limits,
    async (raw) => {
      const message = trainingMessage(raw);
      switch (message.type) {
        case "progress":
          points.progress(message.percentage, message.text);
          return;
        case "point":
          points.add(message);
          return;
        case "trained":
          reported = { type: "trained", emulator: message.emulator };
          return;
        case "suspended":
          reported = { type: "suspended" };
          return;
        case "device":
          devices.onMessage(message.text);
          return;
        case "provisional":
        case "timed":
          return;
        case "failed":
          reported = describeFailure(message);
          return;
      }
    },
  );
  const endOf = async (end: ChildEnd): Promise<TrainingEnd> => {
    if (reported?.type === "trained" || reported?.type === "suspended") return reported;
    if (end.kind === "dropped") return { type: "suspended" };
    if (await isDiskFull()) {
      return { type: "failed", kind: "infrastructure", reason: "The disk of this server is full." };
    }
    return reported ?? failureOf(end);
  };
  const ask = (type: "stop" | "suspend") => {
    child.send({ type });
    const limit = type === "stop" ? DEFAULT_LIMITS.saving : DEFAULT_LIMITS.grace;
    setTimeout(() => child.kill(), limit).unref();
  };
  return {
    ended: child.ended.then(endOf),
    stop: () => ask("stop"),
    suspend: () => ask("suspend"),
    kill: () => child.kill(),
  };
}

/** The failure that a child has reported. A disk that takes no files is this server's own: another server may train. */
export function describeFailure({
  text,
  isDiskFault = false,
}: {
  text: string;
  isDiskFault?: boolean | undefined;
}): TrainingEnd {
  return isDiskFault
    ? { type: "failed", kind: "infrastructure", reason: "The disk of this server takes no files." }
    : { type: "failed", kind: "model", reason: text };
}

/** The failure of a child that ended without a report. One that this machine has killed may succeed on another. */
function failureOf(end: ChildEnd): TrainingEnd {
  if (end.kind === "killed") {
    const reason = "The training was ended by the machine, most likely because its memory ran out.";
    return { type: "failed", kind: "infrastructure", reason };
  }
  const reason = end.kind === "finished" ? "The training ended unexpectedly." : describeEnd(end, "training");
  return { type: "failed", kind: "model", reason };
}
