import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { createFitter } from "./create-fitter.ts";
import type { Executor } from "./executor.ts";
import { createReporter, type FitReport } from "./fit-report.ts";

/** Runs tasks on the caller's thread: one at a time, and one chunk of it in each call of `next`. */
export function createInlineExecutor(data: TrainingData, clock: () => number): Executor {
  let running: { id: number; step: () => FitReport | null; stop: () => FitReport } | null = null;
  let pending: FitReport | null = null;
  const kernels = new LayerKernels();
  const empty = kernels.mark();

  const failed = (id: number, error: unknown): FitReport => ({ type: "failed", id, reason: String(error) });

  const step = (): FitReport | null => {
    if (running === null) return null;
    try {
      return running.step();
    } catch (error) {
      return failed(running.id, error);
    }
  };

  return {
    concurrency: 1,
    start: ({ id, task, state, timeLimitMs }) => {
      kernels.release(empty);
      try {
        const fitter = createFitter(data, task, state, { clock, timeLimitMs, kernels });
        const reporter = createReporter(id, fitter, clock);
        running = {
          id,
          step: () => (fitter.advance() ? reporter.afterChunk() : reporter.atEnd()),
          stop: reporter.atStop,
        };
      } catch (error) {
        pending = failed(id, error);
      }
    },
    next: async () => {
      const report = pending ?? step();
      pending = null;
      if (report !== null && report.type !== "progress") running = null;
      return report;
    },
    drain: async () => (running === null ? [] : [running.stop()]),
    close: async () => {
      running = null;
    },
  };
}
