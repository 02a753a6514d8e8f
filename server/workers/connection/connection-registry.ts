/** The connections of servers to this web process, which are notified of new work and of jobs that were stopped. */
import { signOutSilent } from "../../commands/resources/resources.ts";
import { log } from "../../core/log.ts";
import { jobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform/platform.ts";
import type { WorkerConnection } from "./worker-connection.ts";

const SWEEP_MS = 15_000;
const serversOfJob = jobRecord.pick({ _id: true, run: true, training_server: true });

export type ConnectionRegistry = ReturnType<typeof createConnectionRegistry>;

export function createConnectionRegistry(
  platform: Pick<Platform, "store" | "publish" | "wakeUps" | "databaseClock">,
) {
  const connections = new Set<WorkerConnection>();
  const closing = new Set<Promise<void>>();
  const { store, wakeUps } = platform;

  const offerWork = async (jobId: number): Promise<void> => {
    if (connections.size === 0) return;
    const [job] = await store.jobs.find({ _id: jobId }, { limit: 1 }, serversOfJob);
    const chosen = new Set(job?.run?.resources.map(({ id }) => id));
    if (job?.training_server) chosen.add(job.training_server.id);
    for (const connection of connections) if (chosen.has(connection.resourceId)) connection.offerWork();
  };
  wakeUps.onWork((jobId) => {
    offerWork(jobId).catch((err: unknown) => log.warn({ err, jobId }, "servers could not be offered work"));
  });
  wakeUps.onStop((jobId) => {
    for (const connection of connections) connection.cancelJob(jobId);
  });
  const signOutLeft = async () => {
    const now = await platform.databaseClock.readTime();
    if (now !== null) await signOutSilent(platform, now);
  };
  const sweeper = setInterval(() => {
    signOutLeft().catch((err: unknown) => log.warn({ err }, "silent servers stay signed in"));
  }, SWEEP_MS);

  return {
    add: (connection: WorkerConnection): void => void connections.add(connection),
    /** Its socket is closed. */
    remove: async (connection: WorkerConnection): Promise<void> => {
      connections.delete(connection);
      const closed = connection.close().catch((err: unknown) => {
        log.warn(
          { err, resourceId: connection.resourceId },
          "a server that left stays signed in for a while",
        );
      });
      closing.add(closed);
      await closed;
      closing.delete(closed);
    },
    /** Once all sockets are closed: waits for what is still to be stored of them. */
    close: async (): Promise<void> => {
      clearInterval(sweeper);
      await Promise.all(closing);
    },
  };
}
