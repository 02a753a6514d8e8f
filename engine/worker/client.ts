/**
 * The worker client: takes simulations that the platform offers, runs them side by side, and reports each until that is
 * acknowledged. See connection.ts for its connection and works.ts for its simulations.
 *
 * ```
 *  working --leave()--> leaving: no new work; what runs finishes, or is given back --> left
 *      |                   |
 *      +----- kill() ------+--> everything is ended and given back ------------------> left
 *      +----- refused: the platform wants no such client ----------------------------> left
 * ```
 */
import { assertNever } from "@understudy/shared/assert-never.ts";
import { type Attempt, type Hello, LEASE_MS, type ToServer } from "@understudy/shared/worker-protocol.ts";
import { type ConnectionHooks, type ConnectionState, connect, newInstance } from "./connection.ts";
import { createDelivery } from "./deliver.ts";
import { createExchange } from "./exchange.ts";
import { createFileCache } from "./file-cache.ts";
import type { Folder } from "./folder.ts";
import { introduce } from "./introduce.ts";
import { startLiveLogs } from "./live-logs.ts";
import type { WorkerOptions } from "./options.ts";
import { createPlatformReader } from "./read-platform.ts";
import { createReports } from "./reports.ts";
import { freeBytesOf } from "./simulate.ts";
import { takeUp } from "./take-up.ts";
import { toolsOf } from "./tools.ts";
import { createWorks, type Ending } from "./works.ts";

/** A lease is taken to end a little earlier than the platform says: the word of it has travelled. */
const LEASE_MARGIN_MS = 5_000;
const LOOK_MS = 1_000;
/** How long reports may still travel once nothing runs any more; what does not arrive is sent at the next start. */
const LAST_REPORTS_MS = 15_000;
/** From SIGTERM to SIGKILL. */
const GRACE_MS = 10_000;

export type ClientStatus = {
  readonly connection: ConnectionState;
  readonly running: number;
  /** Of so many the platform has not acknowledged what it was told. */
  readonly telling: number;
  readonly leaving: boolean;
};

export type ClientHooks = {
  readonly onConnection: ConnectionHooks["onState"];
  readonly onWelcome: (resourceId: number) => void;
  readonly onEnding: (ending: Ending) => void;
  readonly onTrouble: (text: string) => void;
  readonly onChange: (status: ClientStatus) => void;
};

/** What a test replaces. */
export type Nature = {
  readonly now: () => number;
  readonly random: () => number;
  readonly freeBytes: (folder: string) => () => Promise<number>;
};
const NATURE: Nature = { now: () => performance.now(), random: Math.random, freeBytes: freeBytesOf };

/** How it ended. `refused`: the platform said why. */
export type Left = { readonly how: "left" } | { readonly how: "refused"; readonly reason: string };

export type Client = {
  readonly left: Promise<Left>;
  leave(): void;
  kill(): void;
};

