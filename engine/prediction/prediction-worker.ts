/** A thread that holds emulators in memory and evaluates them, so that the web process's event loop never does. */
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { predictionAt } from "../data/sections.ts";
import type { Emulator, EmulatorOutput, OutputPrediction } from "../emulators/emulator.ts";
import { restoreEmulator } from "../emulators/restore.ts";
import { interpolateLinear } from "../math/interpolation.ts";
import type { OutputAnswer } from "./prediction.ts";
import type { Reply, Task } from "./protocol.ts";

/** Bytes in memory for a byte of the file, about. */
const FOOTPRINT = 1.5;

const loaded = new Map<string, { emulator: Emulator; memory: number }>();

function load(key: string, path: string): { emulator: Emulator; memory: number } {
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const bytes = readFileSync(path);
  const entry = { emulator: restoreEmulator(bytes), memory: bytes.length * FOOTPRINT };
  loaded.set(key, entry);
  return entry;
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

function perform(task: Exclude<Task, { kind: "forget" }>): Reply {
  const { emulator, memory } = load(task.key, task.path);
  if (task.kind === "describe") {
    const { inputs, outputs } = emulator;
    return { kind: "described", id: task.id, description: { inputs, outputs }, memory };
  }
  const predictions = emulator.predict(task.points, task.count, task.outputs);
  const outputs = emulator.outputs.flatMap((output): [string, OutputAnswer][] => {
    const prediction = predictions.get(output.name);
    return prediction ? [[output.name, answer(output, prediction, task.coordinates?.[output.name])]] : [];
  });
  const extrapolation = task.extrapolation ? emulator.extrapolation(task.points, task.count) : null;
  return { kind: "predicted", id: task.id, outputs, extrapolation, memory };
}

parentPort?.on("message", (task: Task) => {
  if (task.kind === "forget") {
    loaded.delete(task.key);
    return;
  }
  try {
    parentPort?.postMessage(perform(task) satisfies Reply);
  } catch (error) {
    const known = error instanceof Error && !("code" in error);
    const message = known ? error.message : "The emulator could not be read.";
    parentPort?.postMessage({ kind: "failed", id: task.id, message } satisfies Reply);
  }
});
