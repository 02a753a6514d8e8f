/** Keeps a long computation cancellable, reported on, and within its time. */
import { setImmediate } from "node:timers/promises";

const YIELD_MS = 50;
const REPORT_MS = 250;
/** With less of a stage done nothing is said of how long it takes: the first predictions are many times as slow as later ones. */
const MIN_TELLING_SHARE = 0.05;

/** First the emulator is asked, then networks are fitted to it, and in the end they are compared with it. */
export type Stage = "predict" | "fit" | "compare";

export interface ProgressReport {
  stage: Stage;
  /** The part of the stage that is done, 0 .. 1. */
  share: number;
  /** Milliseconds until the stage, and the fits that follow it, end at the latest; null while that is not known. */
  remainingMs: number | null;
  text: string;
}

/** Fits end at whichever of these limits is reached first. */
export interface FitLimits {
  /** Counted over all threads of this process. */
  cpuSeconds: number;
  /**
   * By `performance.now()`; it may come nearer while networks are fitted.
   * @param predictionMs how long the emulator took to answer: the comparison that follows the fits takes about as long again
   */
  deadline: (predictionMs: number) => number;
}

export class Pace {
  /** The text for people about the present work. */
  text = "";
  readonly #limits: FitLimits;
  readonly #signal: AbortSignal;
  readonly #report: (report: ProgressReport) => void;
  #stage: Stage = "predict";
  #started = performance.now();
  #cpu = process.cpuUsage();
  /** Null before the emulator has answered. */
  #predictionMs: number | null = null;
  /** The part of the stage that is done; null while the amount of its work is not known. */
  #share: number | null = null;
  #yielded = performance.now();
  #reported = Number.NEGATIVE_INFINITY;

  constructor(limits: FitLimits, signal: AbortSignal, report: (report: ProgressReport) => void) {
    this.#limits = limits;
    this.#signal = signal;
    this.#report = report;
    signal.throwIfAborted();
  }

  begin(stage: Stage, text: string): void {
    const now = performance.now();
    if (stage === "fit") this.#predictionMs = now - this.#started;
    this.#stage = stage;
    this.text = text;
    this.#started = now;
    this.#cpu = process.cpuUsage();
    this.#share = null;
    this.#reported = Number.NEGATIVE_INFINITY;
  }

  /** @param share of the present stage, 0 .. 1 */
  note(share: number): void {
    this.#share = share;
  }

  /** CPU seconds since the stage began. */
  elapsed(): number {
    const { user, system } = process.cpuUsage(this.#cpu);
    return (user + system) / 1e6;
  }

  /** @returns true once the time for fits is over */
  isOver(): boolean {
    return this.elapsed() >= this.#limits.cpuSeconds || performance.now() >= this.#deadline();
  }

  /** To be called every few tens of milliseconds. @throws the signal's reason once it is aborted. */
  async pause(): Promise<void> {
    const now = performance.now();
    if (now - this.#yielded < YIELD_MS) return;
    if (now - this.#reported >= REPORT_MS) {
      this.#reported = now;
      this.#report({ stage: this.#stage, text: this.text, ...this.#estimate(now) });
    }
    await setImmediate();
    this.#signal.throwIfAborted();
    this.#yielded = performance.now();
  }

  #deadline(): number {
    return this.#limits.deadline(this.#predictionMs ?? performance.now() - this.#started);
  }

  #estimate(now: number): { share: number; remainingMs: number | null } {
    const elapsed = now - this.#started;
    if (this.#stage === "fit") {
      const cpuShare = this.elapsed() / this.#limits.cpuSeconds;
      const untilDeadline = Math.max(0, this.#deadline() - now);
      const share = Math.min(0.99, Math.max(cpuShare, elapsed / (elapsed + untilDeadline || 1)));
      // The processor may give less than a second a second.
      const untilBudget = cpuShare > 0 ? (elapsed * Math.max(0, 1 - cpuShare)) / cpuShare : untilDeadline;
      return { share, remainingMs: Math.min(untilDeadline, untilBudget) };
    }
    const share = this.#share ?? 0;
    if (share < MIN_TELLING_SHARE) return { share, remainingMs: null };
    const remainingMs = (elapsed * (1 - share)) / share;
    if (this.#stage !== "predict" || this.#limits.cpuSeconds === 0) return { share, remainingMs };
    // Fits follow, until their deadline.
    const untilDeadline = this.#deadline() - now;
    return {
      share,
      remainingMs: Number.isFinite(untilDeadline) ? Math.max(untilDeadline, remainingMs) : null,
    };
  }
}
