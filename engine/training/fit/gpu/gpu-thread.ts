/** A thread that fits networks on the GPU, several at a time, on data that it shares with the other threads. */
import { workerData } from "node:worker_threads";
import { z } from "zod";
import { openGpu } from "../../../math/gpu/gpu.ts";
import { LayerKernels } from "../../../math/kernels/layer-kernels.ts";
import { adoptKernels } from "../../../math/kernels/module.ts";
import { serveTasks } from "../../../threads/serve-tasks.ts";
import { restoreData } from "../worker-init.ts";
import { GpuFits } from "./gpu-fits.ts";
import type { GpuAnswer, GpuInit, GpuProgress, GpuTask } from "./messages.ts";

const { data: cloned, stop, kernels, isForced } = z.custom<GpuInit>().parse(workerData);
adoptKernels(kernels);

const fits = new GpuFits({
  data: restoreData(cloned),
  isForced,
  open: openGpu,
  kernels: new LayerKernels(),
  clock: () => performance.now(),
  isStopped: () => Atomics.load(stop, 0) !== 0,
});

serveTasks<GpuTask, GpuAnswer | null, GpuProgress>(async (task, report) => {
  if (task !== "close") return await fits.fit(task, report);
  await fits.close();
  return null;
});
