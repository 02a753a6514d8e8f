/**
 * The worker client: accepts simulations that the platform offers, runs them side by side, and sends the report of each until it is
 * acknowledged; and trains one emulator at a time. See connection/connection.ts, simulations/runner.ts and trainings/runner.ts.
 *
 * ```
 *  working --leave()--> leaving: no new work; what runs finishes, or is given back --> left
 *      |                   |
 *      +----- kill() ------+--> everything is ended and given back ------------------> left
 *      +----- refused: the platform does not let this client in ---------------------> left
 * ```
 */
import { randomBytes } from "node:crypto";
import {
  type Hello,
  LEASE_MS,
  type ToPlatform,
  type ToServer,
} from "@understudy/shared/worker/worker-protocol.ts";
import type { ClusterQueue } from "@understudy/shared/worker/worker-simulation.ts";
import type { ClientEnd, ClientHooks, Environment } from "./client-hooks.ts";
import { introduce } from "./command-line/introduce.ts";
import type { WorkerOptions } from "./command-line/options.ts";
import { Connection } from "./connection/connection.ts";
import { createMessageHandler, LEASE_MARGIN_MS } from "./connection/on-message.ts";
import type { ConnectionState } from "./connection/states.ts";
import { type ClientSetup, createRunners } from "./create-runners.ts";
import { freeBytesOf } from "./files/disk.ts";
import type { FileCache } from "./files/file-cache.ts";
import type { Folder } from "./files/folder.ts";
import type { LeasedAttempts } from "./leases/leased-work.ts";
import { cleanUpPreviousRun } from "./simulations/clean-up-previous-run.ts";
import type { Executor } from "./simulations/executor.ts";
import { startLiveLogs } from "./simulations/live-logs.ts";
import { createReports, type Reports } from "./simulations/reports.ts";
import type { SimulationRunner } from "./simulations/runner.ts";
import { createRequests, type Requests } from "./support/requests.ts";
import type { TrainingRunner } from "./trainings/runner.ts";

const LEASE_CHECK_MS = 1_000;
/** Time limit for sending reports once nothing runs any more; those that did not arrive are sent at the next start. */
const LAST_REPORTS_MS = 15_000;

const ENVIRONMENT: Environment = {
  now: () => performance.now(),
  random: Math.random,
  freeBytes: freeBytesOf,
};

/**
 * Starts a client, which runs until its `ended` resolves.
 * @param folder its own, open; reports that an earlier start has left there are sent
 */
export async function startClient(
  options: WorkerOptions,
  folder: Folder,
  env: NodeJS.ProcessEnv,
  hooks: ClientHooks,
  environment: Environment = ENVIRONMENT,
): Promise<Client> {
  const client = new Client({ options, folder, env, hooks, environment });
  await client.start();
  return client;
}

export class Client {
  readonly #setup: ClientSetup;
  /** Distinguishes this start of the client from others. */
  readonly #instance = randomBytes(12).toString("hex");
  #earlierInstances: readonly string[] = [];
  readonly #closing = new AbortController();
  readonly #killing = new AbortController();
  readonly #end = Promise.withResolvers<ClientEnd>();
  readonly #send = (message: ToPlatform): boolean => this.#connection.send(message);
  readonly #requests: Requests;
  readonly #reports: Reports;
  readonly #cache: FileCache;
  readonly #executor: Executor;
  readonly #connection: Connection;
  readonly #simulations: SimulationRunner;
  readonly #trainings: TrainingRunner;
  readonly #liveLogs: ReturnType<typeof startLiveLogs>;
  #isLeaving = false;
  #hasEnded = false;
  /** Why the platform does not let this client in; null: it does, or has not answered yet. */
  #refusal: string | null = null;
  /** When the last hello was sent, and the attempts that it named. */
  #greeting: { sentAt: number; named: LeasedAttempts } = { sentAt: 0, named: { running: [], trainings: [] } };
  #leaseTimer: NodeJS.Timeout | undefined;
  #lastReportsTimer: NodeJS.Timeout | undefined;

  constructor(setup: ClientSetup) {
    this.#setup = setup;
    this.#requests = createRequests(this.#send);
    this.#reports = createReports(setup.folder.results);
    const { simulations, trainings, cache, executor } = createRunners(setup, {
      instance: this.#instance,
      reports: this.#reports,
      requests: this.#requests,
      send: this.#send,
      closing: this.#closing.signal,
      kill: this.#killing.signal,
      onChange: () => this.#onChange(),
      onPlaced: () => this.#connection.sendHeartbeatSoon(),
    });
    this.#simulations = simulations;
    this.#trainings = trainings;
    this.#cache = cache;
    this.#executor = executor;
    this.#connection = this.#createConnection();
    this.#liveLogs = startLiveLogs(() => simulations.longRunning(), this.#send);
  }

  get ended(): Promise<ClientEnd> {
    return this.#end.promise;
  }

