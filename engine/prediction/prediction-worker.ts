/** A thread that holds emulators in memory and evaluates them, so that the web process's event loop never does. */
import { readFile } from "node:fs/promises";
import { inspect } from "node:util";
import { workerData } from "node:worker_threads";
import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";
import { predictionAt } from "@understudy/shared/math/predicted-curves.ts";
import { UserError, userMessage } from "@understudy/shared/user-error.ts";
import { z } from "zod";
import { adoptKernels, type Compiled, compiledKernels } from "../math/kernels/module.ts";
import type { Emulator, EmulatorOutput, OutputPrediction } from "../models/emulator.ts";
import { useOutOfSample } from "../models/ensemble/out-of-sample.ts";
import { restoreEmulator } from "../models/ensemble/restore.ts";
import { serveTasks } from "../threads/serve-tasks.ts";
import type { OutputAnswer } from "./prediction.ts";
import type { Reply, Task } from "./protocol.ts";

/** Bytes in memory for a byte of the file, at most: most with many outputs. */
const MAX_MEMORY_PER_FILE_BYTE = 3;
const UNREADABLE_MESSAGE = "The emulator could not be read.";

const emulators = new Map<string, Emulator>();

const compiledElsewhere = z.custom<Compiled | null>().parse(workerData);
if (compiledElsewhere !== null) adoptKernels(compiledElsewhere);

/**
 * Read while others are answered: only the making of the emulator from its bytes is not interrupted. With the first one the
 * kernels are compiled, so that nobody's first point waits for them.
 */
async function load({ key, path }: Extract<Task, { kind: "load" }>): Promise<Reply> {
  const bytes = await readFile(path);
  const emulator = restoreEmulator(bytes);
  emulators.set(key, emulator);
  const { inputs, outputs } = emulator;
  const memory = bytes.length * MAX_MEMORY_PER_FILE_BYTE;
  return { kind: "loaded", description: { inputs, outputs }, memory, kernels: compiledKernels() };
}

function answer(
  output: EmulatorOutput,
  prediction: OutputPrediction,
  coordinates: Float64Array | undefined,
): OutputAnswer {
  const { knots, coefficientsOfDetermination } = output;
  if (coordinates === undefined || output.size === 1) {
    return { coordinates: knots, coefficientsOfDetermination, ...prediction };
  }
  return {
    coordinates,
    coefficientsOfDetermination: interpolateLinear(knots, coefficientsOfDetermination, coordinates),
    ...predictionAt(prediction, knots, coordinates),
  };
}

function predict(task: Extract<Task, { kind: "predict" }>): Reply {
  const started = process.threadCpuUsage();
  const emulator = emulators.get(task.key);
  if (emulator === undefined) throw new UserError("The emulator is no longer in memory. Please try again.");
  const predictions = emulator.predict(task.points, task.count, task.outputs, task.band);
  const outputs = emulator.outputs.flatMap((output): [string, OutputAnswer][] => {
    const prediction = predictions.get(output.name);
    if (prediction && task.rows) useOutOfSample(prediction, task.rows, emulator.outOfSample(output.name));
    return prediction ? [[output.name, answer(output, prediction, task.coordinates?.[output.name])]] : [];
  });
  const extrapolation = task.extrapolation ? emulator.extrapolation(task.points, task.count) : null;
  const { user, system } = process.threadCpuUsage(started);
  const milliseconds = (user + system) / 1000;
  return { kind: "predicted", outputs, extrapolation, milliseconds };
}

serveTasks(async (task: Task): Promise<Reply> => {
  if (task.kind === "forget") {
    emulators.delete(task.key);
    return { kind: "forgotten" };
  }
  try {
    return task.kind === "load" ? await load(task) : predict(task);
  } catch (error) {
    const message = userMessage(error, UNREADABLE_MESSAGE);
    // What the file system says has a code: it may be able to read the file the next time.
    const isFile = task.kind === "load" && error instanceof Error && !("code" in error);
    return { kind: "failed", message, details: inspect(error), isFile };
  }
});
