import { setTimeout as sleep } from "node:timers/promises";

/** A heartbeat that comes sooner after another is answered with the next. */
const MIN_INTERVAL_MS = 500;

/** Answers heartbeats one after the other; of those that come faster than they are needed, only the latest. */
export function createHeartbeats<Heartbeat>(answer: (heartbeat: Heartbeat) => Promise<void>) {
  let latest: Heartbeat | null = null;
  let answering: Promise<void> | null = null;

  const answerAll = async () => {
    try {
      while (latest !== null) {
        const heartbeat = latest;
        latest = null;
        await answer(heartbeat);
        await sleep(MIN_INTERVAL_MS, null, { ref: false });
      }
    } finally {
      answering = null;
    }
  };

  return {
    add: async (heartbeat: Heartbeat): Promise<void> => {
      latest = heartbeat;
      if (answering !== null) return;
      answering = answerAll();
      await answering;
    },
  };
}
