import type { Executor } from "./executor.ts";
import type { LearningData } from "./lesson.ts";
import { createReporter, type Report } from "./report.ts";
import { type Study, startStudy } from "./study.ts";

interface InHand {
  id: number;
  study: Study;
  reporter: ReturnType<typeof createReporter>;
}

/** Lessons learnt on the caller's own thread, a breath of each in turn: where there are no threads, and in tests. */
export function createInlineExecutor(data: LearningData, lanes: number, clock: () => number): Executor {
  let inHand: InHand[] = [];
  const failures: Report[] = [];

  const failed = (id: number, error: unknown): Report => ({ type: "failed", id, reason: String(error) });

  const breathe = (): Report | null => {
    const current = inHand.shift();
    if (current === undefined) return null;
    try {
      if (!current.study.advance()) return current.reporter.atEnd();
      inHand.push(current);
      return current.reporter.afterBreath();
    } catch (error) {
      inHand = inHand.filter((other) => other !== current);
      return failed(current.id, error);
    }
  };

  return {
    lanes,
    start: ({ id, lesson, state, patience }) => {
      try {
        const study = startStudy(data, lesson, state, { clock, patience });
        inHand.push({ id, study, reporter: createReporter(id, study, clock) });
      } catch (error) {
        failures.push(failed(id, error));
      }
    },
    next: async () => failures.shift() ?? breathe(),
    recall: async () => inHand.splice(0).map(({ reporter }) => reporter.atStop()),
    close: async () => {
      inHand = [];
    },
  };
}
