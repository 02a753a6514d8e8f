import { TRAINING_SECONDS } from "@understudy/shared/domain/training-effort.ts";
import type { Effort } from "../prepare/messages.ts";

export interface EffortLimits {
  /** Seconds of computing; see training-time.ts. */
  time: number;
  /** Multiplications, about, over all threads: one core does some five in a nanosecond. */
  work: number;
  /** Second-order steps of a network. */
  steps: number;
  /** Architectures that are tried, and those of them that are trained to the end. */
  triedArchitectures: number;
  keptArchitectures: number;
  /**
   * A small network is pruned when, after its first steps, its mean squared error is more than so many times that of the best
   * candidate. The mean of the fold models has down to a quarter of the error of each, and later steps gain as much again.
   */
  pruneRatio: number;
  /** Random initial weights of a small network. */
  starts: number;
  /** Starting points of the hyperparameter search of a Gaussian process. */
  restarts: number;
  /** True: few rows get a Gaussian process of each kind. False: they get the likeliest kind alone. */
  triesKernelKinds: boolean;
}

export const EFFORT_LIMITS: Readonly<Record<Effort, EffortLimits>> = {
  quick: {
    time: TRAINING_SECONDS.quick,
    work: 1.2e11,
    steps: 60,
    triedArchitectures: 4,
    keptArchitectures: 1,
    pruneRatio: 4,
    starts: 3,
    restarts: 1,
    triesKernelKinds: false,
  },
  standard: {
    time: TRAINING_SECONDS.standard,
    work: 6e11,
    steps: 150,
    triedArchitectures: 6,
    keptArchitectures: 3,
    pruneRatio: 12,
    starts: 6,
    restarts: 2,
    triesKernelKinds: true,
  },
  thorough: {
    time: TRAINING_SECONDS.thorough,
    work: 8e12,
    steps: 300,
    triedArchitectures: 6,
    keptArchitectures: 4,
    pruneRatio: 12,
    starts: 10,
    restarts: 4,
    triesKernelKinds: true,
  },
};
