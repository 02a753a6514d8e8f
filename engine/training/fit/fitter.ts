import type { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import type { FitResult } from "../../models/fit-task.ts";

/** A fit in progress: it advances in chunks, so that its thread can report, and be stopped, in between. */
export interface Fitter<State> {
  /** Works for some tens of milliseconds. Returns whether there is more to do. */
  advance(): boolean;
  /** The share of the fit that is done, 0 .. 1. */
  fraction(): number;
  /** A copy as plain data, from which a new fitter continues to the same result. */
  state(): State;
  /** The result so far; null while there is none. */
  result(): FitResult | null;
}

export interface FitterContext {
  /** Milliseconds since any moment. */
  clock: () => number;
  /** Milliseconds that the fit may take; it takes fewer steps rather than being cut off. */
  timeLimitMs: number;
  /** A network is fitted in the memory of these kernels. The fitter takes what it needs; the caller releases it. */
  kernels: LayerKernels;
}
