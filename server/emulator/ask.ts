import { join } from "node:path";
import type { EmulatorOutput } from "@understudy/engine/models/emulator.ts";
import {
  type EmulatorDescription,
  type EmulatorFile,
  type PredictionService,
  PredictionUnavailable,
  UnusableEmulator,
} from "@understudy/engine/prediction/prediction.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { log } from "../core/log.ts";
import { invalid, notFound, Problem } from "../core/problem.ts";
import type { Storage } from "../files/storage.ts";
import type { JobRecord } from "../models/job.ts";

/** Seconds after which a request that could not be answered may be sent again. */
const RETRY_AFTER = 2;
/** A first read that takes longer is answered `loading`; the browser asks again a second later. */
const FIRST_READ_MS = 500;

export type EmulatorAccess = { predictions: PredictionService; storage: Storage };

/** A job's emulator, in memory and described. */
export type ReadyEmulator = { file: EmulatorFile; description: EmulatorDescription };

/**
 * The emulator of a job, or null while it is still being read for the first time.
 * @throws Problem 404 when the job has none, 409 with a sentence when it is of another version, or damaged, 503 when it cannot
 *   be read now.
 */
export async function readyEmulator(
  { predictions, storage }: EmulatorAccess,
  job: JobRecord,
): Promise<ReadyEmulator | null> {
  if (job.emulator_file === null) throw notFound(MESSAGES.noEmulator(job.name));
  const file = {
    key: `${job._id}:${job.emulator_file}`,
    path: join(storage.workDir(job._id), job.emulator_file),
  };
  const described = predictions.describe(file).catch((error: unknown) => {
    if (!(error instanceof UnusableEmulator)) throw unavailable(error);
    log.info({ err: error, jobId: job._id }, "an emulator cannot be used");
    throw new Problem(409, error.message);
  });
  if (predictions.isLoaded(file.key)) return { file, description: await described };
  const description = await withinTimeLimit(described);
  if (description !== null) return { file, description };
  described.catch((err: unknown) => log.error({ err, jobId: job._id }, "emulator could not be read"));
  return null;
}

/** @throws Problem 400 when the emulator has no output of this name. */
export function findOutput(
  { description }: Pick<ReadyEmulator, "description">,
  name: string,
): EmulatorOutput {
  const output = description.outputs.find((candidate) => candidate.name === name);
  if (output === undefined) throw invalid({ output: [MESSAGES.noSuchColumn(name)] });
  return output;
}

/** Turns a temporary refusal of the prediction service into a Problem; any other error stays as it is. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof PredictionUnavailable)) return error;
  return new Problem(503, error.message, { retryAfter: RETRY_AFTER });
}

/** The answer if it comes before the browser is asked to try again, else null. */
export async function withinTimeLimit<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, FIRST_READ_MS, null);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
