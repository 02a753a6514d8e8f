import { createTokenBucket } from "../../sockets/token-bucket.ts";

/**
 * The rates at which a server may send. No connection is closed for being quick: beyond its limits its socket is read more slowly, which
 * the operating system passes on to the sender.
 */
export type InboundLimits = {
  readonly messagesPerSecond: number;
  readonly bytesPerSecond: number;
  /** The amount that may come at once after a silence, in seconds' worth. */
  readonly burstSeconds: number;
  /** Messages and bytes that may wait to be handled. */
  readonly queuedMessages: number;
  readonly queuedBytes: number;
};

export const INBOUND_LIMITS: InboundLimits = {
  messagesPerSecond: 2_000,
  bytesPerSecond: 16 * 1024 ** 2,
  burstSeconds: 4,
  queuedMessages: 64,
  queuedBytes: 16 * 1024 ** 2,
};

/** The time that reading pauses while the queue is full, before the queue is checked again. */
const FULL_PAUSE_MS = 10;

/** @param now Milliseconds that never go back. */
export function createInboundLimits(limits: InboundLimits, now: () => number) {
  const bucket = (perSecond: number) => createTokenBucket(perSecond, perSecond * limits.burstSeconds, now);
  const messages = bucket(limits.messagesPerSecond);
  const bytes = bucket(limits.bytesPerSecond);
  let queuedMessages = 0;
  let queuedBytes = 0;

  return {
    /** A packet of any kind, by its size in bytes. */
    packetArrived: (size: number): void => {
      messages.take(1);
      bytes.take(size);
    },
    messageQueued: (size: number): void => {
      queuedMessages += 1;
      queuedBytes += size;
    },
    messageHandled: (size: number): void => {
      queuedMessages -= 1;
      queuedBytes -= size;
    },
    /** Milliseconds for which nothing more is to be read; 0: reading goes on. */
    pauseMs: (): number => {
      const debt = Math.max(messages.debtMs(), bytes.debtMs());
      const isFull = queuedMessages > limits.queuedMessages || queuedBytes > limits.queuedBytes;
      return Math.ceil(isFull ? Math.max(debt, FULL_PAUSE_MS) : debt);
    },
  };
}
