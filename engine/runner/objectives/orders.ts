/** The orders and results of all objectives, as messages between a runner and its child. */

import { TRAINING_ORDERS, TRAINING_RESULT } from "../contract/dataset.ts";
import { OPTIMIZATION_ORDERS, OPTIMIZATION_RESULT } from "../contract/optimization.ts";
import { OUT_OF_SPEC_ORDERS, OUT_OF_SPEC_RESULT } from "../contract/out-of-spec.ts";
import { SAMPLING_ORDERS, SAMPLING_RESULT } from "../contract/sampling.ts";

export const OBJECTIVE_ORDERS = [
  ...TRAINING_ORDERS,
  ...OPTIMIZATION_ORDERS,
  ...SAMPLING_ORDERS,
  ...OUT_OF_SPEC_ORDERS,
] as const;

export const OBJECTIVE_RESULTS = [
  TRAINING_RESULT,
  OPTIMIZATION_RESULT,
  SAMPLING_RESULT,
  OUT_OF_SPEC_RESULT,
] as const;
