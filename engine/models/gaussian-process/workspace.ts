import type { Matrix64 } from "../../math/kernels/arena.ts";
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";

/** Memory of the kernels for likelihoods of one number of rows, one evaluated after the other. */
export interface Workspace {
  kernels: ProcessKernels;
  /** All rows x rows. */
  covariance: Matrix64;
  inverse: Matrix64;
}

/** Allocates a workspace for `count` rows; the caller releases the memory. */
export function createWorkspace(kernels: ProcessKernels, count: number): Workspace {
  return {
    kernels,
    covariance: kernels.matrix64(count, count),
    inverse: kernels.matrix64(count, count),
  };
}
