/** What a server says of the training that it has, as it is stored. Whoever has lost it by now is refused. */
import { rm } from "node:fs/promises";
import type { Claim } from "@understudy/engine/runner/claim.ts";
import type { ToPlatform } from "@understudy/shared/worker-protocol.ts";
import { trainingPointCount } from "../commands/jobs/training-curve.ts";
import { failTraining, storeTrained } from "../commands/trainings/training-outcomes.ts";
import type { Server } from "../dispatch/server.ts";
import { hasTraining } from "../dispatch/training-lease.ts";
import { arrivalsFolder } from "../files/training-files.ts";
import { takeEmulator } from "./training-emulator.ts";
import type { WorkersPlatform } from "./types.ts";

type Said<Type extends ToPlatform["type"]> = Extract<ToPlatform, { type: Type }>;

/** @returns the index of the next point; null: the server has the training no more */
export async function addTrainingPoints(
  { store, ports }: WorkersPlatform,
  claim: Claim,
  server: Server,
  { job, points, percentage, text }: Said<"training-points">,
): Promise<number | null> {
  const known = await trainingPointCount(store, job);
  const { from, coefficient_of_determination, loss } = points;
  // Those that are there already came twice; a gap is never stored.
  const fresh = Math.max(0, known - from);
  const count = Math.min(coefficient_of_determination.length, loss.length);
  if (from <= known && count > fresh) {
    const batch = {
      from: known,
      coefficientOfDetermination: coefficient_of_determination.slice(fresh, count),
      loss: loss.slice(fresh, count),
    };
    if ((await ports.appendTrainingPoints(claim, batch)) === "refused") return null;
  }
  await ports.publishProgress(claim, percentage, `${text} on ${server.name}`);
  return from <= known ? Math.max(known, from + count) : known;
}

/** The emulator that it has sent before is stored, or the training has failed by it. */
export async function storeSentEmulator(
  platform: WorkersPlatform,
  claim: Claim,
  server: Server,
  { upload, end, ...said }: Said<"trained">,
): Promise<void> {
  const attempt = { job: said.job, attempt: said.attempt };
  const job = await platform.store.jobs.findOne(hasTraining(server, attempt));
  if (job === null) return;
  const taken = await takeEmulator(platform, { job, attempt, upload, end });
  if ("refusal" in taken) {
    const reason = `The emulator that ${server.name} sent cannot be used. ${taken.refusal}`;
    await failTraining(platform, claim, attempt, reason);
  } else await storeTrained(platform, claim, attempt, taken);
  // Parts of what was broken off.
  await rm(arrivalsFolder(platform.storage.workDir(job._id)), { recursive: true, force: true });
}
