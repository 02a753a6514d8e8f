import type { LiveEvent } from "@understudy/shared/live.ts";

/** A channel of messages that nobody keeps. */
function createChannel<Message>() {
  const listeners = new Set<(message: Message) => void>();
  return {
    publish: (message: Message): void => {
      for (const listener of listeners) listener(message);
    },
    subscribe: (listener: (message: Message) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Views of the page of a person who is followed. */
export const followedViews = createChannel<Extract<LiveEvent, { type: "view" }>>();

/** The ids of jobs on whose pages somebody follows this person. */
export const wantedViews = createChannel<number>();
