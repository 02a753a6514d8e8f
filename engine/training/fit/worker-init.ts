import type { Compiled } from "../../math/kernels/module.ts";
import type { TrainingData } from "../../models/fit-task.ts";

/** The data of a thread when it starts. */
export interface WorkerInit {
  data: TrainingData;
  /** One word of shared memory: not 0 once the fits are to be stopped. */
  stop: Int32Array;
  kernels: Compiled;
}
