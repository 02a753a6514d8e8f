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
  const burst = (perSecond: number) => perSecond * limits.burstSeconds;
  let messages = burst(limits.messagesPerSecond);
  let bytes = burst(limits.bytesPerSecond);
  let at = now();
  let waitingMessages = 0;
  let waitingBytes = 0;

  const refill = () => {
    const seconds = (now() - at) / 1000;
    at = now();
    messages = Math.min(burst(limits.messagesPerSecond), messages + seconds * limits.messagesPerSecond);
    bytes = Math.min(burst(limits.bytesPerSecond), bytes + seconds * limits.bytesPerSecond);
  };

  return {
    arrived: (size: number): void => {
      refill();
      messages -= 1;
      bytes -= size;
      waitingMessages += 1;
      waitingBytes += size;
    },
    seenTo: (size: number): void => {
      waitingMessages -= 1;
      waitingBytes -= size;
    },
    /** Milliseconds to read nothing more for; with too much waiting, it is asked again after a moment. */
    pauseMs: (): number => {
      refill();
      const debts = [-messages / limits.messagesPerSecond, -bytes / limits.bytesPerSecond];
      const owed = Math.max(0, ...debts) * 1000;
      const isFull = waitingMessages > limits.waitingMessages || waitingBytes > limits.waitingBytes;
      return Math.ceil(isFull ? Math.max(owed, 10) : owed);
    },
  };
}
