/** The emulator that a server has trained, before anybody is shown it. */
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ensureFolder } from "@understudy/engine/dataset/storage/files.ts";
import { type EmulatorDescription, UnusableEmulator } from "@understudy/engine/prediction/prediction.ts";
import { describeAccuracy } from "@understudy/engine/runner/child/accuracy.ts";
import type { StoredEmulator } from "@understudy/engine/runner/contract/ports.ts";
import type { TrainingAttempt } from "@understudy/shared/worker/worker-training.ts";
import { log } from "../../core/log.ts";
import { isMissing } from "../../files/is-missing.ts";
import type { JobRecord } from "../../models/job.ts";
import type { WorkersPlatform } from "../types.ts";
import { uploadedEmulator } from "./training-uploads.ts";

type Uploaded = {
  readonly job: Pick<JobRecord, "_id" | "config">;
  readonly attempt: TrainingAttempt;
  readonly upload: number;
  readonly end: StoredEmulator["stopReason"];
};

/**
 * Puts the emulator in its place once it has been read as pages will read it, in a thread that holds nothing else of the
 * product: servers are other people's programs.
 * @returns why it cannot be used, a sentence, or the emulator
 * @throws what keeps it from being read now
 */
export async function acceptEmulator(
  { storage, predictions }: WorkersPlatform,
  { job, attempt, upload, end }: Uploaded,
): Promise<StoredEmulator | { readonly refusal: string }> {
  const workDir = storage.workDir(job._id);
  const file = join("emulators", `server-${attempt.attempt}-${upload}.emulator`);
  const path = join(workDir, file);
  await ensureFolder(join(workDir, "emulators"));
  await rename(uploadedEmulator(workDir, attempt, upload), path).catch((error: unknown) => {
    // The message was sent again: it lies in its place already.
    if (!isMissing(error)) throw error;
  });
  if ((await stat(path).catch(() => null)) === null) return { refusal: "It did not arrive." };
  try {
    const description = await predictions.describe({ key: `${job._id}:${file}`, path });
    const problem = findProblem(description, job.config);
    if (problem === null) return { file, stopReason: end, ...describeAccuracy(description.outputs) };
    await rm(path, { force: true });
    return { refusal: problem };
  } catch (error) {
    if (!(error instanceof UnusableEmulator)) throw error;
    log.warn({ err: error, jobId: job._id }, "the emulator that a server sent cannot be used");
    await rm(path, { force: true });
    return { refusal: error.message };
  }
}

function findProblem(
  { inputs, outputs }: EmulatorDescription,
  config: Pick<JobRecord["config"], "inputs" | "outputs">,
): string | null {
  const areAmong = (names: readonly { name: string }[], columns: readonly { name: string }[]) =>
    names.length > 0 && names.every(({ name }) => columns.some((column) => column.name === name));
  if (areAmong(inputs, config.inputs) && areAmong(outputs, config.outputs)) return null;
  return "It is an emulator of other data.";
}
