/** Training: drives the training task, reports each point at once, keeps a checkpoint on disk. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { availableParallelism, setPriority } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import {
  estimateTraining,
  referenceSeconds,
  trainingSize,
} from "@understudy/shared/job-config/training-estimate.ts";
import { changeSplit } from "../../dataset/storage/dataset-writer.ts";
import { ensureFolder, writeWhole } from "../../dataset/storage/files.ts";
import { loadTrainingTable } from "../../dataset/storage/training-table.ts";
import { createRandom } from "../../math/random.ts";
import type { Emulator } from "../../models/emulator.ts";
import type { CurveOptions, TrainEvent, TrainResult } from "../../training/prepare/messages.ts";
import { hasQuickBaseline } from "../../training/quick-baseline.ts";
import { combinePace } from "../../training/speed/pace.ts";
import { train as trainingTask } from "../../training/train.ts";
import type { ToChild } from "../contract/messages.ts";
import type { StoredEmulator, TrainingEvidence, TrainingWork } from "../contract/ports.ts";
import { describeAccuracy } from "./accuracy.ts";
import { measureSlowdownOfThreads } from "./measure-speed.ts";
import { ORDER_NICENESS } from "./niceness.ts";
import { createProgress, report } from "./report.ts";
import { createTrainingText } from "./training-text.ts";

/** The work that a dead machine loses at most, besides what the task itself keeps back. */
const CHECKPOINT_MS = 3_000;

/**
 * Somebody waits for the first emulator of a training. Where quick polynomials make it, the training has the priority of short ones
 * until then, or for so long (ms), and only then measures how long it will take. Threads start later and have the lower priority.
 */
const FIRST_EMULATOR_MS = 2_000;

type TrainingOrder = Extract<ToChild, { type: "train" }>;
export type Asked = { readonly stop: boolean; readonly suspend: boolean };

export async function train(order: TrainingOrder, requests: Asked): Promise<void> {
  const { jobId, work, usesGpu = false } = order;
  const { workDir, config, options } = work;
  const showProgress = createProgress();
  showProgress(0, "Loading the data");
  await changeSplit(workDir, {
    validationPercentage: options.validation_percentage,
    groupBy: options.group_by,
  });
  const { table, validationRows, groups } = await loadTrainingTable(workDir, config);
  const checkpointPath = join(workDir, "checkpoint");
  const checkpoint = await readFile(checkpointPath).catch(() => undefined);
  const isAwaited = work.publishesProvisional && checkpoint === undefined && hasQuickBaseline(table);
  let course = isAwaited ? null : await beginCourse(order);

  const isEnding = () => requests.stop || requests.suspend;
  const task = trainingTask(
    table,
    {
      effort: options.effort,
      validationRows,
      groups,
      curves: createCurveOptions(work),
      ignoredInputs: config.inputs.filter(({ fixed }) => fixed).map(({ name }) => name),
      ignoredOutputs: table.outputs.map(({ name }) => name).filter((name) => !isEmulated(config, name)),
      more: work.more,
      findsSuspiciousRows: true,
      reportsEmulators: work.publishesProvisional,
    },
    {
      random: createRandom(jobId),
      clock: () => performance.now(),
      cpuTime: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1000;
      },
      workers: availableParallelism(),
      ...(checkpoint === undefined ? {} : { checkpoint }),
      stopRequested: isEnding,
      ...(usesGpu && { gpu: { onMessage: (text) => void report({ type: "device", text }) } }),
    },
  );
  const keep = keeper(checkpointPath);
  let percentage = 0;
  const result = await drive(task, async (event) => {
    if (event.type === "emulator") await publishProvisional(workDir, event.steps, isEnding);
    if (event.type === "emulator" || performance.now() > FIRST_EMULATOR_MS)
      course ??= await beginCourse(order);
    if (event.type === "progress") {
      report({
        type: "point",
        coefficientOfDetermination: event.coefficientOfDetermination,
        loss: event.loss,
      });
      if (course !== null) {
        const { text, ...share } = course.describe(event);
        percentage = share.percentage;
        showProgress(percentage, text);
      }
    }
    await keep(event.type === "checkpoint" ? event.bytes : null);
  });
  await writeWhole(checkpointPath, result.checkpoint);
  if (requests.suspend && !requests.stop && result.stopReason === "stopped")
    await report({ type: "suspended" });
  else {
    showProgress(percentage, "Measuring the accuracy and storing the emulator");
    const emulator = await storeEmulator(workDir, result);
    const isWhole = !result.resumed && !work.more && result.stopReason !== "stopped";
    if (isWhole && course !== null)
      await report({ type: "timed", ratio: performance.now() / 1000 / course.expectedSeconds });
    await report({ type: "trained", emulator });
  }
}

