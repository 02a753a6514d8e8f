/**
 * Demo servers: for whoever wants to see simulations run before they connect a machine of their own. One is a real connected
 * server, a worker client beside this process under its person's own key; it simulates the op-amp of the fixtures and nothing
 * else. Two things see to that: the platform offers it no other spec (`only`), and the client would run none.
 *
 * ```
 *  off --asked for--> starting --connected--> online --idle for 30 min, stopped--> off
 *                        \--cannot be had--> failed --asked for again--> starting
 * ```
 * A client ends with the web process that runs it; when that has died, another one (or the same, started again) takes over.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { onlineResources } from "../commands/resources/resources.ts";
import type { WorkerKeys } from "../commands/resources/worker-keys.ts";
import { log } from "../log.ts";
import type { DemoServerRecord } from "../models/demo-server.ts";
import type { ResourceRecord } from "../models/resource.ts";
import type { SpecVersionRecord } from "../models/spec-version.ts";
import type { User } from "../models/user.ts";
import type { Platform } from "../platform.ts";
import { Problem } from "../problem.ts";
import type { ReadingPlatform } from "../reading/reader.ts";
import { createClaims } from "./claims.ts";
import { DEMO_NAME, startDemoClient } from "./client.ts";
import { type Kept, keepRunning } from "./keep-running.ts";
import { demoFingerprint, ensureDemoSpec, findDemoSpec } from "./spec.ts";

const CONNECT_WITHIN_MS = 60_000;
const IDLE_MS = 30 * 60_000;

/** What a test replaces. */
export type Environment = {
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** From one look at all of them to the next. */
  readonly lookMs: number;
  readonly startClient: typeof startDemoClient;
};
const ENVIRONMENT: Environment = {
  now: () => performance.now(),
  lookMs: 3_000,
  startClient: startDemoClient,
};

type Running = Kept & {
  /** When it was started or last seen connected, and when it last had work: by `Environment.now`. */
  seen: number;
  busy: number;
};

/** What is known of somebody's demo server. */
export type DemoState = {
  readonly record: DemoServerRecord | null;
  /** Null: it is not connected. */
  readonly resource: ResourceRecord | null;
  readonly version: SpecVersionRecord | null;
};

export type Demos = ReturnType<typeof createDemos>;

export function createDemos(
  platform: ReadingPlatform,
  workerKeys: WorkerKeys,
  environment: Environment = ENVIRONMENT,
) {
  const { config } = platform;
  const { now, lookMs, startClient } = environment;
  const claims = createClaims(platform);
  const running = new Map<number, Running>();
  /** By person: what is still to be gone before a new one begins. */
  const endings = new Map<number, Promise<void>>();
  const specs = new Map<number, Promise<SpecVersionRecord>>();
  let url: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  const launch = (userId: number): void => {
    const folder = join(config.dataDir, "demo", String(userId));
    const kept = keepRunning(
      async () => {
        await endings.get(userId);
        if (url === null) throw new Error("The platform is not ready.");
        const key = await workerKeys.current(userId);
        return await startClient({ url, key, folder, fingerprint: await demoFingerprint() });
      },
      (said) => void giveUp(userId, said).catch(warn),
    );
    const stop = async () => {
      await kept.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    };
    const started = now();
    running.set(userId, { stop, seen: started, busy: started });
  };

  const end = async (userId: number): Promise<void> => {
    const one = running.get(userId);
    if (one === undefined) return await endings.get(userId);
    running.delete(userId);
    const ending = one.stop().finally(() => endings.delete(userId));
    endings.set(userId, ending);
    await ending;
  };

  const giveUp = async (userId: number, said: string): Promise<void> => {
    log.warn({ userId, said }, "a demo server was given up");
    await claims.fail(userId, MESSAGES.demoFailed(said));
    await end(userId);
  };

  const stop = async (userId: number): Promise<void> => {
    await claims.release(userId);
    await end(userId);
  };

  /** Renews what this process runs, and ends what nobody wants any more or uses. */
  const look = async (userId: number, one: Running): Promise<void> => {
    const record = await claims.renew(userId);
    if (record === null) return await end(userId);
    const resource = await connectedDemo(platform, userId);
    const looked = now();
    if (resource !== null) one.seen = looked;
    if (resource !== null && resource.running > 0) one.busy = looked;
    if (looked - one.seen > CONNECT_WITHIN_MS) return await giveUp(userId, "It did not connect.");
    if (looked - one.busy > IDLE_MS && !record.stays) await stop(userId);
  };

  const lookAtAll = async (): Promise<void> => {
    for (const [userId, one] of running) await look(userId, one).catch(warn);
    for (const userId of await claims.takeOver().catch(none)) launch(userId);
    if (url !== null) timer = setTimeout(lookAtAll, lookMs);
  };

  /** Two requests at once make one spec. */
  const specOf = async (user: User): Promise<SpecVersionRecord> => {
    const making = specs.get(user._id) ?? ensureDemoSpec(platform, user);
    specs.set(user._id, making);
    return await making.finally(() => specs.delete(user._id));
  };

  return {
    /**
     * Starts one for a person, and makes the spec that it simulates, unless they have them.
     * @throws Problem 409 when this platform has none, 503 when other people have all there may be.
     */
    start: async (user: User, { stays = false } = {}): Promise<SpecVersionRecord> => {
      if (!config.demo) throw new Problem(409, MESSAGES.noDemo);
      const isNew = await claims.claim(user._id, stays);
      try {
        const version = await specOf(user);
        if (isNew) launch(user._id);
        return version;
      } catch (error) {
        if (isNew) await claims.release(user._id);
        throw error;
      }
    },

    /** When another process runs it, that notices in a few seconds. */
    stop,

    state: async (userId: number): Promise<DemoState> => ({
      record: await claims.find(userId),
      resource: await connectedDemo(platform, userId),
      version: await findDemoSpec(platform, userId),
    }),

    /** From now on. @param address The platform's own, for the clients. */
    open: (address: string): void => {
      url = address;
      if (config.demo) void lookAtAll();
    },

    close: async (): Promise<void> => {
      url = null;
      clearTimeout(timer);
      await claims.releaseAll();
      await Promise.all([...running.keys()].map(end));
    },
  };
}

const warn = (err: unknown) => log.warn({ err }, "a demo server could not be seen to");
const none = (err: unknown): number[] => {
  warn(err);
  return [];
};

/** The record of a person's demo server among their connected ones. */
async function connectedDemo(platform: Platform, userId: number): Promise<ResourceRecord | null> {
  const online = await onlineResources(platform, userId);
  return online.find(({ name, only }) => name === DEMO_NAME && only !== null) ?? null;
}
