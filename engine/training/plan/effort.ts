import type { Effort } from "../messages.ts";

export interface EffortLimits {
  /** Seconds. */
  time: number;
  /** Multiplications, about, over all threads: one core does some five in a nanosecond. */
  work: number;
  /** Second-order steps of a network. */
  steps: number;
  /** Architectures that are tried at first, and that are carried to the end. */
  tried: number;
  kept: number;
  /**
   * A small network that, after its first steps, errs so many times as much as another voice (mean squares) is not carried on.
   * The mean of the folds' networks errs up to four times less than each, and later steps gain as much again.
   */
  hopeless: number;
  /** Random weights that a small network is begun from. */
  starts: number;
  /** Starts from which the parameters of a Gaussian process are searched. */
  restarts: number;
  /** Whether few rows are learnt by several kinds of Gaussian process, or by the likeliest alone. */
  hasKinds: boolean;
}

export const EFFORTS: Readonly<Record<Effort, EffortLimits>> = {
  quick: {
    time: 60,
    work: 1.2e11,
    steps: 60,
    tried: 4,
    kept: 1,
    hopeless: 4,
    starts: 3,
    restarts: 1,
    hasKinds: false,
  },
  standard: {
    time: 180,
    work: 6e11,
    steps: 150,
    tried: 6,
    kept: 3,
    hopeless: 12,
    starts: 6,
    restarts: 2,
    hasKinds: true,
  },
  thorough: {
    time: 1800,
    work: 8e12,
    steps: 300,
    tried: 6,
    kept: 4,
    hopeless: 12,
    starts: 10,
    restarts: 4,
    hasKinds: true,
  },
};
