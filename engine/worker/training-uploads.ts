/** A training's files on their way to the platform. */
import { copyFile, open, rm, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { FILE_CHUNK_BYTES } from "@understudy/shared/worker-protocol.ts";
import type { TrainingAttempt, TrainingFileKind } from "@understudy/shared/worker-training.ts";
import { sha256Of } from "../storage/files.ts";
import type { Exchange } from "./exchange.ts";

/** How often it is looked for a newer checkpoint. */
const LOOK_MS = 1_000;

/** `refusal`: why the platform wants none of it, a sentence. */
type Sent = { readonly upload: number; readonly refusal: string | null };
export type TrainingUploads = ReturnType<typeof createTrainingUploads>;

export function createTrainingUploads(exchange: Exchange, attempt: TrainingAttempt, checkpoint: string) {
  let uploads = 0;
  /** When the checkpoint that was sent last was written. */
  let sentCheckpoint = 0;

  const send = async (kind: TrainingFileKind, file: string, signal: AbortSignal): Promise<Sent> => {
    const upload = ++uploads;
    const sha256 = await sha256Of(file);
    const handle = await open(file, "r");
    try {
      const { size } = await handle.stat();
      for (let offset = 0; ; ) {
        const buffer = Buffer.alloc(Math.min(FILE_CHUNK_BYTES, Math.max(0, size - offset)));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
        const last = offset + bytesRead >= size ? { size, sha256 } : null;
        const part = { upload, kind, offset, bytes: buffer.subarray(0, bytesRead), last };
        const answer = await exchange.ask({ type: "training-file", ...attempt, ...part }, signal);
        if (answer.type !== "training-kept") throw new Error("The platform did not answer as expected.");
        if (answer.refusal !== null) return { upload, refusal: answer.refusal };
        if (last !== null && answer.received >= size) return { upload, refusal: null };
        // What has arrived by the platform's own word: after a lost connection it may be less.
        offset = Math.min(answer.received, size);
      }
    } finally {
      await handle.close();
    }
  };

  /** Sends the checkpoint if it is newer than the one that was sent last. */
  const sendCheckpoint = async (signal: AbortSignal): Promise<void> => {
    const stats = await stat(checkpoint).catch(() => null);
    if (stats === null || stats.mtimeMs <= sentCheckpoint) return;
    // Windows does not let a file be replaced that is being read.
    const copy = `${checkpoint}.sending`;
    await copyFile(checkpoint, copy);
    await send("checkpoint", copy, signal);
    sentCheckpoint = stats.mtimeMs;
    await rm(copy, { force: true });
  };

  return {
    send,
    sendCheckpoint,
    /** Sends each checkpoint that is written from now on, until `signal` is aborted. */
    watchCheckpoints: async (signal: AbortSignal): Promise<void> => {
      // The one that was there before came from the platform.
      sentCheckpoint = (await stat(checkpoint).catch(() => null))?.mtimeMs ?? 0;
      while (!signal.aborted) {
        await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
        if (!signal.aborted) await sendCheckpoint(signal).catch(() => undefined);
      }
    },
  };
}
