import type { Lesson } from "../../models/fit-task.ts";
import type { Report } from "./fit-report.ts";
import type { StudyState } from "./fitter.ts";

/** A lesson to be learnt: from its start, or from a state that was reported of it. */
export interface Order {
  /** The caller's name for it. */
  id: number;
  lesson: Lesson;
  state: StudyState | null;
  /** See `StudyContext`. */
  timeLimitMs: number;
}

/** Where lessons are learnt: on this thread, or on several. */
export interface Executor {
  /** Lessons in hand at a time, at most. */
  readonly concurrency: number;
  start(order: Order): void;
  /** The next report, or null when none came within so many milliseconds. */
  next(timeout: number): Promise<Report | null>;
  /** For good: stops all lessons in hand and gives the reports of those that answer within so many milliseconds. */
  drain(timeout: number): Promise<Report[]>;
  /** Ends at once whatever is still in hand. */
  close(): Promise<void>;
}
