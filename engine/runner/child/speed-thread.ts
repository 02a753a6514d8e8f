/** A thread that measures how fast it computes. */
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { adoptKernels } from "../../math/kernels/module.ts";
import { serveTasks } from "../../threads/serve-tasks.ts";
import { measureSlowdown } from "../../training/speed/measure-slowdown.ts";
import type { SpeedTask } from "./measure-speed.ts";

serveTasks(({ kernels, durationMs }: SpeedTask): number => {
  adoptKernels(kernels);
  return measureSlowdown(new LayerKernels(), durationMs, () => performance.now());
});
