/** The options, events and results of a training. */
import type { Region } from "../../dataset/sections.ts";
import type { Random } from "../../math/random.ts";
import type { Emulator } from "../../models/emulator.ts";

export type Effort = "quick" | "standard" | "thorough";

export interface CurveOptions {
  /** The vector output that holds the curve's coordinate; the row index when absent. */
  coordinate?: string;
  /** Focus regions, in units of the coordinate. */
  regions?: readonly Region[];
}

export interface TrainOptions {
  effort: Effort;
  /** Rows that are not trained on: the accuracy of the emulator is measured on them. */
  validationRows: ArrayLike<number>;
  /**
   * The number of each row's group. The rows of a group are not independent of each other: a fit that leaves one of them out
   * leaves out all. Null, or absent, where every row counts by itself.
   */
  groups?: Int32Array | null;
  /** The options of curves, by output name. */
  curves?: Readonly<Record<string, CurveOptions>>;
  /** Names of inputs that the emulator does not use (fixed or ignored ones). */
  ignoredInputs?: readonly string[];
  /** Names of outputs that are not emulated, such as those that serve as coordinates. */
  ignoredOutputs?: readonly string[];
  /** If true, the emulator names the rows that do not fit the others; that takes up to ten seconds, and is left out where the training was stopped. */
  findsSuspiciousRows?: boolean;
  /** If true, the training reports emulators of its results so far; see emulator-reports.ts. */
  reportsEmulators?: boolean;
  /** Overrides the effort's limit of training time, in seconds of computing; see training-time.ts. */
  timeBudget?: number;
  /** True: the training keeps all results of the checkpoint of a finished training, and trains as long again. */
  more?: boolean;
}

/** The use of a GPU by a training. */
export interface GpuUse {
  /** Called with sentences about the device that networks train on, and why. */
  onMessage: (text: string) => void;
  /** True: networks are fitted on the GPU even where the processor is faster, or the fit is short. False when absent. */
  isForced?: boolean;
}

export interface TrainContext {
  random: Random;
  /** Milliseconds since any moment, never running back. */
  clock: () => number;
  /** CPU milliseconds of this process, all threads together: what the time budget counts. The wall clock when absent. */
  cpuTime?: () => number;
  /** Bytes of an earlier `checkpoint` event or result. Ignored when the data or the options differ. */
  checkpoint?: Uint8Array;
  /** Threads; none when absent or 0, then everything runs on the caller's. */
  workers?: number;
  /** Networks may train on the GPU of this machine. None is used, or looked for, when absent. */
  gpu?: GpuUse;
  /** The training calls this between steps; once it is true, the training ends with the results so far. */
  stopRequested?: () => boolean;
}

export type ProgressEvent = {
  type: "progress";
  /** The part of the planned work that is done, 0 .. 1, never falling. */
  fraction: number;
  /** Seconds of training in earlier processes, from the checkpoint that this one resumes. */
  secondsBefore: number;
  /** The seconds by the wall clock to the end of its time budget, at the share of the processors that the training gets now. */
  secondsAtMost: number;
  /** The mean over the outputs of the emulator so far, on validation rows. Finite. */
  coefficientOfDetermination: number;
  /** Mean squared error on validation rows, in units of each output's variance on the trained scale. Finite. */
  loss: number;
  /** True in the last fit, of the models to every row: the accuracy stays that of the models before, which have not seen the validation rows. */
  isLastFit: boolean;
};

export type TrainEvent =
  | ProgressEvent
  | { type: "checkpoint"; bytes: Uint8Array }
  /**
   * There is an emulator of the results so far. Its bounds and accuracy are measured as those of the last one are. `steps` makes it,
   * giving way to its caller again and again, before the next event is asked for.
   */
  | { type: "emulator"; steps: () => Generator<undefined, Emulator> }
  /**
   * There is nothing to record: this is an opportunity for the caller to handle its messages, at least every 100 ms of computing.
   */
  | { type: "tick" };

export type TrainStopReason = "converged" | "time budget" | "stopped";

export interface TrainResult {
  stopReason: TrainStopReason;
  /**
   * The best so far; its outputs carry their accuracy and coverage. Created when it is first read: a training that is
   * suspended needs none.
   */
  readonly emulator: Emulator;
  /** Makes it, giving way to its caller again and again: on a busy machine it takes minutes. */
  emulatorSteps(): Generator<undefined, Emulator>;
  /** The training goes on from this checkpoint: further (`more`) or, when stopped, to its end. */
  checkpoint: Uint8Array;
  /** True: the training resumed from the checkpoint given in the context. */
  resumed: boolean;
}