/** Runs until it has left. @param folder Its own, open; what an earlier start has left there is taken up. */
export async function startClient(
  options: WorkerOptions,
  folder: Folder,
  env: NodeJS.ProcessEnv,
  hooks: ClientHooks,
  nature: Nature = NATURE,
): Promise<Client> {
  const { now } = nature;
  const instance = newInstance();
  const life = new AbortController();
  const killing = new AbortController();
  const { promise: left, resolve } = Promise.withResolvers<Left>();
  let leaving = false;
  let greeted: { at: number; named: Attempt[] } = { at: 0, named: [] };

  const exchange = createExchange((message) => connection.send(message));
  const platform = createPlatformReader(exchange, life.signal);
  const reports = createReports(folder.results);
  const cache = createFileCache(folder.files, platform.readChunk, life.signal);
  const send: typeof connection.send = (message) => connection.send(message);
  const tellChange = () =>
    hooks.onChange({
      connection: connection.state(),
      running: works.busy(),
      telling: works.telling(),
      leaving,
    });
  const works = createWorks(
    {
      around: {
        folder,
        cache,
        readSpec: platform.readSpec,
        tools: toolsOf(options.tools, env),
        env,
        passed: options.pass,
        only: options.only,
        instance,
        graceMs: GRACE_MS,
        freeBytes: nature.freeBytes(folder.root),
        now,
      },
      reports,
      deliver: createDelivery({ exchange, send, folder }),
      giveBack: (attempt, reason, signal) => exchange.ask({ type: "given-back", ...attempt, reason }, signal),
      life: life.signal,
      kill: killing.signal,
    },
    { onChange: () => changed(), onEnding: hooks.onEnding, onTrouble: hooks.onTrouble },
  );
  await takeUp(folder, instance);
  await cache.trim();
  const stored = await reports.load();
  await folder.clearAllBut(stored.map(({ report }) => report));

  const self = introduce(options, instance);
  const hello = (): Hello => {
    greeted = { at: now(), named: works.living() };
    return { ...self, running: greeted.named };
  };
  const renewed = (named: readonly Attempt[], lost: readonly Attempt[], since: number) => {
    works.renew(named, since + LEASE_MS - LEASE_MARGIN_MS);
    for (const attempt of lost)
      works.happen(attempt, "unwanted", "The platform has given it to somebody else.");
  };
  const consider = (offer: Extract<ToServer, { type: "offer" }>) => {
    const attempt = { simulation: offer.simulation, attempt: offer.attempt };
    const isFull = works.busy() >= options.concurrency;
    if (!works.has(attempt) && (leaving || isFull)) {
      send({
        type: "decline",
        ...attempt,
        reason: leaving ? "This server is leaving." : "This server is full.",
      });
      return;
    }
    send({ type: "accept", ...attempt });
    if (!works.has(attempt)) works.begin(offer, now() + offer.lease_ms - LEASE_MARGIN_MS);
  };
  const handle = (message: Parameters<ConnectionHooks["onMessage"]>[0]): void => {
    switch (message.type) {
      case "welcome":
        hooks.onWelcome(message.resource_id);
        renewed(greeted.named, message.lost, greeted.at);
        if (leaving) send({ type: "going-away", reason: "It was asked to stop." });
        liveLogs.restart();
        exchange.askAgain();
        return;
      case "offer":
        consider(message);
        return;
      case "cancel":
        works.happen(message, "unwanted", message.reason);
        return;
      case "ack":
        exchange.answered(message);
        works.happen(message, "acknowledged");
        return;
      case "spec":
      case "file-chunk":
      case "unreadable":
      case "kept":
        exchange.answered(message);
        return;
      case "training-offer": {
        const { job, attempt } = message;
        send({ type: "training-decline", job, attempt, reason: "This client cannot train yet." });
        return;
      }
      case "training-stop":
      case "training-cancel":
      case "training-noted":
      case "training-kept":
      case "training-ack":
      case "checked":
        return;
      default:
        assertNever(message);
    }
  };

  let isOver = false;
  const end = (how: Left) => {
    if (isOver) return;
    isOver = true;
    clearInterval(look);
    clearTimeout(hurry);
    liveLogs.close();
    life.abort(new Error("The client has ended."));
    connection.close();
    folder.close();
    resolve(how);
  };
  let hurry: NodeJS.Timeout | undefined;
  const changed = () => {
    tellChange();
    if (!leaving || works.busy() > 0) return;
    if (refusal !== null) end({ how: "refused", reason: refusal });
    else if (works.telling() === 0) end({ how: "left" });
    else hurry ??= setTimeout(() => end({ how: "left" }), LAST_REPORTS_MS);
  };
  let refusal: string | null = null;

  const connection = connect(
    { server: options.server, key: options.key, hello, living: works.living, random: nature.random, now },
    {
      onMessage: handle,
      onRenewed: renewed,
      onState: (state, reason, retryMs) => {
        hooks.onConnection(state, reason, retryMs);
        if (state === "ended" && !isOver) {
          refusal = reason;
          kill();
        }
        tellChange();
      },
    },
  );
  const liveLogs = startLiveLogs(works.long, send);
  const look = setInterval(() => works.dropExpired(now()), LOOK_MS);
  for (const one of stored) works.restore(one);

  const kill = () => {
    leaving = true;
    killing.abort();
    works.giveBack(["preparing", "running"], "Its server was told to end everything.");
    changed();
  };
  return {
    left,
    kill,
    leave: () => {
      if (leaving) return kill();
      leaving = true;
      send({ type: "going-away", reason: "It was asked to stop." });
      works.giveBack(["preparing"], "Its server is leaving.");
      const giveUp = () => works.giveBack(["running"], "Its server is leaving.");
      setTimeout(giveUp, options.stopAfter * 1000).unref();
      changed();
    },
  };
}
