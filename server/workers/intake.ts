import { createTokenBucket } from "../sockets/token-bucket.ts";

/**
 * How much a server may say. Nobody is cut off for being quick: beyond its measure its socket is read more slowly, which
 * its operating system passes on to the sender.
 */
export type IntakeLimits = {
  readonly messagesPerSecond: number;
  readonly bytesPerSecond: number;
  /** What may come at once after a silence, in seconds' worth. */
  readonly burstSeconds: number;
  /** Messages and bytes that may wait to be seen to. */
  readonly waitingMessages: number;
  readonly waitingBytes: number;
};

/** Messages of one server that are seen to at a time: it must not have the database to itself. */
export const SEEN_TO_AT_A_TIME = 32;

export const INTAKE_LIMITS: IntakeLimits = {
  messagesPerSecond: 2_000,
  bytesPerSecond: 16 * 1024 ** 2,
  burstSeconds: 4,
  waitingMessages: 64,
  waitingBytes: 16 * 1024 ** 2,
};

/** @param now Milliseconds that never go back. */
export function createIntake(limits: IntakeLimits, now: () => number) {
  const bucket = (perSecond: number) => createTokenBucket(perSecond, perSecond * limits.burstSeconds, now);
  const messages = bucket(limits.messagesPerSecond);
  const bytes = bucket(limits.bytesPerSecond);
  let waitingMessages = 0;
  let waitingBytes = 0;

  return {
    /** A packet, whatever it is. */
    arrived: (size: number): void => {
      messages.take(1);
      bytes.take(size);
    },
    /** A message that is to be seen to. */
    waits: (size: number): void => {
      waitingMessages += 1;
      waitingBytes += size;
    },
    seenTo: (size: number): void => {
      waitingMessages -= 1;
      waitingBytes -= size;
    },
    /** Milliseconds to read nothing more for; with too much waiting, it is asked again after a moment. */
    pauseMs: (): number => {
      const owed = Math.max(messages.debtMs(), bytes.debtMs());
      const isFull = waitingMessages > limits.waitingMessages || waitingBytes > limits.waitingBytes;
      return Math.ceil(isFull ? Math.max(owed, 10) : owed);
    },
  };
}
