/**
 * Networks on the GPU beside the processor, with PyTorch's usual sizes: steps of Adam (batch 256, silu), and fits to many rows. Takes under ten
 * minutes on a machine with a GPU. `--rows` sets the rows of the fits, `--time` the seconds that they may take the processor, and `--only`
 * names networks, for software drivers. The tables are also written to the folder that OUT names.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { NoGpu, openGpu } from "../../engine/math/gpu/gpu.ts";
import { LayerKernels } from "../../engine/math/kernels/layer-kernels.ts";
import { Matrix } from "../../engine/math/matrix.ts";
import { createRandom } from "../../engine/math/random.ts";
import type { NetworkFitTask, TrainingData } from "../../engine/models/fit-task.ts";
import { createGpuTrainer } from "../../engine/models/network/gpu-adam-fit.ts";
import { compareDevices } from "../../engine/models/network/gpu-check.ts";
import type { NetworkShape } from "../../engine/models/network/network.ts";
import type { Executor } from "../../engine/training/fit/executor.ts";
import { FitThreads } from "../../engine/training/fit/fit-threads.ts";
import { DeviceFits } from "../../engine/training/fit/gpu/device-fits.ts";
import { heldOutError } from "../../engine/training/fit/held-out-errors.ts";
import { shared } from "../../engine/training/fit/shared-arrays.ts";
import { hasSoftwareGpu, runOnSoftwareGpu } from "../support/engine/gpu/software-gpu.ts";
import { bench, type Row } from "./bench.ts";
import { isWanted, options } from "./options.ts";

const CORE_COUNT = 2;
const INPUT_COUNT = 20;
const OUTPUT_COUNT = 5;
/** Seconds that the fits to many rows may take the processor. */
const PROCESSOR_SECONDS = options.time ?? 100;
const HELD_OUT_SHARE = 0.02;

const createShape = (units: number): NetworkShape => ({
  inputs: INPUT_COUNT,
  hidden: [units, units, units],
  outputs: OUTPUT_COUNT,
  activation: "silu",
});
const MEASURED_SHAPES = [
  { name: "3 x 128", shape: createShape(128) },
  { name: "3 x 512", shape: createShape(512) },
].filter(({ name }) => isWanted(options.only, name));
const NETWORK_COUNTS = options.seeds > 1 ? [1, 2, 8] : [1];

const measuredTables: { title: string; rows: Row[] }[] = [];

function measure(title: string, take: () => Promise<Row[]>): void {
  bench(title, async () => {
    const rows = await take().catch((error: unknown): Row[] => {
      if (!(error instanceof NoGpu)) throw error;
      return [{ device: error.message }];
    });
    measuredTables.push({ title, rows });
    const { OUT } = process.env;
    if (OUT !== undefined) writeFileSync(join(OUT, "gpu.json"), JSON.stringify(measuredTables, null, 2));
    return rows;
  });
}

measure("Steps of Adam on the GPU (batch 256, silu, 20 -> 5)", async () => {
  const gpu = await openGpu({ acceptsSoftware: true });
  const trainer = createGpuTrainer(gpu);
  const kernels = new LayerKernels();
  const rows: Row[] = [];
  for (const { name, shape } of MEASURED_SHAPES) {
    for (const networks of NETWORK_COUNTS) {
      const { difference, gpuSpeed, processorSpeed } = await compareDevices(
        trainer,
        shape,
        256,
        networks,
        kernels,
      );
      rows.push({
        device: gpu.name,
        network: name,
        "at a time": networks,
        "relative difference": difference,
        "GPU, steps/s": networks * gpuSpeed,
        "one core, steps/s": processorSpeed,
        [`times ${CORE_COUNT} cores`]: (networks * gpuSpeed) / (CORE_COUNT * processorSpeed),
      });
    }
  }
  gpu.close();
  return rows;
});

