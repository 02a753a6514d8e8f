/** A thread that analyzes one output of one emulator, sends the result, and ends. */
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { UserError, userMessage } from "@understudy/shared/user-error.ts";
import { createRandom } from "../math/random.ts";
import { runToEnd } from "../math/run-to-end.ts";
import type { Emulator } from "../models/emulator.ts";
import { restoreEmulator } from "../models/ensemble/restore.ts";
import { estimateSensitivity } from "../sensitivity/sensitivity.ts";
import type { SensitivityReply, SensitivityTask } from "./sensitivity-protocol.ts";

/** The same for every analysis, so that all requests have the same answer. */
const RANDOM_SEED = 1;
/** Predictions for somebody who moves a slider have priority. */
const THREAD_NICENESS = 10;

function perform({ path, output, options }: SensitivityTask): SensitivityReply {
  const emulator = read(path);
  const clock = () => performance.now();
  const steps = estimateSensitivity(emulator, output, options, { random: createRandom(RANDOM_SEED), clock });
  return { kind: "found", sensitivity: runToEnd(steps) };
}

/** @throws UserError */
function read(path: string): Emulator {
  try {
    return restoreEmulator(readFileSync(path));
  } catch (cause) {
    throw new UserError(userMessage(cause, "The emulator could not be read."), { cause });
  }
}

// On Linux this is the priority of the thread alone, elsewhere that of the whole process.
if (process.platform === "linux") setPriority(THREAD_NICENESS);
const task: SensitivityTask = workerData;
try {
  parentPort?.postMessage(perform(task) satisfies SensitivityReply);
} catch (error) {
  const message = userMessage(error, "The emulator could not be analysed.");
  parentPort?.postMessage({ kind: "failed", message } satisfies SensitivityReply);
}
