import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import type { LearningData } from "../../models/fit-task.ts";
import type { Executor } from "./executor.ts";
import { createReporter, type Report } from "./fit-report.ts";
import { startStudy } from "./fitter.ts";

/** Lessons learnt on the caller's own thread, where there are no others: one at a time, a breath whenever news are wanted. */
export function createInlineExecutor(data: LearningData, clock: () => number): Executor {
  let inHand: { id: number; breathe: () => Report | null; stop: () => Report } | null = null;
  let unheard: Report | null = null;
  const kernels = new LayerKernels();
  const empty = kernels.mark();

  const failed = (id: number, error: unknown): Report => ({ type: "failed", id, reason: String(error) });

  const breathe = (): Report | null => {
    if (inHand === null) return null;
    try {
      return inHand.breathe();
    } catch (error) {
      return failed(inHand.id, error);
    }
  };

  return {
    concurrency: 1,
    start: ({ id, lesson, state, timeLimitMs }) => {
      kernels.release(empty);
      try {
        const study = startStudy(data, lesson, state, { clock, timeLimitMs, kernels });
        const reporter = createReporter(id, study, clock);
        inHand = {
          id,
          breathe: () => (study.advance() ? reporter.afterBreath() : reporter.atEnd()),
          stop: reporter.atStop,
        };
      } catch (error) {
        unheard = failed(id, error);
      }
    },
    next: async () => {
      const report = unheard ?? breathe();
      unheard = null;
      if (report !== null && report.type !== "going") inHand = null;
      return report;
    },
    drain: async () => (inHand === null ? [] : [inHand.stop()]),
    close: async () => {
      inHand = null;
    },
  };
}
