/** The messages between the training and the process that fits networks on a GPU. */
import type { FitterState } from "../create-fitter.ts";
import type { FitRequest } from "../executor.ts";
import type { FitReport } from "../fit-report.ts";
import type { ClonedData } from "../worker-init.ts";

export type GpuTask =
  /**
   * Comes first, and is answered with null, or with a sentence that says why there is no GPU.
   * `isForced`: a network is fitted on the GPU even where the processor is faster, or where it computes on the processor.
   */
  | { kind: "open"; isForced: boolean }
  /** Comes before the fits. */
  | { kind: "begin"; data: ClonedData }
  | { kind: "fit"; request: FitRequest }
  /** Ends all fits with their states. */
  | { kind: "stop" };

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
