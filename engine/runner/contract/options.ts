import type { RunnerLog, RunnerPorts } from "./ports.ts";

export type QueueConnection = {
  readonly redisUrl: string;
  /** Prefix of every key and channel, so that several copies may share one Redis. */
  readonly prefix: string;
  /** A runner that misses its renewals this long (ms) is taken for dead, and its work given to another. */
  readonly lock?: number;
};

export type RunnerOptions = QueueConnection & {
  readonly ports: RunnerPorts;
  /** Trainings at a time; files are validated beside them, two or as many at a time, and half as many short trainings run. */
  readonly concurrency: number;
  readonly log: RunnerLog;
  readonly limits?: Partial<RunnerLimits>;
};

/** All in milliseconds. */
export type RunnerLimits = {
  /** A child that is silent for longer is taken to hang. */
  readonly silence: number;
  /** Longest time one phase may take. */
  readonly dataDeadline: number;
  readonly trainingDeadline: number;
  /** A child may take so long to end by itself once this runner closes, and from SIGTERM to SIGKILL. */
  readonly grace: number;
  /**
   * A training that a person stopped may take so long to make and store its emulator: on a busy machine that takes minutes. One that is
   * silent meanwhile is ended after `silence`. Its emulator is lost then; its checkpoint stays.
   */
  readonly saving: number;
  /** Time between two checks whether the work is still wanted. */
  readonly wantedCheck: number;
  /** Unfinished jobs are queued again after this long. */
  readonly sweep: number;
};

export const DEFAULT_LIMITS: RunnerLimits = {
  silence: 60_000,
  dataDeadline: 2 * 60 * 60 * 1000,
  trainingDeadline: 12 * 60 * 60 * 1000,
  grace: 10_000,
  saving: 15 * 60 * 1000,
  wantedCheck: 2_000,
  sweep: 30_000,
};

export type Runner = {
  /** Counts the jobs that it works on. */
  countWork(): number;
  /** Takes no more work and finishes what it has, or takes work again. */
  drain(isDraining: boolean): Promise<void>;
  /** Puts the jobs whose simulations or searches run back into the queue: another runner goes on with them. Call it while drained. */
  suspendRuns(): void;
  /** Ends within seconds. What was being done is left for the next runner; a training goes on from its checkpoint. */
  close(): Promise<void>;
};
