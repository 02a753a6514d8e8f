/** The runners of a client's simulations and trainings, with the cache of files that they share. */
import type { ToPlatform } from "@understudy/shared/worker-protocol.ts";
import type { ClientHooks, Environment } from "./client-hooks.ts";
import type { WorkerOptions } from "./command-line/options.ts";
import type { Requests } from "./connection/requests.ts";
import { createFileCache, type FileCache } from "./files/file-cache.ts";
import type { Folder } from "./files/folder.ts";
import { createPlatformReader } from "./files/read-platform.ts";
import { createDelivery } from "./simulations/deliver-reports.ts";
import type { Reports } from "./simulations/reports.ts";
import { SimulationRunner } from "./simulations/runner.ts";
import { toolsOf } from "./simulations/tools.ts";
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
};

export type Runners = {
  readonly simulations: SimulationRunner;
  readonly trainings: TrainingRunner;
  readonly cache: FileCache;
};

export function createRunners(setup: ClientSetup, links: ClientLinks): Runners {
  const { folder, hooks, environment } = setup;
  const { requests, closing, onChange } = links;
  const platform = createPlatformReader(requests, closing);
  const cache = createFileCache(folder.files, platform.readChunk, closing);
  const freeBytes = environment.freeBytes(folder.root);
  const { options, env } = setup;
  const simulation = {
    folder,
    cache,
    readSpec: platform.readSpec,
    tools: toolsOf(options.tools, env),
    env,
    passed: options.pass,
    only: options.only,
    instance: links.instance,
    graceMs: GRACE_MS,
    freeBytes,
    now: environment.now,
  };
  return {
    simulations: new SimulationRunner(
      {
        simulation,
        reports: links.reports,
        deliver: createDelivery({ requests, send: links.send, folder }),
        sendGivenBack: (attempt, reason, signal) =>
          requests.ask({ type: "given-back", ...attempt, reason }, signal),
        closing,
        kill: links.kill,
      },
      { onChange, onOutcome: hooks.onOutcome, onProblem: hooks.onProblem },
    ),
    trainings: new TrainingRunner(
      { folder, cache, requests, freeBytes, closing },
      { onChange, onMessage: hooks.onTrainingMessage },
    ),
    cache,
  };
}
