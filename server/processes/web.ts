import { createServer } from "node:http";
import type { Web } from "../api/request/handle.ts";
import { startMachineService } from "../commands/trainings/machine-service.ts";
import type { Config } from "../core/config.ts";
import { log } from "../core/log.ts";
import { startHeartbeats } from "../core/process-heartbeats.ts";
import { startDemoForAdmin } from "../demo/for-admin.ts";
import { refuseBrokenRequests } from "../http/broken-requests.ts";
import { createOriginCheck } from "../http/origin.ts";
import { watchForStalls } from "../http/stall-watch.ts";
import { openSockets } from "../live/sockets.ts";
import { ALL_MIGRATIONS } from "../migrations/migrations.ts";
import { runMigrations } from "../migrations/run-migrations.ts";
import { REQUEST_DEADLINES } from "../models/store.ts";
import { connectRedis, openPlatform } from "../platform/platform.ts";
import { createDrainedRole, createProcessRole } from "../platform/process-role.ts";
import { openProvider } from "../provision/open-provider.ts";
import { createRunnerPorts } from "../runner-ports/runner-ports.ts";
import { closeWebContext, openWebContext } from "../web/context.ts";
import { createHttpApp } from "../web/http-app.ts";
import { listen, localAddress } from "../web/listen.ts";
import { serveMetrics } from "../web/serve-metrics.ts";
import { startSweeping } from "../web/sweep.ts";
import { watchRunner } from "../web/watch-runner.ts";
import { openWorkerSockets } from "../workers/connection/sockets.ts";

/** The time that responses may still take to be written once the process is to end. */
const GRACE_MS = 5_000;
/**
 * The time that an idle connection stays open: longer than proxies keep theirs (a minute is usual), for a request that is sent
 * just as its connection is closed is lost.
 */
const KEEP_ALIVE_MS = 75_000;

type RunningWeb = {
  readonly port: number;
  /** Null: this process serves no metrics. */
  readonly metricsPort: number | null;
  /** See `startDemoForAdmin`. */
  startDemo(): Promise<string>;
  close(): Promise<void>;
};

/** The web process: HTTP, the browsers' and the connected servers' sockets, and the built client. Any number of them run side by side. */
export async function startWeb(config: Config): Promise<RunningWeb> {
  const platform = await openPlatform(config, REQUEST_DEADLINES);
  const web = await openWebContext(platform);
  const server = openServer(web);
  const endSweeping = startSweeping(platform);
  const endStallWatch = watchForStalls();
  const endRunnerWatch = watchRunner(platform);
  const port = await listen(server.http, config);
  web.demos.open(localAddress(config.host, port));
  const metrics = await serveMetrics(platform);
  const heartbeats = startHeartbeats(
    { redis: platform.redis, prefix: config.redisPrefix },
    {
      kind: "web",
      countWork: () => web.exports.countWork() + web.demos.countWork(),
      onDrain: (isDraining) => {
        web.draining.isDraining = isDraining;
        web.exports.drain(isDraining);
      },
    },
  );
  const endMachines = startMachineService(platform, {
    provider: openProvider(config, platform.store.installationId),
    workerKeys: web.workerKeys,
    role: createDrainedRole(createProcessRole(platform, "machines"), heartbeats.isDraining),
  });
  const closing = new AbortController();
  const migrating = runMigrations(web, ALL_MIGRATIONS, closing.signal, {
    role: createDrainedRole(createProcessRole(platform, "migrations"), heartbeats.isDraining),
  }).catch((err: unknown) => log.error({ err }, "stored data could not be migrated"));
  log.info({ port }, "web is ready");
  return {
    port,
    metricsPort: metrics?.port ?? null,
    startDemo: () => startDemoForAdmin(platform, web.demos),
    close: async () => {
      closing.abort();
      endSweeping();
      endStallWatch();
      endRunnerWatch();
      // While their clients can still report what they leave behind.
      await web.demos.close();
      await endMachines();
      await server.closeSockets();
      await closeWebContext(web);
      await heartbeats.stop();
      await migrating;
      server.subscriber.disconnect();
      await metrics?.close();
      await platform.close();
    },
  };
}

/** The HTTP server with both kinds of sockets, not yet listening. */
function openServer(web: Web) {
  const { config } = web;
  const isFromOurPage = createOriginCheck(config);
  const http = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    createHttpApp(web, isFromOurPage).callback(),
  );
  refuseBrokenRequests(http);
  const subscriber = connectRedis(config.redisUrl);
  web.changes.subscribe(subscriber);
  const { cookie, sessions, workerKeys } = web;
  const browsers = openSockets(http, { platform: web, cookie, sessions, isFromOurPage, subscriber });
  const workersPlatform = { ...web, ports: createRunnerPorts(web) };
  const workers = openWorkerSockets(http, { platform: workersPlatform, workerKeys, subscriber });
  return {
    http,
    subscriber,
    closeSockets: async () => {
      const hurry = setTimeout(() => http.closeAllConnections(), GRACE_MS);
      // Both end only once neither has a socket: they share the HTTP server.
      await Promise.all([workers.close(), browsers.close()]);
      clearTimeout(hurry);
    },
  };
}
