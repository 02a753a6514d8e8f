import { PredictionUnavailable } from "./prediction.ts";

export const TIMEOUT_MESSAGE = "The emulator took too long to answer. Please try again.";

interface Limits {
  /** Milliseconds in which the work must advance. */
  deadline: number;
  /** Aborted, with the reason, once nothing may be waited for any more. */
  closing: AbortSignal;
}

/**
 * The answer of some work, however long it takes, as long as it advances and is wanted.
 * @param work is handed a signal that is aborted when it is to end, and what to call whenever it has advanced.
 * @throws (rejects) PredictionUnavailable when it does not advance, or the reason of whichever signal was aborted
 */
export async function whileAdvancing<T>(
  { deadline, closing }: Limits,
  work: (signal: AbortSignal, advanced: () => void) => Promise<T>,
  callerSignal?: AbortSignal,
): Promise<T> {
  closing.throwIfAborted();
  callerSignal?.throwIfAborted();
  const end = new AbortController();
  const late = setTimeout(() => end.abort(new PredictionUnavailable(TIMEOUT_MESSAGE)), deadline).unref();
  const close = () => end.abort(closing.reason);
  const leave = () => end.abort(callerSignal?.reason);
  closing.addEventListener("abort", close);
  callerSignal?.addEventListener("abort", leave);
  const ended = new Promise<never>((_, reject) => {
    end.signal.addEventListener("abort", () => reject(end.signal.reason));
  });
  try {
    return await Promise.race([work(end.signal, () => late.refresh()), ended]);
  } finally {
    clearTimeout(late);
    closing.removeEventListener("abort", close);
    callerSignal?.removeEventListener("abort", leave);
  }
}
