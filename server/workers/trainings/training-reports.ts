/** Stores what a server reports of the training that it has. A server that has lost it is refused. */
import { rm } from "node:fs/promises";
import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import { trainingPointCount } from "../../commands/jobs/training-curve.ts";
import { failTraining, storeTrained } from "../../commands/trainings/training-outcomes.ts";
import type { ConnectedServer } from "../../dispatch/connected-server.ts";
import { hasTraining } from "../../dispatch/training-lease.ts";
import { arrivalsFolder } from "../../files/training-files.ts";
import type { WorkersPlatform } from "../types.ts";
import { acceptEmulator } from "./accept-emulator.ts";
import { type MessageOf, toAttempt } from "./training-messages.ts";

/** @returns the index of the next point; null: the server no longer has the training */
export async function addTrainingPoints(
  { store, ports }: WorkersPlatform,
  claim: Claim,
  server: ConnectedServer,
  { job, points, percentage, text }: MessageOf<"training-points">,
): Promise<number | null> {
  const storedCount = await trainingPointCount(store, job);
  const { from, coefficient_of_determination, loss } = points;
  // Those that are there already came twice; a gap is never stored.
  const repeated = Math.max(0, storedCount - from);
  const count = Math.min(coefficient_of_determination.length, loss.length);
  if (from <= storedCount && count > repeated) {
    const batch = {
      from: storedCount,
      coefficientOfDetermination: coefficient_of_determination.slice(repeated, count),
      loss: loss.slice(repeated, count),
    };
    if ((await ports.appendTrainingPoints(claim, batch)) === "refused") return null;
  }
  await ports.publishProgress(claim, percentage, textOn(server, text));
  return from <= storedCount ? Math.max(storedCount, from + count) : storedCount;
}

/** As "Training on lab-1, about 2 minutes left". */
function textOn({ name }: ConnectedServer, text: string): string {
  return text.replace(/^\w+/, (word) => `${word} on ${name}`);
}

/** Stores the emulator that the server has sent before, or fails the training when it cannot be used. */
export async function storeUploadedEmulator(
  platform: WorkersPlatform,
  claim: Claim,
  server: ConnectedServer,
  message: MessageOf<"trained">,
): Promise<void> {
  const { upload, end } = message;
  const attempt = toAttempt(message);
  const job = await platform.store.jobs.findOne(hasTraining(server, attempt));
  if (job === null) return;
  const accepted = await acceptEmulator(platform, { job, attempt, upload, end });
  if ("refusal" in accepted) {
    const reason = `The emulator that ${server.name} sent cannot be used. ${accepted.refusal}`;
    await failTraining(platform, claim, attempt, reason);
  } else await storeTrained(platform, claim, attempt, accepted);
  // Parts of uploads that were interrupted.
  await rm(arrivalsFolder(platform.storage.workDir(job._id)), { recursive: true, force: true });
}
