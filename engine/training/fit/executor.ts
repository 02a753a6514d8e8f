import type { FitTask } from "../../models/fit-task.ts";
import type { FitterState } from "./create-fitter.ts";
import type { FitReport } from "./fit-report.ts";

/** A task to run, from its start or from a state that was reported. */
export interface FitRequest {
  /** Chosen by the caller. */
  id: number;
  task: FitTask;
  state: FitterState | null;
  /** See `FitterContext`. */
  timeLimitMs: number;
}

/** Runs fit tasks: on this thread, or on several. */
export interface Executor {
  /** Tasks that run at a time, at most. It may change from one start to the next. */
  readonly concurrency: number;
  /** True while a task runs on a GPU, whose time the processor's clocks do not count. */
  readonly isOnGpu?: boolean;
  start(order: FitRequest): void;
  /** The next report, or null when none came within so many milliseconds. */
  next(timeout: number): Promise<FitReport | null>;
  /** Stops all running tasks for good and returns the reports that come within so many milliseconds. */
  drain(timeout: number): Promise<FitReport[]>;
  /** Ends all running tasks at once. */
  close(): Promise<void>;
}
