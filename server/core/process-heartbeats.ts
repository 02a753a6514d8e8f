/** The processes of an installation report themselves in Redis, and learn there that they are to be drained. */
import { randomBytes } from "node:crypto";
import { availableParallelism, freemem, hostname, loadavg, totalmem } from "node:os";
import type { Redis } from "ioredis";
import { z } from "zod";
import manifest from "../package.json" with { type: "json" };
import { log } from "./log.ts";

/** A larger value delays the moment at which a process learns that it is to be drained. */
const BEAT_MS = 2_000;
/** A process that was killed is listed for this long at most. */
const EXPIRES_MS = 10_000;
/** Random bytes of a process's id, which is written in hexadecimal digits. */
const ID_BYTES = 6;

const processReport = z.object({
  id: z.string(),
  kind: z.enum(["web", "runner"]),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  startTime: z.iso.datetime(),
  isDraining: z.boolean(),
  workCount: z.int(),
  load: z.number(),
  cores: z.int(),
  memoryBytes: z.number(),
  freeMemoryBytes: z.number(),
  totalMemoryBytes: z.number(),
});
export type ProcessReport = z.infer<typeof processReport>;
/** A process, and whether an admin has asked for it to be drained. The process itself learns of it a moment later. */
export type ListedProcess = ProcessReport & { readonly isToDrain: boolean };

type Connected = { readonly redis: Redis; readonly prefix: string };

const toIndexKey = (prefix: string) => `${prefix}:processes`;
const toDrainKey = (prefix: string) => `${prefix}:processes-to-drain`;
const toReportKey = (prefix: string, id: string) => `${prefix}:process:${id}`;

type Heartbeat = {
  readonly id: string;
  isDraining(): boolean;
  /** Resolves once the process is listed no more, or Redis does not answer. */
  stop(): Promise<void>;
};

type Reported = Pick<ProcessReport, "kind"> & {
  /** Counts what the process is working on. */
  countWork(): number;
  /** Called when the process is to take no more work, and when it is to take work again. */
  onDrain(isDraining: boolean): void;
};

/** Reports this process until it is stopped. */
export function startHeartbeats({ redis, prefix }: Connected, reported: Reported): Heartbeat {
  const id = randomBytes(ID_BYTES).toString("hex");
  const startTime = new Date().toISOString();
  let isDraining = false;
  const describe = (): ProcessReport => ({
    ...{ id, kind: reported.kind, host: hostname(), pid: process.pid, version: manifest.version, startTime },
    ...{
      isDraining,
      workCount: reported.countWork(),
      load: loadavg()[0] ?? 0,
      cores: availableParallelism(),
    },
    ...{ memoryBytes: process.memoryUsage.rss(), freeMemoryBytes: freemem(), totalMemoryBytes: totalmem() },
  });
  const beat = async () => {
    // Commands to a Redis that is away would pile up, and tell nobody anything once it is back.
    if (redis.status !== "ready") return;
    const isToDrain = (await redis.sismember(toDrainKey(prefix), id)) === 1;
    if (isToDrain !== isDraining) {
      isDraining = isToDrain;
      log.info({ id }, isDraining ? "this process takes no more work" : "this process takes work again");
      reported.onDrain(isDraining);
    }
    await redis.set(toReportKey(prefix, id), JSON.stringify(describe()), "PX", EXPIRES_MS);
    await redis.sadd(toIndexKey(prefix), id);
  };
  const beatQuietly = () =>
    beat().catch((err: unknown) => log.warn({ err }, "this process could not report itself"));
  let beating = beatQuietly();
  const timer = setInterval(() => {
    beating = beatQuietly();
  }, BEAT_MS);
  return {
    id,
    isDraining: () => isDraining,
    stop: async () => {
      clearInterval(timer);
      if (redis.status !== "ready") return;
      await beating;
      await forget({ redis, prefix }, [id]);
    },
  };
}

async function forget({ redis, prefix }: Connected, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await redis.del(...ids.map((id) => toReportKey(prefix, id)));
  await redis.srem(toIndexKey(prefix), ...ids);
  await redis.srem(toDrainKey(prefix), ...ids);
}

/** Lists the processes that report themselves, the oldest first. */
export async function listProcesses({ redis, prefix }: Connected): Promise<ListedProcess[]> {
  const ids = await redis.smembers(toIndexKey(prefix));
  if (ids.length === 0) return [];
  const texts = await redis.mget(...ids.map((id) => toReportKey(prefix, id)));
  await forget(
    { redis, prefix },
    ids.filter((_, i) => texts[i] === null),
  );
  const drainIds = new Set(await redis.smembers(toDrainKey(prefix)));
  return texts
    .flatMap((text) => {
      const report = processReport.safeParse(JSON.parse(text ?? "null")).data;
      return report === undefined ? [] : [{ ...report, isToDrain: drainIds.has(report.id) }];
    })
    .toSorted((a, b) => a.startTime.localeCompare(b.startTime) || a.id.localeCompare(b.id));
}

/** Has a process take no more work, or take work again. @returns false if there is no such process */
export async function requestDrain(connected: Connected, id: string, drain: boolean): Promise<boolean> {
  const { redis, prefix } = connected;
  const processes = await listProcesses(connected);
  if (!processes.some((candidate) => candidate.id === id)) return false;
  if (drain) await redis.sadd(toDrainKey(prefix), id);
  else await redis.srem(toDrainKey(prefix), id);
  return true;
}
