/** The processes of an installation report themselves in Redis, and learn there that they are to be drained. */
import { randomBytes } from "node:crypto";
import { availableParallelism, freemem, hostname, loadavg, totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { z } from "zod";
import manifest from "../package.json" with { type: "json" };
import { log } from "./log.ts";

/** A larger value delays the moment at which a process learns that it is to be drained. */
const BEAT_MS = 2_000;
/** A process that was killed is listed for this long at most. */
const EXPIRES_MS = 10_000;
/**
 * An order to drain, or to take work again, is stored for this long; a drained process renews it. A shorter time loses the order
 * for a process that stands still meanwhile.
 */
const ORDER_EXPIRES_MS = 60 * 60_000;
/** Redis that answers later than this is taken for one that does not answer: a process that ends does not wait for it. */
const ANSWER_MS = 2_000;
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
const toReportKey = (prefix: string, id: string) => `${prefix}:process:${id}`;
const toOrderKey = (prefix: string, id: string) => `${prefix}:process-order:${id}`;

const drainOrder = z.enum(["drain", "resume"]);

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
    const order = drainOrder.safeParse(await redis.get(toOrderKey(prefix, id))).data;
    // Without an order the process stays as it is: only an order to resume ends a drain.
    if (order !== undefined && (order === "drain") !== isDraining) {
      isDraining = order === "drain";
      log.info({ id }, isDraining ? "this process takes no more work" : "this process takes work again");
      reported.onDrain(isDraining);
    }
    if (isDraining && order === undefined)
      await redis.set(toOrderKey(prefix, id), "drain", "PX", ORDER_EXPIRES_MS, "NX");
    else if (isDraining) await redis.pexpire(toOrderKey(prefix, id), ORDER_EXPIRES_MS);
    await redis.set(toReportKey(prefix, id), JSON.stringify(describe()), "PX", EXPIRES_MS);
    await redis.sadd(toIndexKey(prefix), id);
  };
  let beating: Promise<void> | null = null;
  const beatQuietly = () => {
    beating ??= beat()
      .catch((err: unknown) => log.warn({ err }, "this process could not report itself"))
      .finally(() => {
        beating = null;
      });
  };
  beatQuietly();
  const timer = setInterval(beatQuietly, BEAT_MS);
  const leave = async () => {
    await beating;
    const keys = [toReportKey(prefix, id), toOrderKey(prefix, id)];
    await redis
      .multi()
      .del(...keys)
      .srem(toIndexKey(prefix), id)
      .exec();
  };
  return {
    id,
    isDraining: () => isDraining,
    stop: async () => {
      clearInterval(timer);
      if (redis.status !== "ready") return;
      const leaving = leave().catch((err: unknown) =>
        log.warn({ err }, "this process could not be removed from the list"),
      );
      await Promise.race([leaving, sleep(ANSWER_MS, undefined, { ref: false })]);
    },
  };
}

/** Lists the processes that report themselves, the oldest first. */
export async function listProcesses({ redis, prefix }: Connected): Promise<ListedProcess[]> {
  const ids = await redis.smembers(toIndexKey(prefix));
  if (ids.length === 0) return [];
  const texts = await redis.mget(...ids.map((id) => toReportKey(prefix, id)));
  // Those that only stood still add themselves again, and still find their order.
  const silentIds = ids.filter((_, i) => texts[i] === null);
  if (silentIds.length > 0) await redis.srem(toIndexKey(prefix), ...silentIds);
  const orders = await redis.mget(...ids.map((id) => toOrderKey(prefix, id)));
  return texts
    .flatMap((text, i) => {
      const report = processReport.safeParse(JSON.parse(text ?? "null")).data;
      if (report === undefined) return [];
      const order = drainOrder.safeParse(orders[i]).data;
      return [{ ...report, isToDrain: order === undefined ? report.isDraining : order === "drain" }];
    })
    .toSorted((a, b) => a.startTime.localeCompare(b.startTime) || a.id.localeCompare(b.id));
}

/** Has a process take no more work, or take work again. @returns false if there is no such process */
export async function requestDrain(connected: Connected, id: string, drain: boolean): Promise<boolean> {
  const { redis, prefix } = connected;
  const processes = await listProcesses(connected);
  if (!processes.some((candidate) => candidate.id === id)) return false;
  await redis.set(toOrderKey(prefix, id), drain ? "drain" : "resume", "PX", ORDER_EXPIRES_MS);
  return true;
}
