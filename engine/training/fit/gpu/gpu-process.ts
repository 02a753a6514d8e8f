/**
 * A process that fits networks on the GPU, several at a time. It has its own copy of the data: faults of the driver, which is native code,
 * end or stop this process and nothing else.
 */
import { openGpu } from "../../../math/gpu/gpu.ts";
import { LayerKernels } from "../../../math/kernels/layer-kernels.ts";
import { serveTasks } from "../../../threads/serve-tasks.ts";
import { restoreData } from "../worker-init.ts";
import { GpuFits } from "./gpu-fits.ts";
import type { GpuAnswer, GpuInit, GpuProgress, GpuTask } from "./messages.ts";

let fits: GpuFits | null = null;
let isStopped = false;

const createFits = ({ data, isForced }: GpuInit): GpuFits =>
  new GpuFits({
    data: restoreData(data),
    isForced,
    open: () => openGpu({ acceptsSoftware: isForced }),
    kernels: new LayerKernels(),
    clock: () => performance.now(),
    isStopped: () => isStopped,
  });

serveTasks<GpuTask, GpuAnswer | null, GpuProgress>(async (task, report) => {
  switch (task.kind) {
    case "begin":
      fits = createFits(task.init);
      return null;
    case "fit":
      if (fits === null) throw new Error("The process has no data.");
      return await fits.fit(task.request, report);
    case "stop":
      isStopped = true;
      return null;
  }
});
