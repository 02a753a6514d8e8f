import type { Compiled } from "../../math/kernels/module.ts";
import type { LearningData } from "../../models/fit-task.ts";

/** Handed to a thread at its start. */
export interface Enrolment {
  data: LearningData;
  /** One word of shared memory: not 0 once lessons are to be stopped. */
  stop: Int32Array;
  kernels: Compiled;
}
