/**
 * The speed of trainings where the runners are. Runners measure it while somebody wants to know, and keep how long whole trainings
 * took beside what was expected of them. Both are evidence for estimates alone, and lie in Redis: losing them costs nothing else.
 */

import type { TrainingEvidence } from "@understudy/engine/runner/contract/ports.ts";
import { type MeasuredSpeed, measureSpeed } from "@understudy/engine/runner/measure-speed.ts";
import { combinePace } from "@understudy/engine/training/speed/pace.ts";
import type { TrainingSpeed } from "@understudy/shared/domain/training-speed.ts";
import type { Redis } from "ioredis";
import { z } from "zod";
import { log } from "./log.ts";

/** A request is served for so long; whoever still wants to know asks again before. */
const WANTED_MS = 15_000;
const LOOK_MS = 1_000;
/** A measurement takes half a second of all cores, so measurements follow each other at this distance at least. */
const PAUSE_MS = 5_000;
/** Older measurements tell little of the load of now. */
const MAX_AGE_MS = 60_000;
const MAX_MEASUREMENTS = 10;
const MAX_RATIOS = 20;

/** A provisional measurement is followed by a larger one within seconds, or by the measured one. */
const PROVISIONAL_MS = 10_000;

/** A measurement that is not over may come to so many times what its duration shows so far. */
const MAX_PROVISIONAL_RATIO = 4;

const measurement = z.object({ at: z.number(), short: z.number().positive(), long: z.number().positive() });

const wantedKey = (prefix: string): string => `${prefix}:training-speed-wanted`;
const provisionalKey = (prefix: string): string => `${prefix}:training-speed-so-far`;
const speedsKey = (prefix: string): string => `${prefix}:training-speeds`;
const ratiosKey = (prefix: string): string => `${prefix}:training-time-ratios`;

type Connection = { readonly redis: Redis; readonly prefix: string };

/**
 * Has the runners measure how fast they are, and answers what they measured in the last minute: another reading a few seconds later
 * answers the speed of then. Null: there is no measurement yet.
 */
export async function readTrainingSpeed({ redis, prefix }: Connection): Promise<TrainingSpeed | null> {
  if (redis.status !== "ready") return null;
  await redis.set(wantedKey(prefix), "1", "PX", WANTED_MS);
  const [measured, ratios] = await Promise.all([
    readMeasurements({ redis, prefix }),
    readTimeRatios({ redis, prefix }),
  ]);
  if (measured.length === 0) return null;
  return {
    short: combinePace(
      measured.map(({ short }) => short),
      ratios,
    ),
    long: combinePace(
      measured.map(({ long }) => long),
      ratios,
    ),
  };
}

/** Those of the last minute; a provisional one where there is no other. */
async function readMeasurements({ redis, prefix }: Connection): Promise<z.infer<typeof measurement>[]> {
  const texts = await redis.lrange(speedsKey(prefix), 0, -1);
  const now = Date.now();
  const parse = (text: string) => measurement.parse(JSON.parse(text));
  const measured = texts.map(parse).filter(({ at }) => Math.abs(now - at) < MAX_AGE_MS);
  if (measured.length > 0) return measured;
  const provisional = await redis.get(provisionalKey(prefix));
  if (provisional === null) return [];
  const { at, short, long } = parse(provisional);
  // The measurement lasts longer than it has until now: the two ends of what it may come to.
  const highest = { at, short: short * MAX_PROVISIONAL_RATIO, long: long * MAX_PROVISIONAL_RATIO };
  return [{ at, short, long }, highest];
}

/** Reads the evidence for the estimate of a training that starts. */
export async function readTrainingEvidence(
  connection: Connection,
  isShort: boolean,
): Promise<TrainingEvidence> {
  if (connection.redis.status !== "ready") return { slowdowns: [], ratios: [] };
  const [measured, ratios] = await Promise.all([readMeasurements(connection), readTimeRatios(connection)]);
  return { slowdowns: measured.map(({ short, long }) => (isShort ? short : long)), ratios };
}

/** Real over expected times of the latest whole trainings. */
async function readTimeRatios({ redis, prefix }: Connection): Promise<number[]> {
  const texts = await redis.lrange(ratiosKey(prefix), 0, MAX_RATIOS - 1);
  return texts.map(Number).filter((ratio) => Number.isFinite(ratio) && ratio > 0);
}

export async function recordTimeRatio({ redis, prefix }: Connection, ratio: number): Promise<void> {
  if (redis.status !== "ready") return;
  await redis.lpush(ratiosKey(prefix), String(ratio));
  await redis.ltrim(ratiosKey(prefix), 0, MAX_RATIOS - 1);
}

/** Measures the speed of this machine whenever it is wanted, until the returned function is called. */
export function measureWhenWanted(
  { redis, prefix }: Connection,
  measure: (report: (speed: MeasuredSpeed) => Promise<void>) => Promise<void> = measureSpeed,
): () => Promise<void> {
  let measuredAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  const store = async ({ isProvisional, ...speed }: MeasuredSpeed) => {
    const text = JSON.stringify({ at: Date.now(), ...speed });
    if (isProvisional) {
      await redis.set(provisionalKey(prefix), text, "PX", PROVISIONAL_MS);
      return;
    }
    await redis.lpush(speedsKey(prefix), text);
    await redis.ltrim(speedsKey(prefix), 0, MAX_MEASUREMENTS - 1);
    await redis.pexpire(speedsKey(prefix), MAX_AGE_MS);
  };
  const measureOnce = async () => {
    if (redis.status !== "ready" || (await redis.exists(wantedKey(prefix))) === 0) return;
    await measure(store);
    measuredAt = performance.now();
  };
  const timer = setInterval(() => {
    if (running !== null || performance.now() - measuredAt < PAUSE_MS) return;
    running = measureOnce()
      .catch((err: unknown) => log.warn({ err }, "the training speed could not be measured"))
      .finally(() => {
        running = null;
      });
  }, LOOK_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
