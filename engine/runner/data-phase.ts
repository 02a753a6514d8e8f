import type { Claim } from "./claim.ts";
import { logFailure } from "./log-failure.ts";
import type { PhaseDriver, SessionContext } from "./session.ts";

/** Validating and Preprocessing, in one child. Nothing of it is worth keeping when it is interrupted. */
export async function claimDataPhase(
  claim: Claim,
  { ports, limits, log }: SessionContext,
): Promise<PhaseDriver | null> {
  const work = await ports.claimData(claim);
  if (work === null) return null;
  await ports.publishProgress(claim, 0, "Starting to read the files");
  return {
    order: { type: "read-files", work },
    deadline: limits.dataDeadline,
    noun: "reading of the files",
    onInterruption: () => null,
    handle: async (message) => {
      switch (message.type) {
        case "progress":
          await ports.publishProgress(claim, message.percentage, message.text);
          return "applied";
        case "validated":
          return ports.transition(claim, { trigger: "validated" });
        case "preprocessed":
          return ports.transition(claim, { trigger: "preprocessed", result: { config: message.config } });
        case "invalid":
          return ports.transition(claim, {
            trigger: "failed",
            error: "There are problems in the files.",
            validationErrors: message.errors,
          });
        case "failed":
          await logFailure(claim, { ports, log }, message);
          return ports.transition(claim, { trigger: "failed", error: message.text, validationErrors: null });
        case "point":
        case "provisional":
        case "trained":
        case "timed":
        case "speed":
        case "suspended":
        case "built":
        case "placed":
        case "found":
        case "sampled":
        case "regions":
        case "scored":
        case "proposed":
        case "improved":
          throw new Error(`A child that reads files sent ${message.type}.`);
      }
    },
  };
}
