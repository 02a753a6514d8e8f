import { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { type PointMatrices, type Points, toMatrices } from "./points.ts";

/** Bytes of rows that are kept; beyond that all are let go, and those that are asked for again are laid out anew. */
const MOST_BYTES = 64 * 1024 ** 2;

/** This thread's. */
let kept: { kernels: ProcessKernels; empty: number; laidOut: WeakMap<Points, PointMatrices> } | null = null;

/**
 * Lends kernels in whose memory the rows lie already when they have been used before: to lay out thousands of rows takes longer
 * than the covariances of one point with them.
 */
export function withResidentRows<T>(
  rows: Points,
  work: (kernels: ProcessKernels, rows: PointMatrices) => T,
): T {
  kept ??= createStore();
  const { kernels } = kept;
  if (kernels.mark() > MOST_BYTES) {
    kernels.release(kept.empty);
    kept.laidOut = new WeakMap();
  }
  const matrices = kept.laidOut.get(rows) ?? toMatrices(kernels, rows);
  kept.laidOut.set(rows, matrices);
  const mark = kernels.mark();
  try {
    return work(kernels, matrices);
  } finally {
    kernels.release(mark);
  }
}

function createStore(): NonNullable<typeof kept> {
  const kernels = new ProcessKernels();
  return { kernels, empty: kernels.mark(), laidOut: new WeakMap() };
}
