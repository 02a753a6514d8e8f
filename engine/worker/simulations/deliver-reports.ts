/** Sends what became of a simulation to the platform: its files and its log, then the report until that is acknowledged. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { ToPlatform } from "@understudy/shared/worker/worker-protocol.ts";
import { type Attempt, LOG_CHUNK_BYTES, type LogPart } from "@understudy/shared/worker/worker-simulation.ts";
import { FILE_CHUNK_BYTES } from "@understudy/shared/worker-parts.ts";
import type { Folder } from "../files/folder.ts";
import type { Requests } from "../support/requests.ts";
import { createWeightedSemaphore } from "../support/weighted-semaphore.ts";
import type { StoredReport } from "./reports.ts";

/** Simulations whose files are uploaded at a time. */
const MAX_UPLOADS = 4;
/** Reports sent at a time; one of many curves counts as several. */
const MAX_REPORTS = 64;
const REPORT_UNIT_BYTES = 128 * 1024;

type Channel = {
  readonly requests: Requests;
  readonly send: (message: ToPlatform) => boolean;
  readonly folder: Folder;
};

/** The chunks of a file in order: the offset of each, and whether it is the last. A file that is gone has none. */
async function* chunksOf(file: string, size: number, from = 0) {
  const handle = await open(file, "r").catch(() => null);
  if (handle === null) return;
  try {
    const { size: total } = await handle.stat();
    for (let offset = from; offset < total || offset === 0; offset += size) {
      const buffer = Buffer.alloc(Math.min(size, Math.max(0, total - offset)));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
      yield { offset, bytes: buffer.subarray(0, bytesRead), last: offset + bytesRead >= total };
    }
  } finally {
    await handle.close();
  }
}

async function uploadFile(
  attempt: Attempt,
  path: string,
  { requests, folder }: Channel,
  signal: AbortSignal,
) {
  const file = join(folder.locateDirectory(attempt), path);
  for await (const chunk of chunksOf(file, FILE_CHUNK_BYTES)) {
    const answer = await requests.ask({ type: "keep", ...attempt, path, ...chunk }, signal);
    if (answer.refusal !== null) return;
  }
}

async function sendLog(attempt: Attempt, part: LogPart, { send, folder }: Channel) {
  for await (const { offset, bytes } of chunksOf(folder.logOf(attempt, part), LOG_CHUNK_BYTES)) {
    if (bytes.length > 0) send({ type: "log", ...attempt, part, offset, bytes });
  }
}

export type Deliver = (stored: StoredReport, signal: AbortSignal) => Promise<void>;

export function createDelivery(channel: Channel): Deliver {
  const uploads = createWeightedSemaphore(MAX_UPLOADS);
  const reports = createWeightedSemaphore(MAX_REPORTS);
  return async ({ report, files, log }, signal) => {
    const attempt = { simulation: report.simulation, attempt: report.attempt };
    if (log || files.length > 0) {
      await uploads.run(1, async () => {
        for (const path of files) await uploadFile(attempt, path, channel, signal);
        if (log) for (const part of ["head", "end"] as const) await sendLog(attempt, part, channel);
      });
    }
    const weight = 1 + Math.floor(JSON.stringify(report).length / REPORT_UNIT_BYTES);
    await reports.run(weight, async () => {
      await channel.requests.ask(report, signal);
    });
  };
}
