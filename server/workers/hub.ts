/** The servers whose sockets this web process holds, and what wakes them. */
import { signOutSilent } from "../commands/resources/resources.ts";
import { log } from "../log.ts";
import { jobRecord } from "../models/job.ts";
import type { Platform } from "../platform.ts";
import type { WorkerConnection } from "./worker-connection.ts";

const SWEEP_MS = 15_000;
const serversOfJob = jobRecord.pick({ _id: true, run: true, training_server: true });

export type Hub = ReturnType<typeof createHub>;

export function createHub(platform: Platform) {
  const served = new Set<WorkerConnection>();
  const leaving = new Set<Promise<void>>();
  const { store, wakeUps } = platform;

  const wake = async (jobId: number): Promise<void> => {
    if (served.size === 0) return;
    const [job] = await store.jobs.find({ _id: jobId }, { limit: 1 }, serversOfJob);
    const chosen = new Set(job?.run?.resources.map(({ id }) => id));
    if (job?.training_server) chosen.add(job.training_server.id);
    for (const one of served) if (chosen.has(one.resourceId)) one.wake();
  };
  wakeUps.onWork((jobId) => {
    wake(jobId).catch((err: unknown) => log.warn({ err, jobId }, "servers could not be woken"));
  });
  wakeUps.onStop((jobId) => {
    for (const one of served) one.cancel(jobId);
  });
  const sweeper = setInterval(() => {
    signOutSilent(platform).catch((err: unknown) => log.warn({ err }, "silent servers stay on record"));
  }, SWEEP_MS);

  return {
    add: (one: WorkerConnection): void => void served.add(one),
    /** Its socket is closed. */
    remove: async (one: WorkerConnection): Promise<void> => {
      served.delete(one);
      const going = one.closed().catch((err: unknown) => {
        log.warn({ err, resourceId: one.resourceId }, "a server that left stays on record for a while");
      });
      leaving.add(going);
      await going;
      leaving.delete(going);
    },
    /** Once all sockets are closed: waits for what is still to be stored of them. */
    close: async (): Promise<void> => {
      clearInterval(sweeper);
      await Promise.all(leaving);
    },
  };
}
