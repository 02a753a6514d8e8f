import type { Compiled } from "../../math/kernels/module.ts";
import type { TrainingData } from "../../models/fit-task.ts";

/** The data of a thread when it starts. */
export interface WorkerInit {
  /** Structured cloning turns the matrix of the inputs into a plain object with the same fields. */
  data: Omit<TrainingData, "inputs"> & {
    inputs: Pick<TrainingData["inputs"], "rows" | "columns" | "values">;
  };
  /** One word of shared memory: not 0 once the fits are to be stopped. */
  stop: Int32Array;
  kernels: Compiled;
}
