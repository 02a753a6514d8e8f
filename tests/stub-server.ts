/** A connected server without a socket: it leases simulations and answers for them, as fast as it is told to. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Leased,
  leaseSimulations,
  type Server,
  storeFailure,
  storeResult,
} from "@understudy/server/dispatch/dispatch.ts";
import type { Platform } from "@understudy/server/platform.ts";
import { atEnd } from "./cleanup.ts";
import { simulate } from "./simulations.ts";

export type Answer =
  | "result"
  | { readonly fails: "model" | "infrastructure"; readonly reason: string }
  | "silence";

export type StubServer = {
  readonly server: Server;
  /** Everything that it was given, in order. */
  readonly given: Leased[];
  close(): Promise<void>;
};

type Options = {
  readonly atOnce?: number;
  /** How long a simulation takes (ms). */
  readonly takes?: number;
  readonly answer?: (leased: Leased) => Answer;
};

/** Connected in the eyes of the platform, until it is closed. */
export async function startStubServer(
  platform: Platform,
  server: Server,
  { atOnce = 8, takes = 0, answer = () => "result" }: Options = {},
): Promise<StubServer> {
  const given: Leased[] = [];
  let isClosing = false;
  const connect = (connection_id: string | null) =>
    platform.store.resources.updateAll({ _id: server.id }, { connection_id });
  if ((await connect("here")) === 0) await insertResource(platform, server);

  const settle = async (leased: Leased): Promise<void> => {
    const { simulation, attempt, inputs } = leased;
    const told = answer(leased);
    if (told === "silence") return;
    const common = { simulation, attempt, running_time: takes / 1_000, log_tail: "The log" };
    if (told === "result") await storeResult(platform, server, { ...common, outputs: simulate(inputs) });
    else await storeFailure(platform, server, { ...common, kind: told.fails, reason: told.reason });
  };
  const work = async (): Promise<void> => {
    while (!isClosing) {
      const leased = await leaseSimulations(platform, server, atOnce);
      given.push(...leased);
      if (leased.length === 0) await sleep(20);
      else {
        await sleep(takes);
        await Promise.all(leased.map(settle));
      }
    }
  };
  const working = work();
  const close = async () => {
    isClosing = true;
    await working;
    await connect(null);
  };
  atEnd(server.name, close);
  return { server, given, close };
}

async function insertResource({ store }: Platform, { id, name, user_id }: Server): Promise<void> {
  await store.resources.insert({
    _id: id,
    user_id,
    name,
    role: "All",
    cores: 1,
    allowed: 8,
    running: 0,
    client_version: "test",
    platform: "linux-x64",
    instance: "test-instance",
    connection_id: "here",
    last_seen: new Date(),
    infrastructure_failures: 0,
  });
}
