import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Claim, WriteOutcome } from "./contract/claim.ts";
import { trainingMessage } from "./contract/messages.ts";
import type { StoredEmulator } from "./contract/ports.ts";
import { logFailure } from "./running/log-failure.ts";
import type { PhaseDriver, SessionContext } from "./running/session.ts";
import { createTrainingCurve } from "./training-curve.ts";

/** Training. Interrupted by a person it still delivers the best emulator so far; by the runner's closing, a checkpoint. */
export async function claimTrainingPhase(
  claim: Claim,
  { ports, limits, log }: SessionContext,
): Promise<PhaseDriver | null> {
  const work = await ports.claimTraining(claim);
  if (work === null) return null;
  if ((await ports.transition(claim, { trigger: "training-started" })) === "refused") return null;
  await ports.publishProgress(claim, 0, "Starting the training");
  const curve = createTrainingCurve(work.trainingPointCount, (points) =>
    ports.appendTrainingPoints(claim, points),
  );

  const store = async (emulator: StoredEmulator): Promise<WriteOutcome> => {
    await curve.flush();
    const finished = await ports.transition(claim, { trigger: "training-finished", emulator });
    if (finished === "applied") return finished;
    // Paused meanwhile: the status stays, the emulator is welcome.
    const stored = await ports.storeEmulator(claim, emulator);
    if (stored === "refused") await rm(join(work.workDir, emulator.file), { force: true });
    return stored;
  };

  /** A provisional emulator that is not stored is no reason to end the training. */
  const storeProvisional = async (file: string): Promise<WriteOutcome> => {
    const stored = await ports.storeProvisionalEmulator(claim, file);
    if (stored === "refused") await rm(join(work.workDir, file), { force: true });
    return "applied";
  };

  return {
    order: {
      type: "train",
      jobId: claim.jobId,
      work,
      isShort: claim.isShort,
      evidence: await ports.trainingEvidence(claim.isShort ?? false),
    },
    deadline: limits.trainingDeadline,
    noun: "training",
    onInterruption: (why) => (why === "lost" ? null : why),
    handle: async (raw) => {
      const message = trainingMessage(raw);
      switch (message.type) {
        case "progress":
          await ports.publishProgress(claim, message.percentage, message.text);
          return "applied";
        case "point":
          return curve.add(message);
        case "provisional":
          return storeProvisional(message.file);
        case "trained":
          return store(message.emulator);
        // Trainings on the platform use no GPU.
        case "device":
          return "applied";
        case "timed":
          await ports.recordTrainingTimeRatio(message.ratio);
          return "applied";
        case "suspended":
          await curve.flush();
          return "applied";
        case "failed":
          await logFailure(claim, { ports, log }, message);
          await curve.flush();
          return ports.transition(claim, { trigger: "failed", error: message.text, validationErrors: null });
      }
    },
  };
}