/** Takes the priority of the training, and estimates how long it will take. */
async function beginCourse({ work, evidence, isShort = false }: TrainingOrder) {
  setPriority(isShort ? ORDER_NICENESS.short : ORDER_NICENESS.long);
  const { seconds, withHistory } = await estimate(work, evidence);
  // The clock of this process began when the training did.
  return { expectedSeconds: seconds, describe: createTrainingText(() => performance.now(), withHistory) };
}

/** The whole training: as the measured speed alone lets expect (`seconds`), and with how earlier ones have kept to that. */
async function estimate(
  { config, options }: TrainingWork,
  evidence: TrainingEvidence = { slowdowns: [], ratios: [] },
) {
  const size = trainingSize(config, config.data_set_sizes.combined);
  const cores = availableParallelism();
  const slowdowns =
    evidence.slowdowns.length > 0
      ? evidence.slowdowns
      : // A training does not fail for an estimate.
        [await measureSlowdownOfThreads(cores).catch(() => 1)];
  const pace = combinePace(slowdowns, evidence.ratios);
  return {
    seconds: combinePace(slowdowns, []).likely * referenceSeconds(size, options.effort, cores),
    withHistory: estimateTraining(size, options.effort, cores, { short: pace, long: pace }),
  };
}

async function drive(
  task: AsyncGenerator<TrainEvent, TrainResult>,
  see: (event: TrainEvent) => Promise<void>,
): Promise<TrainResult> {
  for (let step = await task.next(); ; step = await task.next()) {
    if (step.done) return step.value;
    await see(step.value);
    // Messages go out and come in here.
    await setImmediate();
  }
}

/** Writes the latest checkpoint now and then. */
function keeper(path: string): (bytes: Uint8Array | null) => Promise<void> {
  let written = performance.now();
  let latest: Uint8Array | null = null;
  return async (bytes) => {
    latest = bytes ?? latest;
    if (latest === null || performance.now() - written < CHECKPOINT_MS) return;
    await writeWhole(path, latest);
    latest = null;
    written = performance.now();
  };
}

const isEmulated = (config: JobConfig, name: string): boolean => config.emulator_outputs.includes(name);

/** Focus regions are given in units of the coordinate that the vector outputs share. */
function createCurveOptions({ config, focusRegions }: TrainingWork): Record<string, CurveOptions> {
  const regions = focusRegions.map(({ range: [from, to], number_of_sections }) => ({
    from,
    to,
    sections: number_of_sections,
  }));
  return Object.fromEntries(
    config.outputs
      .filter(({ type, name }) => type === "Vector" && isEmulated(config, name))
      .map(({ name, coordinate_name }): [string, CurveOptions] => [
        name,
        {
          ...(coordinate_name === null ? {} : { coordinate: coordinate_name }),
          ...(coordinate_name === config.coordinate_name ? { regions } : {}),
        },
      ]),
  );
}

async function storeEmulator(
  workDir: string,
  { stopReason, emulatorSteps }: TrainResult,
): Promise<StoredEmulator> {
  const emulator = await makeEmulator(emulatorSteps());
  if (emulator === null) throw new Error("The last emulator was not made.");
  const file = await writeEmulator(workDir, emulator);
  return { file, stopReason, ...describeAccuracy(emulator.outputs) };
}

/** Stores an emulator of the results so far; nothing once the training is asked to end, because its last one follows. */
async function publishProvisional(
  workDir: string,
  steps: () => Generator<undefined, Emulator>,
  isEnding: () => boolean,
): Promise<void> {
  try {
    const emulator = await makeEmulator(steps(), isEnding);
    if (emulator === null) return;
    await report({ type: "provisional", file: await writeEmulator(workDir, emulator) });
  } catch (error) {
    // The training goes on without it, for example on a full disk. A fault that lasts is reported with the last emulator.
    console.error(error);
  }
}

/** Makes an emulator, handling messages meanwhile. @returns null once it is no longer wanted */
async function makeEmulator(
  steps: Generator<undefined, Emulator>,
  isUnwanted: () => boolean = () => false,
): Promise<Emulator | null> {
  for (let step = steps.next(); !isUnwanted(); step = steps.next()) {
    if (step.done) return step.value;
    await setImmediate();
  }
  return null;
}

/** @returns the path of the file, relative to the work directory */
async function writeEmulator(workDir: string, emulator: Emulator): Promise<string> {
  const file = join("emulators", `${randomUUID()}.emulator`);
  // The work directory is not made again when the job was deleted meanwhile.
  await ensureFolder(join(workDir, "emulators"));
  await writeWhole(join(workDir, file), emulator.serialise());
  return file;
}
