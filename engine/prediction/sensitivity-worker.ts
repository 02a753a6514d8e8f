/** A thread that analyzes outputs of emulators. */
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { UserError, userMessage } from "@understudy/shared/user-error.ts";
import { createRandom } from "../math/random.ts";
import { runToEnd } from "../math/run-to-end.ts";
import type { Emulator } from "../models/emulator.ts";
import { restoreEmulator } from "../models/ensemble/restore.ts";
import { estimateSensitivity } from "../sensitivity/sensitivity.ts";
import { serveTasks } from "../threads/serve-tasks.ts";
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
serveTasks((task: SensitivityTask): SensitivityReply => {
  try {
    return perform(task);
  } catch (error) {
    return { kind: "failed", message: userMessage(error, "The emulator could not be analysed.") };
  }
});
