/** A thread that studies one output of one emulator, tells what it found, and ends. */
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { createRandom } from "../math/random.ts";
import { restoreEmulator } from "../models/restore.ts";
import { estimateSensitivity } from "../sensitivity/sensitivity.ts";
import type { SensitivityReply, SensitivityTask } from "./sensitivity-protocol.ts";

/** The same for every study: whoever asks, wherever it runs, is told the same. */
const SEED = 1;
/** Somebody who moves a slider meanwhile comes first. */
const NICENESS = 10;

function perform({ path, output, options }: SensitivityTask): SensitivityReply {
  const emulator = restoreEmulator(readFileSync(path));
  const clock = () => performance.now();
  const study = estimateSensitivity(emulator, output, options, { random: createRandom(SEED), clock });
  for (let step = study.next(); ; step = study.next()) {
    if (step.done) return { kind: "found", sensitivity: step.value };
  }
}

// Of the calling thread alone on Linux; of the whole process elsewhere.
if (process.platform === "linux") setPriority(NICENESS);
const task: SensitivityTask = workerData;
try {
  parentPort?.postMessage(perform(task) satisfies SensitivityReply);
} catch (error) {
  const known = error instanceof Error && !("code" in error);
  const message = known ? error.message : "The emulator could not be read.";
  parentPort?.postMessage({ kind: "failed", message } satisfies SensitivityReply);
}
