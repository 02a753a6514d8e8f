/**
 * Demo servers, for people who want to see simulations run before they connect a machine of their own. One is a real connected
 * server, a worker client beside this process under its person's own key; it runs ngspice on the files of a spec and nothing
 * else. The platform offers it no other spec (`only`), the client would run none, and its ngspice is confined (write-ngspice.ts).
 *
 * ```
 *  off --asked for--> starting --connected--> online --idle for 30 min, stopped--> off
 *                        \--cannot be had--> failed --asked for again--> starting
 * ```
 * A client ends with the web process that runs it; when that has died, another one (or the same, started again) takes over.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { onlineResources } from "../commands/resources/resources.ts";
import type { WorkerKeys } from "../commands/resources/worker-keys.ts";
import { log } from "../core/log.ts";
import { Problem } from "../core/problem.ts";
import type { DemoServerRecord, ResourceRecord } from "../models/resource.ts";
import { isOfSpec, type SpecVersionRecord } from "../models/spec.ts";
import type { User } from "../models/user.ts";
import type { Records } from "../platform/platform.ts";
import type { ReadingPlatform } from "../reading/reader.ts";
import { createClaims } from "./claims.ts";
import { DEMO_NAME, type DemoClient, startDemoClient } from "./client.ts";
import { type Kept, keepRunning } from "./keep-running.ts";
import { ensureDemoSpec, findDemoSpec } from "./spec.ts";

const CONNECT_WITHIN_MS = 60_000;
const IDLE_MS = 30 * 60_000;

/** The services that a test replaces. */
export type Environment = {
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** From one check of all of them to the next. */
  readonly checkMs: number;
  readonly startClient: typeof startDemoClient;
};
const DEFAULT_ENVIRONMENT: Environment = {
  now: () => performance.now(),
  checkMs: 3_000,
  startClient: startDemoClient,
};

type Running = Kept & {
  /** When it was started or last seen connected, and when it last had work: by `Environment.now`. */
  seenAt: number;
  busyAt: number;
  /** The simulations that it ran at the last check. */
  simulationCount: number;
};

/** The state of a person's demo server. */
export type DemoState = {
  readonly record: DemoServerRecord | null;
  /** Null: it is not connected. */
  readonly resource: ResourceRecord | null;
  readonly version: SpecVersionRecord | null;
};

