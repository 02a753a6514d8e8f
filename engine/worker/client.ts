/**
 * The worker client: takes simulations that the platform offers, runs them side by side, and reports each until that is
 * acknowledged; and trains one emulator at a time. See connection.ts for its connection,
 * simulation-runner.ts for its simulations and trainings.ts for its trainings.
 *
 * ```
 *  working --leave()--> leaving: no new work; what runs finishes, or is given back --> left
 *      |                   |
 *      +----- kill() ------+--> everything is ended and given back ------------------> left
 *      +----- refused: the platform wants no such client ----------------------------> left
 * ```
 */
import { type Hello, LEASE_MS } from "@understudy/shared/worker-protocol.ts";
import type { ClientHooks, Environment, Left } from "./client-hooks.ts";
import type { WorkerOptions } from "./command-line/options.ts";
import { connect, type Living, newInstance } from "./connection/connection.ts";
import { introduce } from "./connection/introduce.ts";
import { createMessageHandler, LEASE_MARGIN_MS } from "./connection/on-message.ts";
import { createRequests } from "./connection/requests.ts";
import { freeBytesOf } from "./files/disk.ts";
import { createFileCache } from "./files/file-cache.ts";
import type { Folder } from "./files/folder.ts";
import { createPlatformReader } from "./files/read-platform.ts";
import { cleanUpPreviousRun } from "./simulations/clean-up-previous-run.ts";
import { createDelivery } from "./simulations/deliver-reports.ts";
import { startLiveLogs } from "./simulations/live-logs.ts";
import { createReports } from "./simulations/reports.ts";
import { createSimulationRunner } from "./simulations/runner.ts";
import { toolsOf } from "./simulations/tools.ts";
import { createTrainings } from "./trainings/trainings.ts";

const LOOK_MS = 1_000;
/** How long reports may still travel once nothing runs any more; what does not arrive is sent at the next start. */
const LAST_REPORTS_MS = 15_000;
/** From SIGTERM to SIGKILL. */
const GRACE_MS = 10_000;

const ENVIRONMENT: Environment = {
  now: () => performance.now(),
  random: Math.random,
  freeBytes: freeBytesOf,
};

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
  environment: Environment = ENVIRONMENT,
): Promise<Client> {
  const { now } = environment;
  const instance = newInstance();
  const life = new AbortController();
  const killing = new AbortController();
  const { promise: left, resolve } = Promise.withResolvers<Left>();
  let leaving = false;
  let greeted: { at: number; named: Living } = { at: 0, named: { running: [], trainings: [] } };

  const requests = createRequests((message) => connection.send(message));
  const platform = createPlatformReader(requests, life.signal);
  const reports = createReports(folder.results);
  const cache = createFileCache(folder.files, platform.readChunk, life.signal);
  const send: typeof connection.send = (message) => connection.send(message);
  const tellChange = () =>
    hooks.onChange({
      connection: connection.state(),
      running: simulations.busy(),
      training: trainings.busy(),
      telling: simulations.telling() + trainings.telling(),
      leaving,
    });
  const simulations = createSimulationRunner(
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
        freeBytes: environment.freeBytes(folder.root),
        now,
      },
      reports,
      deliver: createDelivery({ requests, send, folder }),
      giveBack: (attempt, reason, signal) => requests.ask({ type: "given-back", ...attempt, reason }, signal),
      life: life.signal,
      kill: killing.signal,
    },
    { onChange: () => changed(), onEnding: hooks.onEnding, onTrouble: hooks.onTrouble },
  );
  const trainings = createTrainings(
    { folder, cache, requests, freeBytes: environment.freeBytes(folder.root), life: life.signal },
    { onChange: () => changed(), onNews: hooks.onNews },
  );
  await cleanUpPreviousRun(folder, instance);
  await cache.trim();
  const stored = await reports.load();
  await folder.clearTrainings();
  await folder.clearAllBut(stored.map(({ report }) => report));

  const self = introduce(options, instance);
  const living = (): Living => ({ running: simulations.living(), trainings: trainings.living() });
  const canTrain = options.role !== "Simulations";
  const hello = (): Hello => {
    greeted = { at: now(), named: living() };
    const { running, trainings: trains } = greeted.named;
    return { ...self, running, ...(canTrain ? { trainings: trains } : {}) };
  };
  const renewed = (named: Living, lost: Living, since: number) => {
    const until = since + LEASE_MS - LEASE_MARGIN_MS;
    simulations.renew(named.running, until);
    trainings.renew(named.trainings, until);
    const reason = "The platform has given it to somebody else.";
    for (const attempt of lost.running) simulations.happen(attempt, "unwanted", reason);
    for (const attempt of lost.trainings) trainings.happen(attempt, "unwanted", reason);
  };
  const onMessage = createMessageHandler({
    simulations,
    trainings,
    requests,
    send,
    concurrency: options.concurrency,
    canTrain,
    isLeaving: () => leaving,
    now,
    onWelcome: ({ resource_id, lost, lost_trainings }) => {
      hooks.onWelcome(resource_id);
      renewed(greeted.named, { running: lost, trainings: lost_trainings }, greeted.at);
      if (leaving) send({ type: "going-away", reason: "It was asked to stop." });
      liveLogs.restart();
      requests.askAgain();
    },
  });

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
    if (!leaving || simulations.busy() + trainings.busy() > 0) return;
    if (refusal !== null) end({ how: "refused", reason: refusal });
    else if (simulations.telling() + trainings.telling() === 0) end({ how: "left" });
    else hurry ??= setTimeout(() => end({ how: "left" }), LAST_REPORTS_MS);
  };
  let refusal: string | null = null;

  const connection = connect(
    { server: options.server, key: options.key, hello, living, random: environment.random, now },
    {
      onMessage,
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
  const liveLogs = startLiveLogs(simulations.long, send);
  const look = setInterval(() => {
    simulations.dropExpired(now());
    trainings.dropExpired(now());
  }, LOOK_MS);
  for (const one of stored) simulations.restore(one);

  const kill = () => {
    leaving = true;
    killing.abort();
    const reason = "Its server was told to end everything.";
    simulations.giveBack(["preparing", "running"], reason);
    trainings.giveBack(reason);
    trainings.kill();
    changed();
  };
  return {
    left,
    kill,
    leave: () => {
      if (leaving) return kill();
      leaving = true;
      send({ type: "going-away", reason: "It was asked to stop." });
      simulations.giveBack(["preparing"], "Its server is leaving.");
      trainings.giveBack("Its server is leaving.");
      const giveUp = () => simulations.giveBack(["running"], "Its server is leaving.");
      setTimeout(giveUp, options.stopAfter * 1000).unref();
      changed();
    },
  };
}
