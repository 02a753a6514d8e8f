/** Sends a training's files to the platform. */
import { copyFile, open, rm, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { AnswerOf } from "@understudy/shared/worker/worker-protocol.ts";
import type { TrainingAttempt, TrainingFileKind } from "@understudy/shared/worker/worker-training.ts";
import { FILE_CHUNK_BYTES } from "@understudy/shared/worker-parts.ts";
import { computeSha256 } from "../../dataset/storage/files.ts";
import type { Requests } from "../support/requests.ts";

/** Time between two looks for a newer checkpoint. */
const CHECK_MS = 1_000;

/** Parts of a file sent at a time, so that they need not wait for each other's round trips ... */
const MAX_PARTS = 4;
/** ... but one at a time where a part takes longer than this: heartbeats must pass on a slow line. */
const QUICK_PART_MS = 1_000;

/** A part of a file, up to the byte `end`, that was sent at the time `sentAt`. */
type SentPart = {
  readonly end: number;
  readonly sentAt: number;
  readonly answer: Promise<AnswerOf<"training-file">>;
};
/** `refusal`: why the platform does not accept it, a sentence. */
type Upload = { readonly upload: number; readonly refusal: string | null };
export type TrainingUploads = ReturnType<typeof createTrainingUploads>;

/** @param now Milliseconds that never go back. */
export function createTrainingUploads(
  requests: Pick<Requests, "ask">,
  attempt: TrainingAttempt,
  checkpoint: string,
  now: () => number = () => performance.now(),
) {
  let uploads = 0;
  /** When the checkpoint that was sent last was written. */
  let sentCheckpoint = 0;

  const send = async (kind: TrainingFileKind, file: string, signal: AbortSignal): Promise<Upload> => {
    const upload = ++uploads;
    const sha256 = await computeSha256(file);
    const handle = await open(file, "r");
    const done = new AbortController();
    const uploadSignal = AbortSignal.any([signal, done.signal]);
    try {
      const { size } = await handle.stat();
      const sendPart = async (offset: number): Promise<SentPart> => {
        const buffer = Buffer.alloc(Math.min(FILE_CHUNK_BYTES, Math.max(0, size - offset)));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
        const end = offset + bytesRead;
        const last = end >= size ? { size, sha256 } : null;
        const part = { upload, kind, offset, bytes: buffer.subarray(0, bytesRead), last };
        const sentAt = now();
        const answer = requests.ask({ type: "training-file", ...attempt, ...part }, uploadSignal);
        // When an earlier part fails, nothing awaits this one.
        answer.catch(() => undefined);
        return { end, sentAt, answer };
      };
      let part = await sendPart(0);
      let ahead: SentPart[] = [];
      for (;;) {
        const answer = await part.answer;
        const { received, refusal } = answer;
        if (refusal !== null || (part.end >= size && received >= size)) return { upload, refusal };
        const isQuick = now() - part.sentAt <= QUICK_PART_MS;
        // After a lost connection less may have arrived than was sent: the platform's count is what matters.
        if (received < part.end) ahead = [];
        part = ahead.shift() ?? (await sendPart(Math.min(received, part.end)));
        let last = ahead.at(-1) ?? part;
        while (isQuick && last.end < size && ahead.length + 1 < MAX_PARTS) {
          last = await sendPart(last.end);
          ahead.push(last);
        }
      }
    } finally {
      done.abort();
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
        await sleep(CHECK_MS, undefined, { signal }).catch(() => undefined);
        if (!signal.aborted) await sendCheckpoint(signal).catch(() => undefined);
      }
    },
  };
}
