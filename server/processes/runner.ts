import { startRunner as startEngineRunner } from "@understudy/engine/runner/runner.ts";
import { resumeMentions } from "../commands/jobs/notify-mentioned.ts";
import { startDelivering } from "../commands/notifications/deliver.ts";
import { notifyOfLostServers } from "../commands/notifications/lost-servers.ts";
import { resumeNotices } from "../commands/notifications/notify.ts";
import { endExpiredTrainings } from "../commands/trainings/renew-trainings.ts";
import type { Config } from "../core/config.ts";
import { log } from "../core/log.ts";
import { listProcesses, startHeartbeats } from "../core/process-heartbeats.ts";
import { announceRunner } from "../core/runner-presence.ts";
import { measureWhenWanted } from "../core/training-speed.ts";
import { requeueExpired } from "../dispatch/renew-leases.ts";
import { recordExpiredLeases } from "../metrics/metrics.ts";
import { openPlatform } from "../platform/platform.ts";
import { createRunnerPorts } from "../runner-ports/runner-ports.ts";
import { serveMetrics } from "../web/serve-metrics.ts";

/** The interval at which silent servers, and notices that a process left behind, are searched for. */
const EXPIRY_CHECK_MS = 5_000;

/** A runner process: takes jobs from the queues and has them worked on in child processes. Any number may run. */
export async function startRunner(config: Config): Promise<{ close(): Promise<void> }> {
  const platform = await openPlatform(config);
  const runner = await startEngineRunner({
    ports: createRunnerPorts(platform),
    concurrency: config.runnerConcurrency,
    redisUrl: config.redisUrl,
    prefix: config.redisPrefix,
    log,
  });
  const metrics = await serveMetrics(platform);
  const connected = { redis: platform.redis, prefix: config.redisPrefix };
  const announce = () => announceRunner(platform.redis, config.redisPrefix);
  let endAnnouncing = announce();
  const heartbeats = startHeartbeats(connected, {
    kind: "runner",
    countWork: runner.countWork,
    onDrain: (isDraining) => {
      // People whose jobs wait read that no runner is there, unless another one announces itself.
      endAnnouncing();
      if (!isDraining) endAnnouncing = announce();
      runner.drain(isDraining).catch((err: unknown) => log.warn({ err }, "the runner could not be drained"));
    },
  });
  /** Leaves running simulations, which may last for days, to another runner as soon as there is one. */
  const handOverRuns = async () => {
    if (!heartbeats.isDraining()) return;
    const processes = await listProcesses(connected);
    if (processes.some(({ kind, isToDrain }) => kind === "runner" && !isToDrain)) runner.suspendRuns();
  };
  const endMeasuring = measureWhenWanted({ redis: platform.redis, prefix: config.redisPrefix });
  const delivering = startDelivering(platform);
  const endExpired = async () => {
    const now = await platform.databaseClock.readTime();
    if (now === null) return;
    const [simulations, trainings] = await Promise.all([
      requeueExpired(platform, now),
      endExpiredTrainings(platform, now),
      notifyOfLostServers(platform, now),
    ]);
    recordExpiredLeases("simulation", simulations);
    recordExpiredLeases("training", trainings);
  };
  const expiry = setInterval(() => {
    endExpired().catch((err: unknown) => log.warn({ err }, "expired leases could not be ended"));
    handOverRuns().catch((err: unknown) => log.warn({ err }, "running jobs could not be handed over"));
    Promise.all([resumeNotices(platform), resumeMentions(platform)]).catch((err: unknown) =>
      log.warn({ err }, "notices could not be resumed"),
    );
  }, EXPIRY_CHECK_MS);
  return {
    close: async () => {
      clearInterval(expiry);
      endAnnouncing();
      await endMeasuring();
      await runner.close();
      await heartbeats.stop();
      await delivering.close();
      await metrics?.close();
      await platform.close();
    },
  };
}
