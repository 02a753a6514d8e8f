/** Holds a GPU to the processor before networks of a shape are fitted on it, and measures which of the two is faster. */
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { createRandom } from "../../math/random.ts";
import { type AdamFit, computeBatchRows, createAdamFitter, startAdam } from "./adam-fit.ts";
import { GpuAdamFitter, type GpuTable, type GpuTrainer, uploadTable } from "./gpu-adam-fit.ts";
import { initialParameters, type NetworkShape } from "./network.ts";

/** The norm of the difference between both devices, as a share of the norm of the processor's numbers, at most. */
const MAX_DIFFERENCE = 1e-4;
const LEARNING_RATE = 1e-3;
/** The first steps on a GPU include its start. */
const WARM_UP_STEPS = 8;
/** Speeds are measured over this long (ms), or over so many steps. */
const MEASURED_MS = 40;
const MAX_MEASURED_STEPS = 1024;

interface Devices {
  processor: ReturnType<typeof createAdamFitter>;
  gpu: GpuAdamFitter;
  table: GpuTable;
  /** The fits on the processor and, for each network, on the GPU start alike. */
  expected: AdamFit;
  fits: AdamFit[];
}

/** The outcome of a check. */
export interface DeviceComparison {
  /** The largest relative difference between the devices: of the gradients, of one step of Adam, or of the loss. */
  difference: number;
  isAlike: boolean;
  /** Steps a second of one network. Both are 0 where the devices differ: nothing is measured then. */
  gpuSpeed: number;
  processorSpeed: number;
}

/**
 * Takes one step of Adam on both devices, on random rows, and compares gradients, parameters and losses. Then measures how many steps a
 * second each takes.
 * @param shape the shape of the networks
 * @param rows the rows that networks will be fitted to
 * @param networks the number of networks that are fitted at a time on the GPU
 * @param kernels the processor's, in whose memory the check takes what it gives back
 */
export async function compareDevices(
  trainer: GpuTrainer,
  shape: NetworkShape,
  rows: number,
  networks: number,
  kernels = new LayerKernels(),
): Promise<DeviceComparison> {
  const mark = kernels.mark();
  const devices = await startDevices(trainer, shape, computeBatchRows(rows), networks, kernels);
  try {
    const difference = await measureDifference(devices);
    if (!(difference < MAX_DIFFERENCE)) return { difference, isAlike: false, gpuSpeed: 0, processorSpeed: 0 };
    const gpuSpeed = await measureGpu(devices);
    return { difference, isAlike: true, gpuSpeed, processorSpeed: measureProcessor(devices) };
  } finally {
    devices.gpu.destroy();
    devices.table.buffer.destroy();
    kernels.release(mark);
  }
}

async function startDevices(
  trainer: GpuTrainer,
  shape: NetworkShape,
  count: number,
  networks: number,
  kernels: LayerKernels,
): Promise<Devices> {
  const random = createRandom(1);
  const columns = Array.from({ length: shape.inputs + shape.outputs }, () =>
    Float64Array.from({ length: count }, () => random.normal()),
  );
  const join = (from: number, to: number): Float64Array => {
    const joined = new Float64Array((to - from) * count);
    columns.slice(from, to).forEach((column, at) => {
      joined.set(column, at * count);
    });
    return joined;
  };
  const shares = new Float64Array(shape.outputs).fill(1 / shape.outputs);
  const inputs = join(0, shape.inputs);
  const targets = join(shape.inputs, columns.length);
  const createFit = (): AdamFit => {
    const fit = startAdam(initialParameters(shape, createRandom(2)));
    // A first step of Adam without moments would only tell the signs of the gradient.
    fit.second.fill(Math.fround(1e-4));
    fit.step = 1;
    return fit;
  };
  const fits = Array.from({ length: networks }, createFit);
  const rows = Int32Array.from({ length: count }, (_, row) => row);
  const members = fits.map((fit) => ({ fit, rows, random: createRandom(3) }));
  const table = uploadTable(trainer, columns, count);
  return {
    processor: createAdamFitter(shape, inputs, targets, shares, count, createRandom(3), kernels),
    gpu: await GpuAdamFitter.create(trainer, shape, table, shares, members),
    table,
    expected: createFit(),
    fits,
  };
}

async function measureDifference({ processor, gpu, expected, fits }: Devices): Promise<number> {
  const start = expected.parameters.slice();
  const loss = processor.advance(expected, 1, () => LEARNING_RATE);
  const losses = await advanceGpu(gpu, fits, 1);
  const steps = (fit: AdamFit): Float64Array => fit.parameters.map((value, i) => value - start[i]);
  return Math.max(
    ...losses.map((value) => Math.abs(value / loss - 1)),
    // The first moments are the gradients, times a constant.
    ...fits.map((fit) => relativeDifference(fit.first, expected.first)),
    ...fits.map((fit) => relativeDifference(steps(fit), steps(expected))),
  );
}

const advanceGpu = (gpu: GpuAdamFitter, fits: readonly AdamFit[], steps: number): Promise<number[]> =>
  gpu.advance(
    steps,
    fits.map(() => () => LEARNING_RATE),
  );

/** Returns steps a second of each network. */
async function measureGpu({ gpu, fits }: Devices): Promise<number> {
  await advanceGpu(gpu, fits, WARM_UP_STEPS);
  let passed = 0;
  for (let steps = WARM_UP_STEPS; ; steps *= 4) {
    const before = performance.now();
    await advanceGpu(gpu, fits, steps);
    passed = performance.now() - before;
    if (passed >= MEASURED_MS || steps >= MAX_MEASURED_STEPS) return (1000 * steps) / passed;
  }
}

/** Returns steps a second by the time that this thread gets of the processor, so that other work does not count. */
function measureProcessor({ processor, expected }: Devices): number {
  const readMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  for (let steps = 1; ; steps *= 2) {
    const before = readMs();
    processor.advance(expected, steps, () => LEARNING_RATE);
    const passed = readMs() - before;
    if (passed >= MEASURED_MS || steps >= MAX_MEASURED_STEPS) return (1000 * steps) / Math.max(passed, 1e-3);
  }
}

function relativeDifference(values: Float64Array, expected: Float64Array): number {
  let difference = 0;
  let norm = 0;
  for (let i = 0; i < expected.length; i++) {
    difference += (values[i] - expected[i]) ** 2;
    norm += expected[i] ** 2;
  }
  return Math.sqrt(difference / norm);
}
