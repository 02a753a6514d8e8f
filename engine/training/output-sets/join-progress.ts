/** Joins the progress of the sets of outputs, which are trained one after the other, into that of the whole training. */
import type { EnsembleAccuracy } from "../ensemble/ensemble-data.ts";
import type { ProgressEvent } from "../prepare/messages.ts";
import type { OutputSet } from "./split-outputs.ts";

export interface SetProgress extends Pick<OutputSet, "outputCount" | "workShare"> {
  /** Seconds of the time budget. */
  budget: number;
  /** Seconds of training in earlier processes. */
  secondsBefore: number;
  /** The share of its planned work that is done when this process begins. */
  fraction: number;
  accuracy: EnsembleAccuracy;
}

/** @returns turns an event of the set at an index into that of the whole training; sets before that one have ended */
export function createJoinedProgress(
  sets: readonly SetProgress[],
): (at: number, event: ProgressEvent) => ProgressEvent {
  const latest = sets.map(({ fraction, accuracy }) => ({ fraction, ...accuracy }));
  const outputCount = sets.reduce((sum, set) => sum + set.outputCount, 0);
  const secondsBefore = sets.reduce((sum, set) => sum + set.secondsBefore, 0);
  return (at, event) => {
    latest[at] = event;
    const mean = (measure: keyof EnsembleAccuracy): number =>
      latest.reduce(
        (sum, progress, set) => sum + ((sets[set]?.outputCount ?? 0) / outputCount) * progress[measure],
        0,
      );
    const fraction = latest.reduce(
      (sum, progress, set) => sum + (sets[set]?.workShare ?? 0) * (set < at ? 1 : progress.fraction),
      0,
    );
    const secondsOfLater = sets
      .slice(at + 1)
      .reduce((sum, set) => sum + Math.max(0, set.budget - set.secondsBefore), 0);
    return {
      type: "progress",
      fraction: Math.min(1, fraction),
      secondsBefore,
      secondsAtMost: event.secondsAtMost + secondsOfLater,
      coefficientOfDetermination: mean("coefficientOfDetermination"),
      loss: mean("loss"),
      isLastFit: event.isLastFit,
    };
  };
}
