/**
 * A process that fits networks on the GPU, several at a time. It has its own copy of the data: faults of the driver, which is native code,
 * end or stop this process and nothing else.
 */
import { type Gpu, NoGpu, openGpu } from "../../../math/gpu/gpu.ts";
import { LayerKernels } from "../../../math/kernels/layer-kernels.ts";
import { serveTasks } from "../../../threads/serve-tasks.ts";
import { type ClonedData, restoreData } from "../worker-init.ts";
import { GpuFits } from "./gpu-fits.ts";
import type { GpuAnswer, GpuProgress, GpuTask } from "./messages.ts";

let opened: { gpu: Gpu; isForced: boolean } | null = null;
let fits: GpuFits | null = null;
let isStopped = false;

/** @returns why there is no GPU, a sentence; null: it is open */
async function open(isForced: boolean): Promise<string | null> {
  try {
    opened = { gpu: await openGpu({ acceptsSoftware: isForced }), isForced };
    return null;
  } catch (error) {
    return error instanceof NoGpu ? error.message : `The GPU failed: ${String(error)}.`;
  }
}

function createFits(data: ClonedData): GpuFits {
  if (opened === null) throw new Error("The process has no GPU.");
  const { gpu, isForced } = opened;
  return new GpuFits({
    data: restoreData(data),
    isForced,
    open: () => Promise.resolve(gpu),
    kernels: new LayerKernels(),
    clock: () => performance.now(),
    isStopped: () => isStopped,
  });
}

serveTasks<GpuTask, GpuAnswer | string | null, GpuProgress>(async (task, report) => {
  switch (task.kind) {
    case "open":
      return await open(task.isForced);
    case "begin":
      fits = createFits(task.data);
      return null;
    case "fit":
      if (fits === null) throw new Error("The process has no data.");
      return await fits.fit(task.request, report);
    case "stop":
      isStopped = true;
      return null;
  }
});
