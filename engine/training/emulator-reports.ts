/** Decides when a training reports an emulator of its results so far, so that people need not wait for its end. */
import type { Emulator } from "../models/emulator.ts";
import type { ProgressEvent, TrainEvent } from "./prepare/messages.ts";

/**
 * The share of the time so far that may go into making and storing these emulators. With a larger share they follow the training
 * more closely and slow it down more.
 */
const MAX_TIME_SHARE = 0.05;
/** The next emulator is reported after this many times the time at which the last one was, so that long trainings report few. */
const INTERVAL_GROWTH = 1.5;
/** The fraction of the unexplained variance that the training must have removed since the last report. */
const MIN_RELATIVE_IMPROVEMENT = 0.01;

export interface EmulatorReports {
  /**
   * Reports the emulator if it is due. The time until the consumer asks for the next event counts as the cost of the report.
   * @param steps makes the emulator, giving way to its caller again and again
   */
  offer(
    progress: Pick<ProgressEvent, "coefficientOfDetermination">,
    steps: () => Generator<undefined, Emulator>,
  ): Generator<TrainEvent, void>;
}

/** @param clock milliseconds, never running back; the training begins now */
export function createEmulatorReports(clock: () => number): EmulatorReports {
  const started = clock();
  let spent = 0;
  let last: { at: number; cost: number; unexplained: number } | null = null;

  const isDue = (now: number, unexplained: number): boolean => {
    if (last === null) return true;
    if (!(unexplained <= last.unexplained * (1 - MIN_RELATIVE_IMPROVEMENT))) return false;
    return now >= INTERVAL_GROWTH * last.at && spent + last.cost <= MAX_TIME_SHARE * now;
  };

  return {
    *offer({ coefficientOfDetermination }, steps) {
      const unexplained = 1 - coefficientOfDetermination;
      const at = clock() - started;
      if (!isDue(at, unexplained)) return;
      yield { type: "emulator", steps };
      const cost = clock() - started - at;
      spent += cost;
      last = { at, cost, unexplained };
    },
  };
}