export class Demos {
  readonly #platform: ReadingPlatform;
  readonly #workerKeys: WorkerKeys;
  readonly #environment: Environment;
  readonly #claims: ReturnType<typeof createClaims>;
  readonly #running = new Map<number, Running>();
  /** By person: the end of the previous client, which a new one waits for. */
  readonly #endings = new Map<number, Promise<void>>();
  readonly #specs = new Map<number, Promise<SpecVersionRecord>>();
  /** Null: no client can be started. */
  #url: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    platform: ReadingPlatform,
    workerKeys: WorkerKeys,
    environment: Environment = DEFAULT_ENVIRONMENT,
  ) {
    this.#platform = platform;
    this.#workerKeys = workerKeys;
    this.#environment = environment;
    this.#claims = createClaims(platform);
  }

  /**
   * Starts one for a person, and makes the spec that it simulates, unless they have them.
   * @throws Problem 409 when this platform has none, 503 when other people have all there may be.
   */
  async start(user: User, { stays = false } = {}): Promise<SpecVersionRecord> {
    if (!this.#platform.config.demo) throw new Problem(409, MESSAGES.noDemo);
    const isNew = await this.#claims.claim(user._id, stays);
    try {
      const version = await this.#specOf(user);
      if (isNew) this.#launch(user._id);
      return version;
    } catch (error) {
      if (isNew) await this.#claims.release(user._id);
      throw error;
    }
  }

  /** When another process runs it, it ends within a few seconds. */
  async stop(userId: number): Promise<void> {
    await this.#claims.release(userId);
    await this.#end(userId);
  }

  async state(userId: number): Promise<DemoState> {
    return {
      record: await this.#claims.find(userId),
      resource: await connectedDemo(this.#platform, userId),
      version: await findDemoSpec(this.#platform, userId),
    };
  }

  /** Starts clients from now on. @param address The platform's own, for the clients. */
  open(address: string): void {
    this.#url = address;
    if (!this.#platform.config.demo) return;
    void this.#checkAll();
    void checkStoredVersions(this.#platform).catch(warn);
  }

  /** Counts the simulations that the demo servers of this process ran when they were checked last, seconds ago. */
  countWork(): number {
    return [...this.#running.values()].reduce((sum, { simulationCount }) => sum + simulationCount, 0);
  }

  async close(): Promise<void> {
    this.#url = null;
    clearTimeout(this.#timer);
    await this.#claims.releaseAll();
    await Promise.all([...this.#running.keys()].map((userId) => this.#end(userId)));
  }

  #launch(userId: number): void {
    const folder = join(this.#platform.config.dataDir, "demo", String(userId));
    const supervisor = keepRunning(
      () => this.#startClient(userId, folder),
      (lastLine) => {
        log.warn({ userId, lastLine }, "the client of a demo server does not stay alive");
        this.#giveUp(userId, MESSAGES.demoEnded).catch(warn);
      },
    );
    const stop = async () => {
      await supervisor.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    };
    const started = this.#environment.now();
    this.#running.set(userId, { stop, seenAt: started, busyAt: started, simulationCount: 0 });
  }

  async #startClient(userId: number, folder: string): Promise<DemoClient> {
    await this.#endings.get(userId);
    if (this.#url === null) throw new Error("The platform is not ready.");
    const key = await this.#workerKeys.current(userId);
    return await this.#environment.startClient({ url: this.#url, key, folder });
  }

  async #end(userId: number): Promise<void> {
    const running = this.#running.get(userId);
    if (running === undefined) return await this.#endings.get(userId);
    this.#running.delete(userId);
    const ending = running.stop().finally(() => this.#endings.delete(userId));
    this.#endings.set(userId, ending);
    await ending;
  }

  async #giveUp(userId: number, reason: string): Promise<void> {
    await this.#claims.fail(userId, MESSAGES.demoFailed(reason));
    await this.#end(userId);
  }

  async #checkAll(): Promise<void> {
    for (const [userId, running] of this.#running) await this.#check(userId, running).catch(warn);
    for (const userId of await this.#claims.takeOver().catch(none)) this.#launch(userId);
    if (this.#url !== null) this.#timer = setTimeout(() => this.#checkAll(), this.#environment.checkMs);
  }

  /** Renews what this process runs, and ends what is no longer wanted or used. */
  async #check(userId: number, running: Running): Promise<void> {
    const record = await this.#claims.renew(userId);
    if (record === null) return await this.#end(userId);
    const resource = await connectedDemo(this.#platform, userId);
    const now = this.#environment.now();
    running.simulationCount = resource?.running ?? 0;
    if (resource !== null) running.seenAt = now;
    if (resource !== null && resource.running > 0) running.busyAt = now;
    if (now - running.seenAt > CONNECT_WITHIN_MS) {
      return await this.#giveUp(userId, MESSAGES.demoDidNotConnect);
    }
    if (now - running.busyAt > IDLE_MS && !record.stays) await this.stop(userId);
  }

  /** Concurrent requests make one spec. */
  async #specOf(user: User): Promise<SpecVersionRecord> {
    const making = this.#specs.get(user._id) ?? ensureDemoSpec(this.#platform, user);
    this.#specs.set(user._id, making);
    return await making.finally(() => this.#specs.delete(user._id));
  }
}

const warn = (err: unknown) => log.warn({ err }, "a demo server could not be checked");
const none = (err: unknown): number[] => {
  warn(err);
  return [];
};

/** The record of a person's demo server among their connected ones. */
async function connectedDemo(platform: Records, userId: number): Promise<ResourceRecord | null> {
  const online = await onlineResources(platform, userId);
  return online.find(({ name, only }) => name === DEMO_NAME && only !== null) ?? null;
}

/** Checks the spec versions for demo servers that were stored before there was such a check, one after the other. */
async function checkStoredVersions({ store, storage, reader }: ReadingPlatform): Promise<void> {
  const unchecked = await store.specVersions.find(
    { demo_problem: { $exists: false } },
    { sort: { _id: -1 } },
  );
  for (const { _id, spec_id, creator, manifest, files } of unchecked.filter(isOfSpec)) {
    const request = { folder: storage.specVersionDir(spec_id, _id), files, manifest };
    try {
      const demo_problem = await reader.perform(creator.id, "checkConfinement", request);
      await store.specVersions.update({ _id }, { demo_problem });
    } catch (err) {
      log.warn({ err, specVersion: _id }, "a spec could not be checked for demo servers");
    }
  }
}