  async start(): Promise<void> {
    const { folder, environment } = this.#setup;
    this.#earlierInstances = await cleanUpPreviousRun(folder, this.#instance);
    const reports = await this.#reports.load();
    const { offers, neededFiles } = await this.#executor.resume(reports.map(({ report }) => report));
    await this.#cache.trim(neededFiles);
    await folder.clearTrainings();
    await folder.clearAllBut([...reports.map(({ report }) => report), ...offers]);
    this.#leaseTimer = setInterval(() => {
      this.#simulations.dropExpired(environment.now());
      this.#trainings.dropExpired(environment.now());
    }, LEASE_CHECK_MS);
    for (const report of reports) this.#simulations.restore(report);
    // The welcome says which of these leases have ended meanwhile.
    for (const offer of offers) this.#simulations.begin(offer, environment.now() + LEASE_MS);
    this.#connection.open();
  }

  /** Takes no new work; what runs may finish within the configured time. The second call is `kill`. */
  leave(): void {
    if (this.#isLeaving) {
      this.kill();
      return;
    }
    this.#isLeaving = true;
    this.#announceLeaving();
    const reason = "Its server is shutting down.";
    this.#simulations.giveBack(["preparing"], reason);
    this.#trainings.giveBack(["preparing", "running"], reason);
    const giveUp = () => this.#simulations.giveBack(["running"], reason);
    setTimeout(giveUp, this.#setup.options.stopAfter * 1000).unref();
    this.#onChange();
  }

  /** Ends everything that runs, at once, and gives it back. */
  kill(): void {
    this.#isLeaving = true;
    this.#killing.abort();
    const reason = "Its server was shut down immediately.";
    this.#simulations.giveBack(["preparing", "running"], reason);
    this.#trainings.giveBack(["preparing", "running"], reason);
    this.#trainings.kill();
    this.#onChange();
  }

  #createConnection(): Connection {
    const { options, environment } = this.#setup;
    const { random, now } = environment;
    const onMessage = createMessageHandler({
      simulations: this.#simulations,
      trainings: this.#trainings,
      requests: this.#requests,
      send: this.#send,
      concurrency: options.concurrency,
      canTrain: canTrain(options),
      isLeaving: () => this.#isLeaving,
      now,
      onWelcome: (welcome) => this.#onWelcome(welcome),
    });
    return new Connection(
      {
        server: options.server,
        key: options.key,
        hello: () => this.#hello(),
        leased: () => this.#leased(),
        queue: () => this.#queue(),
        random,
        now,
      },
      {
        onMessage,
        onRenewed: (renewed, lost, since) => this.#renew(renewed, lost, since),
        onState: (state, reason, retryMs) => this.#onConnectionState(state, reason, retryMs),
      },
    );
  }

  #hello(): Hello {
    const { options, environment } = this.#setup;
    const named = this.#leased();
    this.#greeting = { sentAt: environment.now(), named };
    const { running, trainings } = named;
    const introduction = introduce(options, this.#instance, this.#earlierInstances);
    return { ...introduction, running, ...(canTrain(options) ? { trainings } : {}) };
  }

  #leased(): LeasedAttempts {
    return { running: this.#simulations.leased(), trainings: this.#trainings.leased() };
  }

  #queue(): ClusterQueue | null {
    const { scheduler } = this.#executor;
    return scheduler === null ? null : { scheduler, places: this.#simulations.places() };
  }

  /** @param since when the message was sent that has renewed the leases */
  #renew(renewed: LeasedAttempts, lost: LeasedAttempts, since: number): void {
    const until = since + LEASE_MS - LEASE_MARGIN_MS;
    this.#simulations.renew(renewed.running, until);
    this.#trainings.renew(renewed.trainings, until);
    const reason = "The platform has given it to another server.";
    for (const attempt of lost.running) this.#simulations.handle(attempt, "revoked", reason);
    for (const attempt of lost.trainings) this.#trainings.handle(attempt, "revoked", reason);
  }

  #onWelcome({ resource_id, lost, lost_trainings }: Extract<ToServer, { type: "welcome" }>): void {
    this.#setup.hooks.onWelcome(resource_id);
    this.#renew(this.#greeting.named, { running: lost, trainings: lost_trainings }, this.#greeting.sentAt);
    if (this.#isLeaving) this.#announceLeaving();
    this.#liveLogs.restart();
    this.#requests.askAgain();
  }

  #onConnectionState(state: ConnectionState, reason: string, retryMs: number | null): void {
    this.#setup.hooks.onConnection(state, reason, retryMs);
    if (state === "ended" && !this.#hasEnded) {
      this.#refusal = reason;
      this.kill();
    } else this.#onChange();
  }

  #announceLeaving(): void {
    this.#connection.send({ type: "going-away", reason: "It is shutting down." });
  }

  /** Reports the status, and ends once the client is leaving and nothing is left to do. */
  #onChange(): void {
    const running = this.#simulations.busyCount;
    const training = this.#trainings.busyCount;
    const unacknowledged = this.#simulations.unacknowledgedCount + this.#trainings.unacknowledgedCount;
    const connection = this.#connection.state;
    this.#setup.hooks.onChange({ connection, running, training, unacknowledged, isLeaving: this.#isLeaving });
    if (!this.#isLeaving || running + training > 0) return;
    if (this.#refusal !== null) this.#endAs({ how: "refused", reason: this.#refusal });
    else if (unacknowledged === 0) this.#endAs({ how: "left" });
    else this.#lastReportsTimer ??= setTimeout(() => this.#endAs({ how: "left" }), LAST_REPORTS_MS);
  }

  #endAs(end: ClientEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#leaseTimer);
    clearTimeout(this.#lastReportsTimer);
    this.#liveLogs.close();
    this.#executor.close();
    this.#closing.abort(new Error("The client has ended."));
    this.#connection.close();
    this.#setup.folder.close();
    this.#end.resolve(end);
  }
}

const canTrain = ({ role }: WorkerOptions): boolean => role !== "Simulations";
