import { OPTIMIZATION_EXECUTORS } from "./optimization/child.ts";
import { OUT_OF_SPEC_EXECUTORS } from "./out-of-spec/child.ts";
import { SAMPLING_EXECUTORS } from "./sampling/child.ts";
import { TRAINING_EXECUTORS } from "./training/child.ts";

/** The functions with which a child executes the orders of all objectives. */
export const OBJECTIVE_EXECUTORS = {
  ...TRAINING_EXECUTORS,
  ...OPTIMIZATION_EXECUTORS,
  ...SAMPLING_EXECUTORS,
  ...OUT_OF_SPEC_EXECUTORS,
};
