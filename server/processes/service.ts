/** One service (`web` or `runner`) as a process of its own, under the launcher or alone. */
import { z } from "zod";
import { HalfRestoredError } from "../boot/backup/restore-mark.ts";
import { checkDataDir } from "../boot/data-dir.ts";
import { checkPort } from "../boot/port.ts";
import { checkMongodb, checkRedis, StoreFault } from "../boot/store-checks.ts";
import { formatAddress } from "../core/address.ts";
import { type Config, ConfigError, readConfig } from "../core/config.ts";
import { log, openLog } from "../core/log.ts";
import { checkData, LaterDataError } from "./check-data.ts";

export type ServiceName = "web" | "runner";

/** The report of a service to its launcher, sent once, when the service is ready. */
export const serviceReady = z.object({
  /** Null for a service without a port. */
  port: z.number().int().nullable(),
  /** Only when it was made just now; the password is null when the environment gave it. */
  firstAdmin: z.object({ email: z.string(), password: z.string().nullable() }).nullable(),
  /**
   * The path of the page on which a job for the demo server is made; null when none was requested, or when it failed.
   */
  demo_path: z.string().nullable(),
});
export type ServiceReady = z.infer<typeof serviceReady>;

/** The launcher's message to each service, once the stores are ready and their data are checked. */
export const storeAddresses = z.object({ MONGODB_URL: z.string(), REDIS_URL: z.string() });
export type StoreAddresses = z.infer<typeof storeAddresses>;

/** Exit code of a service that no restart can help. */
export const NOT_WORTH_RESTARTING = 78;

/** Shorter than the time the launcher gives it, so that it ends by itself. */
const CLOSE_WITHIN_MS = 7_000;
/** Without a launcher: the stores may end at any moment. */
const HURRY_MS = 2_500;

type Running = { close(): Promise<void> };

/**
 * The launcher adds this to the arguments of a service whose channel it listens to; the channel that `npm run web`
 * opens is only held.
 */
export const LAUNCHED_FLAG = "--launched";

type Wishes = { demo?: boolean; launched?: boolean };

/** Reads the modules of a service, which takes about as long as it takes the stores to start. */
const loadModules = (name: ServiceName): Promise<unknown> =>
  name === "runner" ? import("./runner.ts") : import("./web.ts");

/** Waits for the launcher's stores; the process ends if the launcher does. */
const receiveStores = (): Promise<StoreAddresses> =>
  new Promise((resolve) => {
    const end = () => process.exit(1);
    process.once("disconnect", end);
    process.once("message", (message) => {
      process.off("disconnect", end);
      resolve(storeAddresses.parse(message));
    });
  });

async function start(
  name: ServiceName,
  config: Config,
  { demo = false }: Wishes,
): Promise<{ running: Running; ready: ServiceReady }> {
  if (name === "runner") {
    const { startRunner } = await import("./runner.ts");
    return { running: await startRunner(config), ready: { port: null, firstAdmin: null, demo_path: null } };
  }
  const { ensureFirstAdmin } = await import("../commands/users/create-user.ts");
  const { startWeb } = await import("./web.ts");
  const firstAdmin = await ensureFirstAdmin(config);
  const web = await startWeb(config);
  const demo_path = demo ? await web.startDemo().catch(noDemo) : null;
  return { running: web, ready: { port: web.port, firstAdmin, demo_path } };
}

/** Ends this process with one sentence when something that it needs cannot be used. A launcher has checked all of it before. */
async function checkSurroundings(name: ServiceName, config: Config): Promise<void> {
  try {
    checkDataDir(config.dataDir);
    if (name === "web" && config.port !== 0) await checkPort(config.host, config.port);
    await Promise.all([checkMongodb(config.mongodbUrl), checkRedis(config.redisUrl)]);
    await checkData(config.mongodbUrl, config.dataDir);
  } catch (error) {
    const isFinal = [StoreFault, HalfRestoredError, LaterDataError].some((kind) => error instanceof kind);
    if (isFinal && error instanceof Error) refuse(error);
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** The platform is not worse for it. */
function noDemo(err: unknown): null {
  log.error({ err }, "the demo server could not be started");
  return null;
}

export function describeFirstAdmin({ email, password }: NonNullable<ServiceReady["firstAdmin"]>): string {
  return password === null
    ? `First administrator: ${email}, with the password of ADMIN_PASSWORD`
    : `First administrator: ${email}, password: ${password} (shown only now)`;
}

function announce(name: ServiceName, config: Config, ready: ServiceReady, launched: boolean): void {
  if (launched) {
    process.send?.(ready);
    return;
  }
  if (ready.firstAdmin !== null) console.log(describeFirstAdmin(ready.firstAdmin));
  if (ready.port !== null) console.log(`Understudy is ready at ${formatAddress(config.host, ready.port)}`);
  else console.log(`The ${name} is ready`);
}

function endOn(
  signals: (end: (why: string, withinMs: number) => void) => void,
  running: Promise<Running | null>,
): void {
  let ending = false;
  signals((why, withinMs) => {
    if (ending) return;
    ending = true;
    log.info({ why }, "ending");
    setTimeout(() => process.exit(1), withinMs).unref();
    running
      .then((service) => service?.close())
      .then(
        () => process.exit(0),
        (err) => {
          log.error({ err }, "could not end in order");
          process.exit(1);
        },
      );
  });
}

function refuse(error: Error): never {
  console.error(error.message);
  process.exit(NOT_WORTH_RESTARTING);
}

/** Runs until a signal comes or the launcher is gone; a service never outlives the launcher that started it. */
export async function runService(name: ServiceName, wishes: Wishes = {}): Promise<void> {
  if (wishes.launched) {
    // A module that cannot be read is reported when the service is started.
    loadModules(name).catch(() => {});
    Object.assign(process.env, await receiveStores());
  }
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    refuse(error);
  }
  openLog(name, config);
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (err: unknown) => {
      log.fatal({ err }, event);
      process.exit(1);
    });
  }
  if (!wishes.launched) await checkSurroundings(name, config);
  const starting = start(name, config, wishes);
  endOn(
    (end) => {
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        process.on(signal, () => end(signal, CLOSE_WITHIN_MS));
      }
      process.on("disconnect", () => end("the launcher is gone", HURRY_MS));
    },
    starting.then(
      ({ running }) => running,
      () => null,
    ),
  );
  try {
    announce(name, config, (await starting).ready, wishes.launched ?? false);
    log.info("ready");
  } catch (err) {
    if (err instanceof ConfigError) refuse(err);
    log.fatal({ err }, "could not start");
    process.exit(1);
  }
}
