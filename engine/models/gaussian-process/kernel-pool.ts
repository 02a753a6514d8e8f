import { ProcessKernels } from "../../math/kernels/process-kernels.ts";

/** Kernels of this thread that are not in use. */
const idle: ProcessKernels[] = [];

/** Takes kernels from the pool for one generator's exclusive use: several may run alternately, or be abandoned. */
export function* withPooledKernels<T>(
  work: (kernels: ProcessKernels) => Generator<undefined, T>,
): Generator<undefined, T> {
  const kernels = idle.pop() ?? new ProcessKernels();
  const mark = kernels.mark();
  const done = yield* work(kernels);
  kernels.release(mark);
  idle.push(kernels);
  return done;
}
