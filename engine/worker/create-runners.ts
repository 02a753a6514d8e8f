/** The runners of a client's simulations and trainings, with the cache of files that they share. */
import type { ToPlatform } from "@understudy/shared/worker/worker-protocol.ts";
import type { ClientHooks, Environment } from "./client-hooks.ts";
import { ClusterExecutor } from "./clusters/cluster-executor.ts";
import { createScheduler } from "./clusters/create-scheduler.ts";
import type { WorkerOptions } from "./command-line/options.ts";
import { createFileCache, type FileCache } from "./files/file-cache.ts";
import type { Folder } from "./files/folder.ts";
import { createDelivery } from "./simulations/deliver-reports.ts";
import type { Executor } from "./simulations/executor.ts";
import { createLocalExecutor } from "./simulations/local-executor.ts";
import { createPlatformReader } from "./simulations/read-platform.ts";
import type { Reports } from "./simulations/reports.ts";
import { SimulationRunner } from "./simulations/runner.ts";
import type { SimulationContext } from "./simulations/simulate.ts";
import { toolsOf } from "./simulations/tools.ts";
import type { Requests } from "./support/requests.ts";
import { TrainingRunner } from "./trainings/runner.ts";

/** From SIGTERM to SIGKILL. */
const GRACE_MS = 10_000;

/** What a client is started with. */
export type ClientSetup = {
  readonly options: WorkerOptions;
  readonly folder: Folder;
  readonly env: NodeJS.ProcessEnv;
  readonly hooks: ClientHooks;
  readonly environment: Environment;
};

/** What runners use of their client. */
type ClientLinks = {
  readonly instance: string;
  readonly reports: Reports;
  readonly requests: Requests;
  readonly send: (message: ToPlatform) => boolean;
  /** Aborted when the client ends. */
  readonly closing: AbortSignal;
  /** Aborted to end every command at once. */
  readonly kill: AbortSignal;
  readonly onChange: () => void;
  /** Called when places in a scheduler's queue have changed. */
  readonly onPlaced: () => void;
};

export type Runners = {
  readonly simulations: SimulationRunner;
  readonly trainings: TrainingRunner;
  readonly executor: Executor;
  readonly cache: FileCache;
};

export function createRunners(setup: ClientSetup, links: ClientLinks): Runners {
  const { options, folder, hooks, environment } = setup;
  const { requests, closing, onChange } = links;
  const platform = createPlatformReader(requests, closing);
  const cache = createFileCache(folder.files, platform.readChunk, closing);
  const freeBytes = environment.freeBytes(folder.root);
  const executor = createExecutor(setup, links, { cache, freeBytes, readSpec: platform.readSpec });
  return {
    simulations: new SimulationRunner(
      {
        executor,
        folder,
        now: environment.now,
        reports: links.reports,
        deliver: createDelivery({ requests, send: links.send, folder }),
        sendGivenBack: (attempt, reason, signal) =>
          requests.ask({ type: "given-back", ...attempt, reason }, signal),
        closing,
        kill: links.kill,
      },
      { onChange, onOutcome: hooks.onOutcome, onProblem: hooks.onProblem, onPlaced: links.onPlaced },
    ),
    trainings: new TrainingRunner(
      { folder, cache, requests, freeBytes, usesGpu: options.gpu === "auto", closing },
      { onChange, onMessage: hooks.onTrainingMessage },
    ),
    executor,
    cache,
  };
}

type Sources = Pick<SimulationContext, "cache" | "freeBytes" | "readSpec">;

function createExecutor(
  { options, env, folder, environment, hooks }: ClientSetup,
  { instance, reports }: ClientLinks,
  sources: Sources,
): Executor {
  const common = { ...sources, folder, passed: options.pass, only: options.only, now: environment.now };
  if (options.cluster === null) {
    const tools = toolsOf(options.tools, env);
    return createLocalExecutor({ ...common, tools, env, instance, graceMs: GRACE_MS });
  }
  const { executor, perTask, pollSeconds, requests } = options.cluster;
  return new ClusterExecutor({
    ...common,
    scheduler: createScheduler(executor, env, requests),
    requests,
    reports,
    tools: options.tools,
    concurrency: options.concurrency,
    perTask,
    pollMs: pollSeconds * 1000,
    onProblem: hooks.onProblem,
  });
}
