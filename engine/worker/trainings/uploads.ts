/** A training's files on their way to the platform. */
import { copyFile, open, rm, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { FILE_CHUNK_BYTES } from "@understudy/shared/worker-protocol.ts";
import type { TrainingAttempt, TrainingFileKind } from "@understudy/shared/worker-training.ts";
import { sha256Of } from "../../dataset/storage/files.ts";
import type { Answer, Requests } from "../connection/requests.ts";

/** How often it is looked for a newer checkpoint. */
const LOOK_MS = 1_000;

/** Parts of a file on their way at once, lest each waits for the round trip of the one before ... */
const PARTS = 4;
/** ... but one at a time where they take longer than this: a slow line is to let heartbeats through. */
const QUICK_MS = 1_000;

/** A part of a file, up to `end`, `asked` of the platform at that time. */
type UnderWay = { readonly end: number; readonly asked: number; readonly answer: Promise<Answer> };
/** `refusal`: why the platform wants none of it, a sentence. */
type Sent = { readonly upload: number; readonly refusal: string | null };
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

  const send = async (kind: TrainingFileKind, file: string, signal: AbortSignal): Promise<Sent> => {
    const upload = ++uploads;
    const sha256 = await sha256Of(file);
    const handle = await open(file, "r");
    const over = new AbortController();
    const wanted = AbortSignal.any([signal, over.signal]);
    try {
      const { size } = await handle.stat();
      const begin = async (offset: number): Promise<UnderWay> => {
        const buffer = Buffer.alloc(Math.min(FILE_CHUNK_BYTES, Math.max(0, size - offset)));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
        const end = offset + bytesRead;
        const last = end >= size ? { size, sha256 } : null;
        const part = { upload, kind, offset, bytes: buffer.subarray(0, bytesRead), last };
        const asked = now();
        const answer = requests.ask({ type: "training-file", ...attempt, ...part }, wanted);
        // Nobody may wait for it any more when it fails.
        answer.catch(() => undefined);
        return { end, asked, answer };
      };
      let part = await begin(0);
      let ahead: UnderWay[] = [];
      for (;;) {
        const answer = await part.answer;
        if (answer.type !== "training-kept") throw new Error("The platform did not answer as expected.");
        const { received, refusal } = answer;
        if (refusal !== null || (part.end >= size && received >= size)) return { upload, refusal };
        const isQuick = now() - part.asked <= QUICK_MS;
        // What has arrived by the platform's own word: after a lost connection it may be less.
        if (received < part.end) ahead = [];
        part = ahead.shift() ?? (await begin(Math.min(received, part.end)));
        let last = ahead.at(-1) ?? part;
        while (isQuick && last.end < size && ahead.length + 1 < PARTS) {
          last = await begin(last.end);
          ahead.push(last);
        }
      }
    } finally {
      over.abort();
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