/** Smooth functions of all inputs, without noise. */
function createData(count: number): TrainingData {
  const random = createRandom(1);
  const values = shared(Float64Array.from({ length: INPUT_COUNT * count }, () => random.normal()));
  const inputs = new Matrix(INPUT_COUNT, count, values);
  const targets = Array.from({ length: OUTPUT_COUNT }, (_, output) => {
    const target = new Float64Array(count);
    for (let input = 0; input < INPUT_COUNT; input++) {
      const next = (input + 1 + output) % INPUT_COUNT;
      for (let row = 0; row < count; row++)
        target[row] = (target[row] ?? 0) + Math.sin(inputs.at(input, row) * inputs.at(next, row));
    }
    const deviation = Math.sqrt(target.reduce((sum, value) => sum + value * value, 0) / count);
    return shared(target.map((value) => value / deviation));
  });
  const heldOut = Math.max(2, Math.floor(HELD_OUT_SHARE * count));
  const folds = Uint8Array.from({ length: count }, (_, row) => (row < heldOut ? 0 : 1));
  const sources = Int32Array.from({ length: INPUT_COUNT }, (_, input) => input);
  return { inputs, targets, sources, folds, foldCount: 1 };
}

async function fitMembers(data: TrainingData, executor: Executor, steps: number) {
  const before = performance.now();
  const open = new Set<number>();
  for (let id = 0; id < CORE_COUNT; id++) {
    const task: NetworkFitTask = {
      family: "network",
      method: "mini-batch",
      candidate: "network",
      targets: data.targets.map((_, target) => target),
      fold: 0,
      seed: id,
      shape: createShape(512),
      features: Array.from({ length: INPUT_COUNT }, (_, feature) => feature),
      steps,
      learningRate: 3e-3,
    };
    executor.start({ id, task, state: null, timeLimitMs: 1e9 });
    open.add(id);
  }
  const errors: number[] = [];
  while (open.size > 0) {
    const report = await executor.next(1000);
    if (report === null || report.type === "progress") continue;
    open.delete(report.id);
    if (report.type === "failed") throw new Error(report.reason);
    if (report.result !== null) errors.push(heldOutError(data, [report.result], 0));
  }
  const seconds = (performance.now() - before) / 1000;
  await executor.close();
  return { seconds, accuracy: 1 - errors.reduce((sum, error) => sum + error, 0) / errors.length };
}

if (MEASURED_SHAPES.some(({ name }) => name === "3 x 512"))
  measure(`Two networks of 3 x 512 on ${options.rows} rows, 20 -> 5`, async () => {
    const data = createData(options.rows);
    const gpu = await openGpu({ acceptsSoftware: true });
    const { processorSpeed } = await compareDevices(createGpuTrainer(gpu), createShape(512), 256, 1);
    gpu.close();
    const steps = Math.max(10, Math.round(PROCESSOR_SECONDS * processorSpeed));
    const messages: string[] = [];
    const use = { onMessage: (text: string) => messages.push(text) };
    const processor = await fitMembers(data, new FitThreads(data, CORE_COUNT), steps);
    const devices = await fitMembers(data, new DeviceFits(data, CORE_COUNT, use), steps);
    return [
      { device: `${CORE_COUNT} cores`, steps, ...processor, share: 1 },
      {
        device: messages.join(" ") || "no message",
        steps,
        ...devices,
        share: devices.seconds / processor.seconds,
      },
    ];
  });

/** Each program holds the GPU to the processor's kernels, and prints its largest differences or its verdicts. */
const LAW_PROGRAMS = {
  "steps of several networks": new URL("../support/engine/gpu/adam-program.ts", import.meta.url),
  "verdicts on broken GPUs": new URL("../support/engine/gpu/verdicts-program.ts", import.meta.url),
};
bench("Laws of the GPU on the software driver of Debian's Chromium", async () => {
  if (!hasSoftwareGpu()) return [{ program: "none: Debian's Chromium is not installed" }];
  const rows: Row[] = [];
  for (const [program, file] of Object.entries(LAW_PROGRAMS)) {
    const result = await runOnSoftwareGpu(file);
    if (result === null)
      rows.push({ program, message: "ended each time by a fault of the driver", value: null });
    const { messages, values } = result ?? { messages: [], values: {} };
    for (const message of messages) rows.push({ program, message, value: null });
    for (const [name, value] of Object.entries(values)) rows.push({ program, message: name, value });
  }
  return rows;
});
