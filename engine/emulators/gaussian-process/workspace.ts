import type { Matrix64 } from "../../math/kernels/arena.ts";
import type { Kernels } from "../../math/kernels/kernels.ts";

/** Memory of the kernels for likelihoods of one number of rows, one evaluated after the other. */
export interface Workspace {
  kernels: Kernels;
  /** All rows x rows. */
  covariance: Matrix64;
  slopes: Matrix64;
  inverse: Matrix64;
}

export function createWorkspace(kernels: Kernels, count: number): Workspace {
  return {
    kernels,
    covariance: kernels.matrix64(count, count),
    slopes: kernels.matrix64(count, count),
    inverse: kernels.matrix64(count, count),
  };
}
