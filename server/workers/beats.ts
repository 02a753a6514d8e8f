import { setTimeout as sleep } from "node:timers/promises";
import type { ToPlatform } from "@understudy/shared/worker-protocol.ts";

type Heartbeat = Extract<ToPlatform, { type: "heartbeat" }>;

/** A heartbeat that comes sooner after another is answered with the next. */
const EVERY_MS = 500;

/** Answers heartbeats one after the other; of those that come faster than anybody needs them, the last one. */
export function createBeats(answer: (beat: Heartbeat) => Promise<void>) {
  let last: Heartbeat | null = null;
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
    add: async (beat: Heartbeat): Promise<void> => {
      last = beat;
      if (answering !== null) return;
      answering = answerAll();
      await answering;
    },
  };
}
