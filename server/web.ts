import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { createPredictionService } from "@understudy/engine/prediction/prediction-service.ts";
import { createSensitivityService } from "@understudy/engine/prediction/sensitivity-service.ts";
import { MAX_EMULATOR_POINTS } from "@understudy/shared/limits.ts";
import Koa from "koa";
import { serveDownloads } from "./api/downloads.ts";
import type { Web } from "./api/handle.ts";
import { useApi } from "./api/router.ts";
import { createApiTokens } from "./cache/api-tokens.ts";
import { createRecentJobs } from "./cache/jobs.ts";
import { createPageAnchors } from "./cache/page-anchors.ts";
import { createSessions } from "./cache/sessions.ts";
import { openWorkerKeys } from "./commands/resources/worker-keys.ts";
import { createRunnerPorts } from "./commands/runner/runner-ports.ts";
import { sweepSimulations } from "./commands/simulations/sweep-simulations.ts";
import { sweepSpecs } from "./commands/specs/sweep-specs.ts";
import { sweepFiles } from "./commands/uploads/remove-uploads.ts";
import { createApiTokenLimits } from "./commands/users/api-token-limits.ts";
import { openKnownDevices } from "./commands/users/known-devices.ts";
import { createLoginLimits } from "./commands/users/login-limits.ts";
import type { Config } from "./config.ts";
import { createDemos } from "./demo/demos.ts";
import { startDemoForAdmin } from "./demo/for-admin.ts";
import { createDownloads } from "./downloads/downloads.ts";
import { createPersonTurns } from "./emulator/person-turns.ts";
import { createDatasets } from "./files/datasets.ts";
import { addressOf } from "./http/address.ts";
import { refuseBrokenRequests } from "./http/broken-requests.ts";
import { serveClient } from "./http/client-files.ts";
import { compression } from "./http/compression.ts";
import { answerErrors } from "./http/errors.ts";
import { serveIdenticons } from "./http/identicons.ts";
import { createOriginCheck } from "./http/origin.ts";
import { logRequests } from "./http/request-log.ts";
import { createSecretCookie } from "./http/secret-cookie.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { nameRequests, watchForStalls } from "./http/stall-watch.ts";
import { openSockets } from "./live/sockets.ts";
import { log } from "./log.ts";
import { connectRedis, openPlatform } from "./platform.ts";
import { createReader } from "./reading/reader.ts";
import { openWorkerSockets } from "./workers/sockets.ts";

const CLIENT_FOLDER = join(import.meta.dirname, "../client/dist");
/** One thread answers a slider in a few ms; another, which costs 30 MB, keeps whoever moves it from waiting while a further emulator is read. */
const PREDICTIONS = {
  workers: 3,
  memory: 512 * 1024 ** 2,
  deadline: 30_000,
  timeLimitMs: 15_000,
  limits: { mostRequests: 500, mostPoints: 10 * MAX_EMULATOR_POINTS, mostValues: 2_000_000 },
};
/** A page asks again every second until it is answered; two and a half seconds are enough for nearly all emulators. */
const SENSITIVITIES = { deadline: 30_000, interest: 10_000, options: { milliseconds: 2_500 } };
/** Whatever a spec or a netlist of a person holds is read in a second or two. Three people may have much to be read at a time. */
const READING = { threads: 3, deadline: 20_000, memory: 512, waiting: 200, waitingOfPerson: 50 };
const SWEEP_MS = 60 * 60 * 1000;
/** How long answers that are being written may take once the process is to end. */
const GRACE_MS = 5_000;

type RunningWeb = {
  readonly port: number;
  /** See `startDemoForAdmin`. */
  startDemo(): Promise<string>;
  close(): Promise<void>;
};

/** The web process: HTTP, the browsers' sockets, and the built client. Any number of them run side by side. */
export async function startWeb(config: Config): Promise<RunningWeb> {
  const platform = await openPlatform(config);
  const workerKeys = await openWorkerKeys(platform);
  const reader = createReader(READING);
  const web: Web = {
    ...platform,
    loginLimits: createLoginLimits(platform.redis, config.redisPrefix),
    workerKeys,
    knownDevices: await openKnownDevices(config.dataDir),
    cookie: createSecretCookie(config, platform.store.installationId),
    deviceCookie: createSecretCookie(config, platform.store.installationId, "device"),
    sessions: createSessions(platform),
    apiTokens: createApiTokens(platform, createApiTokenLimits(platform.redis, config.redisPrefix)),
    recentJobs: createRecentJobs(platform),
    pageAnchors: createPageAnchors(platform.store),
    datasets: createDatasets(platform.storage),
    downloads: createDownloads(),
    demos: createDemos({ ...platform, reader }, workerKeys),
    predictions: createPredictionService(PREDICTIONS),
    sensitivities: createSensitivityService(SENSITIVITIES),
    largeRequests: createPersonTurns(),
    reader,
  };
  const isFromOurPage = createOriginCheck(config);

  const app = new Koa();
  app.use(logRequests);
  app.use(nameRequests);
  app.use(securityHeaders(config));
  app.use(answerErrors);
  app.use(compression);
  useApi(app, web, isFromOurPage);
  app.use(serveIdenticons);
  app.use(serveDownloads(web));
  app.use(serveClient(CLIENT_FOLDER));
  app.on("error", (err: unknown) => log.warn({ err }, "connection broke off"));

  const server = createServer(app.callback());
  refuseBrokenRequests(server);
  const subscriber = connectRedis(config.redisUrl);
  platform.changes.subscribe(subscriber);
  const sockets = openSockets(server, {
    platform,
    cookie: web.cookie,
    sessions: web.sessions,
    isFromOurPage,
    subscriber,
  });
  const workers = openWorkerSockets(server, {
    platform: { ...platform, predictions: web.predictions, ports: createRunnerPorts(platform) },
    workerKeys,
    subscriber,
  });
  const sweep = () =>
    sweepFiles(platform)
      .then(() => sweepSpecs(platform))
      .then(() => sweepSimulations(platform.store))
      .catch((err: unknown) => log.warn({ err }, "what is left over could not be swept"));
  const sweeper = setInterval(sweep, SWEEP_MS);
  void sweep();

  const endStallWatch = watchForStalls();

  await listen(server, config);
  const port = portOf(server);
  web.demos.open(ownAddress(config.host, port));
  log.info({ port }, "web is ready");
  return {
    port,
    startDemo: () => startDemoForAdmin(platform, web.demos),
    close: async () => {
      clearInterval(sweeper);
      endStallWatch();
      // While their clients can still say what they leave behind.
      await web.demos.close();
      const hurry = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      // Both end only once neither has a socket: they share the HTTP server.
      await Promise.all([workers.close(), sockets.close()]);
      clearTimeout(hurry);
      await web.pageAnchors.close();
      web.datasets.close();
      web.downloads.close();
      await web.predictions.close();
      await web.sensitivities.close();
      await reader.close();
      subscriber.disconnect();
      await platform.close();
    },
  };
}

/** @throws when the port is taken. */
function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** By which a process of this machine reaches a server that listens there. */
function ownAddress(host: string, port: number): string {
  if (host === "0.0.0.0") return addressOf("127.0.0.1", port);
  return addressOf(host === "::" ? "::1" : host, port);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The web server listens on no port.");
  return address.port;
}
