/** A connected server without a socket: it leases simulations and answers for them, as it is outcome to. */
import { setTimeout as sleep } from "node:timers/promises";
import { createChanges } from "@understudy/server/core/changes.ts";
import {
  type ConnectedServer,
  type LeasedSimulation,
  leaseSimulations,
  storeFailure,
  storeResult,
} from "@understudy/server/dispatch/dispatch.ts";
import { createWakeUps } from "@understudy/server/dispatch/wake-ups.ts";
import { connectRedis, type Platform } from "@understudy/server/platform/platform.ts";
import type { SimulationOutputs, UndefinedOutputs } from "@understudy/shared/domain/simulation.ts";
import { atEnd } from "../cleanup.ts";
import { simulate } from "./simulations.ts";

const HOUR_MS = 3_600_000;
/** The pause between two looks at whether work may have come; only where it may have, the database is asked. */
const LOOK_MS = 20;
/** It asks this often without a wake-up, as wake-ups may be missed. Asking more often keeps the database busy. */
const UNASKED_MS = 500;

/** A simulation gets outputs, all but some of them, some that are changed, a failure of the model, or no answer for ever. */
type Answer =
  | "outputs"
  | "silence"
  | { readonly failure: string }
  | { readonly undefinedOutputs: UndefinedOutputs }
  | { readonly changed: SimulationOutputs };

type Options = {
  readonly atOnce?: number;
  /** Called for each simulation; its answer goes out when the promise resolves. */
  readonly run?: (leased: LeasedSimulation, place: number) => Answer | Promise<Answer>;
};

export type StubServer = {
  /** Everything that it was given, in its order. */
  readonly leases: readonly LeasedSimulation[];
  close(): Promise<void>;
};

/** Connected, in the eyes of the platform, until it is closed. */
export async function startStubServer(
  platform: Platform,
  server: ConnectedServer,
  { atOnce = 8, run = () => "outputs" }: Options = {},
): Promise<StubServer> {
  const leases: LeasedSimulation[] = [];
  let free = atOnce;
  let isClosing = false;
  let mayHaveWork = true;
  const subscriber = connectRedis(platform.config.redisUrl);
  const changes = createChanges(platform.redis, platform.config.redisPrefix);
  changes.subscribe(subscriber);
  createWakeUps(changes).onWork(() => {
    mayHaveWork = true;
  });
  await connect(platform, server, "here");

  const answer = async (leased: LeasedSimulation, place: number): Promise<void> => {
    const reply = await run(leased, place);
    if (reply === "silence" || isClosing) return;
    const { simulation, attempt, inputs } = leased;
    const common = { simulation, attempt, running_time: 0.1, log_tail: "The end of the log" };
    if (reply === "outputs") await storeResult(platform, server, { ...common, outputs: simulate(inputs) });
    else if ("changed" in reply) {
      const outputs = { ...simulate(inputs), ...reply.changed };
      await storeResult(platform, server, { ...common, outputs });
    } else if ("undefinedOutputs" in reply) {
      const { undefinedOutputs: undefined_outputs } = reply;
      const defined = Object.entries(simulate(inputs)).filter(([name]) => !(name in undefined_outputs));
      const outputs = Object.fromEntries(defined);
      await storeResult(platform, server, { ...common, outputs, undefined_outputs });
    } else await storeFailure(platform, server, { ...common, kind: "model", reason: reply.failure });
    free++;
    mayHaveWork = true;
  };
  const work = async (): Promise<void> => {
    let askedAt = 0;
    while (!isClosing) {
      if (free > 0 && (mayHaveWork || Date.now() - askedAt > UNASKED_MS)) {
        mayHaveWork = false;
        askedAt = Date.now();
        const leased = await leaseSimulations(platform, server, free);
        free -= leased.length;
        for (const simulation of leased) answer(simulation, leases.push(simulation) - 1);
      }
      await sleep(LOOK_MS);
    }
  };
  const working = work();
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= disconnect();
    return closing;
  };
  const disconnect = async (): Promise<void> => {
    isClosing = true;
    await working;
    subscriber.disconnect();
    await connect(platform, server, null);
  };
  atEnd(server.name, close);
  return { leases, close };
}

async function connect(
  { store }: Platform,
  { id, name, userId }: ConnectedServer,
  connection_id: string | null,
): Promise<void> {
  // It sends no heartbeat: a busy machine's test takes longer than a real server may be silent.
  const last_seen = new Date(Date.now() + HOUR_MS);
  if ((await store.resources.updateAll({ _id: id }, { connection_id, last_seen })) > 0) return;
  await store.resources.insert({
    _id: id,
    user_id: userId,
    name,
    role: "All",
    cores: 1,
    allowed: 8,
    running: 0,
    client_version: "test",
    platform: "linux-x64",
    only: null,
    instance: "test-instance",
    connection_id,
    last_seen,
    infrastructure_failures: 0,
    sharing: null,
    withdrawn_time: null,
    queue: null,
    machine: null,
  });
}
