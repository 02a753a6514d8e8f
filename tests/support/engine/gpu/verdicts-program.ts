/** Sends fits to a GPU that is none, is slower than the processor, computes wrongly, is lost, fails, or computes nothing; prints its verdicts. */
import { type Gpu, openGpu } from "@understudy/engine/math/gpu/gpu.ts";
import { LayerKernels } from "@understudy/engine/math/kernels/layer-kernels.ts";
import { GpuFits } from "@understudy/engine/training/fit/gpu/gpu-fits.ts";
import { createFitData, createFitTask } from "./fit-cases.ts";
import { printResult } from "./software-gpu.ts";

const kernels = new LayerKernels();
const messages: string[] = [];
const values: Record<string, number> = {};

/** A clock by which every chunk of steps is late enough for a report, however fast the machine is (ms). */
let time = 0;
function readClock(): number {
  time += 200;
  return time;
}

type Trial = {
  isForced: boolean;
  acceptsSoftware?: boolean;
  /** Changes the GPU before it is used. */
  prepare?: (gpu: Gpu) => void;
  /** Called with each report of progress. */
  onProgress?: (gpu: Gpu) => void;
};

async function run(
  name: string,
  { isForced, acceptsSoftware = true, prepare, onProgress }: Trial,
): Promise<void> {
  let gpu: Gpu | null = null;
  const fits = new GpuFits({
    data: createFitData(),
    kernels,
    isForced,
    clock: readClock,
    isStopped: () => false,
    open: async () => {
      gpu = await openGpu({ acceptsSoftware });
      prepare?.(gpu);
      return gpu;
    },
  });
  const request = { id: 1, task: createFitTask(3), state: null, timeLimitMs: 1e9 };
  const answer = await fits.fit(request, ({ type }) => {
    if (type === "progress" && gpu !== null) onProgress?.(gpu);
  });
  messages.push(`${name}: ${answer.type === "declined" ? answer.reason : answer.type}`);
  values[`${name}: final`] = answer.type === "declined" && answer.isFinal ? 1 : 0;
  const state = answer.type === "declined" && answer.state?.method === "mini-batch" ? answer.state : null;
  values[`${name}: steps`] = state?.fit.step ?? 0;
}

/** Lets products subtract what they should add. */
function breakKernels({ device }: Gpu): void {
  const create = device.createShaderModule.bind(device);
  device.createShaderModule = ({ code, ...rest }) =>
    create({ ...rest, code: code.replace("sums[1] += ", "sums[1] -= ") });
}

/** Lets the device take no more steps, without an error. */
function silence({ device }: Gpu): void {
  const { queue } = device;
  const submit = queue.submit.bind(queue);
  const silentQueue = {
    writeBuffer: queue.writeBuffer.bind(queue),
    submit: () => submit([]),
  };
  Object.defineProperty(device, "queue", { value: silentQueue });
}

await run("software", { isForced: true, acceptsSoftware: false });
await run("slow", { isForced: false });
await run("wrong", { isForced: true, prepare: breakKernels });
await run("lost", { isForced: true, onProgress: ({ device }) => device.destroy() });
// Without a usage a buffer is invalid, as one is for which there is no memory.
await run("failing", {
  isForced: true,
  onProgress: ({ device }) => void device.createBuffer({ size: 4, usage: 0 }),
});
await run("silent", { isForced: true, onProgress: silence });
printResult({ messages, values });
