import type { FitResult } from "../../models/fit-task.ts";
import type { FitterState } from "./create-fitter.ts";
import type { Fitter } from "./fitter.ts";

/** The messages about a running fit, from whatever thread it runs on. */
export type FitReport =
  | {
      type: "progress";
      id: number;
      /** The share of the fit that is done, 0 .. 1. */
      fraction: number;
      /** The fitter resumes from this state, which is not in every report. */
      state: FitterState | null;
      /** The result so far; not in every report. */
      result: FitResult | null;
    }
  /** Stopped before its end. */
  | { type: "stopped"; id: number; fraction: number; state: FitterState; result: FitResult | null }
  | { type: "fitted"; id: number; result: FitResult }
  /** The task cannot be fitted. */
  | { type: "failed"; id: number; reason: string };

/** Milliseconds between two reports, and between two that carry the state. */
const REPORT_MS = 150;
const STATE_MS = 1000;
/** At most this share of a fit's time goes into computing results before its end. */
const MAX_RESULT_SHARE = 0.04;

/** Makes the reports of one fit; how often follows from the clock (milliseconds). */
export function createReporter(
  id: number,
  fitter: Omit<Fitter<FitterState>, "advance">,
  clock: () => number,
) {
  const started = clock();
  let reported = started;
  let stated = started;
  let nextResult = started + STATE_MS;

  const currentResult = (): FitResult | null => {
    const before = clock();
    const result = fitter.result();
    const after = clock();
    nextResult = after + Math.max(STATE_MS, (after - before) / MAX_RESULT_SHARE);
    return result;
  };

  return {
    afterChunk: (): FitReport | null => {
      const now = clock();
      if (now - reported < REPORT_MS) return null;
      reported = now;
      const due = now - stated >= STATE_MS;
      if (due) stated = now;
      const state = due ? fitter.state() : null;
      const fraction = fitter.fraction();
      return { type: "progress", id, fraction, state, result: now >= nextResult ? currentResult() : null };
    },
    /** Always with the state and the result. */
    atStop: (): FitReport => ({
      type: "stopped",
      id,
      fraction: fitter.fraction(),
      state: fitter.state(),
      result: fitter.result(),
    }),
    atEnd: (): FitReport => {
      const result = fitter.result();
      return result === null
        ? { type: "failed", id, reason: "the fit has no result" }
        : { type: "fitted", id, result };
    },
  };
}
