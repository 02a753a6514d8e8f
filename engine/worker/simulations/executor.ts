/** The simulations of a worker client run on its own machine, or in the tasks of a scheduler (engine/worker/clusters). */

import type { Attempt, Offer } from "@understudy/shared/worker/worker-simulation.ts";
import type { QueuePlace } from "@understudy/shared/worker-parts.ts";
import type { LogCapture } from "./log-capture.ts";
import type { StoredReport } from "./reports.ts";
import type { Signals } from "./run-command.ts";

export type Run = {
  readonly log: LogCapture;
  readonly signals: Signals;
  /** Called when the command is started. */
  readonly onStarted: () => void;
};

/** A run that others place: its place in the scheduler changes, and the scheduler may take it away. */
export type PlacedRun = Run & {
  readonly onPlaced: (place: QueuePlace) => void;
  /** Called when it did not run through no fault of its own: another server may have it, and this counts as no failure. */
  readonly onTakenAway: (reason: string) => void;
};

export type Resumed = {
  /** The simulations that still wait, run or have ended meanwhile: `run` is to be called for each. */
  readonly offers: readonly Offer[];
  /** Checksums of the files that they read: they must stay in the cache. */
  readonly neededFiles: ReadonlySet<string>;
};

export type Executor = {
  /** The name by which people know its scheduler; null: it has none. */
  readonly scheduler: string | null;
  /**
   * Takes up what an earlier start of this client handed over. To be called once, before any run.
   * @param reported attempts of which the reports are on disk already
   */
  resume(reported: readonly Attempt[]): Promise<Resumed>;
  /** @throws the reason of `signals.end` when it was aborted, and nothing else: every other problem becomes the report. */
  run(offer: Offer, run: PlacedRun): Promise<StoredReport>;
  /** Ends its own work; what a scheduler has goes on. */
  close(): void;
};
