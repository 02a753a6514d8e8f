import { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { type PointMatrices, type Points, toMatrices } from "./points.ts";

/** Bytes of rows that are kept; beyond that all are released, and those that are used again are copied again. */
const MAX_BYTES = 64 * 1024 ** 2;

/** The store of this thread. */
let store: { kernels: ProcessKernels; empty: number; resident: WeakMap<Points, PointMatrices> } | null = null;

/**
 * Calls `work` with kernels whose memory holds the rows already when they have been used before: copying thousands of rows takes
 * longer than computing the covariances of one point with them.
 */
export function withResidentRows<T>(
  rows: Points,
  work: (kernels: ProcessKernels, rows: PointMatrices) => T,
): T {
  store ??= createStore();
  const { kernels } = store;
  if (kernels.mark() > MAX_BYTES) {
    kernels.release(store.empty);
    store.resident = new WeakMap();
  }
  const matrices = store.resident.get(rows) ?? toMatrices(kernels, rows);
  store.resident.set(rows, matrices);
  const mark = kernels.mark();
  try {
    return work(kernels, matrices);
  } finally {
    kernels.release(mark);
  }
}

function createStore(): NonNullable<typeof store> {
  const kernels = new ProcessKernels();
  return { kernels, empty: kernels.mark(), resident: new WeakMap() };
}
