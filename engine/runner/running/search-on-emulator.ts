/** Runs a search or a sampling on an emulator in one child process, from its last checkpoint. */

import type { ToChild } from "../contract/messages.ts";
import type { ReadResult } from "./drive.ts";
import { logFailure } from "./log-failure.ts";
import { orderChild } from "./order-child.ts";
import type { Run, RunEnd } from "./run.ts";
import { describeEnd } from "./session.ts";

/** A child that searches ends after this time at the latest. A search itself has a lower time limit. */
const SEARCH_DEADLINE_MS = 30 * 60 * 1000;

type EmulatorTask = {
  readonly order: ToChild;
  readonly readResult: ReadResult;
  /** The time after which the child ends at the latest. */
  readonly deadlineMs?: number;
};

/** @throws the signal's reason */
export async function searchOnEmulator(
  run: Run,
  { order, readResult, deadlineMs = SEARCH_DEADLINE_MS }: EmulatorTask,
): Promise<RunEnd> {
  const { claim, signal } = run;
  const { ports, limits, log, permits } = run.context;
  let outcome: RunEnd | null = null;
  await permits.take(signal);
  try {
    const end = await orderChild(order, limits, deadlineMs, signal, async (message) => {
      switch (message.type) {
        case "progress":
          await ports.publishProgress(claim, message.percentage, message.text);
          break;
        case "failed":
          await logFailure(claim, { ports, log }, message);
          outcome = { error: message.text };
          break;
        default: {
          const result = readResult(run, message);
          if (result === null) throw new Error(`A child that searches sent ${message.type}.`);
          const stored = await result.store();
          if (stored === "refused" || result.isFinal) outcome = stored;
        }
      }
    });
    signal.throwIfAborted();
    if (outcome !== null) return outcome;
    return {
      error: end.kind === "finished" ? "The search ended without a result." : describeEnd(end, "search"),
    };
  } finally {
    permits.give();
  }
}
