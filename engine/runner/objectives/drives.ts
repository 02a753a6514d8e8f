import type { Objective } from "@understudy/shared/domain/objectives.ts";
import { type Drive, finishRun } from "../running/drive.ts";
import { simulateAll } from "../running/simulate-all.ts";
import { OPTIMIZATION_DRIVE } from "./optimization/drive.ts";
import { OUT_OF_SPEC_DRIVE } from "./out-of-spec/drive.ts";
import { SAMPLING_DRIVE } from "./sampling/drive.ts";
import { TRAINING_DRIVE } from "./training/drive.ts";

/** The only place where the runner's work depends on the objective of a job. */
export const OBJECTIVE_DRIVES: Readonly<Record<Objective, Drive>> = {
  Training: TRAINING_DRIVE,
  Optimization: OPTIMIZATION_DRIVE,
  Sampling: SAMPLING_DRIVE,
  "Out of Spec": OUT_OF_SPEC_DRIVE,
  "Single Run": { run: simulateAll, finish: finishRun },
};
