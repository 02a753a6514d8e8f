import { ProcessKernels } from "../../math/kernels/process-kernels.ts";

/** Kernels that nothing of this thread uses. */
const idle: ProcessKernels[] = [];

/** Lends kernels to one piece of work, which has them to itself: several may take turns, or be abandoned. */
export function* withKernels<T>(
  work: (kernels: ProcessKernels) => Generator<undefined, T>,
): Generator<undefined, T> {
  const kernels = idle.pop() ?? new ProcessKernels();
  const mark = kernels.mark();
  const done = yield* work(kernels);
  kernels.release(mark);
  idle.push(kernels);
  return done;
}
