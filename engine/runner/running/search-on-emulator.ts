/** Runs a search or a sampling on an emulator in one child process, from its last checkpoint. */
import { logFailure } from "../log-failure.ts";
import type { ToChild } from "../messages.ts";
import { describeEnd } from "../session.ts";
import { orderChild } from "./order-child.ts";
import type { Run, RunEnd } from "./run.ts";

/**
 * A child ends after this time at the latest. A search itself has a lower time limit; a million samples of a slow
 * emulator take hours.
 */
const DEADLINE_MS = { search: 30 * 60 * 1000, sampling: 24 * 60 * 60 * 1000 };

type EmulatorOrder = Extract<ToChild, { type: "search-emulator" | "sample-emulator" | "find-out-of-spec" }>;

/** @throws the signal's reason */
export async function searchOnEmulator(
  { claim, context: { ports, limits, log, permits }, signal }: Run,
  order: EmulatorOrder,
): Promise<RunEnd> {
  let outcome: RunEnd | null = null;
  const deadline = order.type === "sample-emulator" ? DEADLINE_MS.sampling : DEADLINE_MS.search;
  await permits.take(signal);
  try {
    const end = await orderChild(order, limits, deadline, signal, async (message) => {
      switch (message.type) {
        case "progress":
          await ports.publishProgress(claim, message.percentage, message.text);
          break;
        case "found": {
          const stored = await ports.storeFound(claim, message.result);
          if (stored === "refused" || message.result.stopReason !== null) outcome = stored;
          break;
        }
        case "sampled": {
          const stored = await ports.storeSampled(claim, message.sampled);
          if (stored === "refused" || message.sampled.stop_reason !== null) outcome = stored;
          break;
        }
        case "regions": {
          const stored = await ports.storeRegions(claim, message.result);
          if (stored === "refused" || message.isOver) outcome = stored;
          break;
        }
        case "failed":
          await logFailure(claim, { ports, log }, message);
          outcome = { error: message.text };
          break;
        default:
          throw new Error(`A child that searches sent ${message.type}.`);
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
