/** The messages between the training and the thread that fits networks on a GPU. */
import type { FitterState } from "../create-fitter.ts";
import type { FitRequest } from "../executor.ts";
import type { FitReport } from "../fit-report.ts";
import type { WorkerInit } from "../worker-init.ts";

/** The data of the thread when it starts. */
export interface GpuInit extends WorkerInit {
  /** True: a network is fitted on the GPU even where the processor is faster. */
  isForced: boolean;
}

/** A fit, or the order to release the GPU. */
export type GpuTask = FitRequest | "close";

export type GpuProgress = FitReport | { type: "accepted"; id: number; reason: string };

/** The GPU does not fit the network, or fits it no further. The processor continues from the state. */
export interface Declined {
  type: "declined";
  id: number;
  state: FitterState | null;
  /** A sentence. */
  reason: string;
  /** True: the GPU is of no use for any other fit either. */
  isFinal: boolean;
}

export type GpuAnswer = FitReport | Declined;
