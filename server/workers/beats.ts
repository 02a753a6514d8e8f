import { setTimeout as sleep } from "node:timers/promises";

/** A heartbeat that comes sooner after another is answered with the next. */
const EVERY_MS = 500;

/** Answers heartbeats one after the other; of those that come faster than anybody needs them, the last one. */
export function createBeats<Beat>(answer: (beat: Beat) => Promise<void>) {
  let last: Beat | null = null;
  let answering: Promise<void> | null = null;

  const answerAll = async () => {
    try {
      while (last !== null) {
        const beat = last;
        last = null;
        await answer(beat);
        await sleep(EVERY_MS, null, { ref: false });
      }
    } finally {
      answering = null;
    }
  };

  return {
    add: async (beat: Beat): Promise<void> => {
      last = beat;
      if (answering !== null) return;
      answering = answerAll();
      await answering;
    },
  };
}
