/** Keeps a long computation cancellable, reported on, and within its time. */
import { setImmediate } from "node:timers/promises";

const YIELD_MS = 50;
const REPORT_MS = 250;

export interface ProgressReport {
  /** Of the budget, or 1 at the end. */
  share: number;
  text: string;
}

export class Pace {
  /** What is being done, for people. */
  text = "";
  readonly #budget: number;
  readonly #signal: AbortSignal;
  readonly #report: (report: ProgressReport) => void;
  readonly #started = process.cpuUsage();
  #yielded = performance.now();
  #reported = Number.NEGATIVE_INFINITY;

  /** @param budget CPU seconds of this process. */
  constructor(budget: number, signal: AbortSignal, report: (report: ProgressReport) => void) {
    this.#budget = budget;
    this.#signal = signal;
    this.#report = report;
    signal.throwIfAborted();
  }

  /** CPU seconds since the beginning. */
  elapsed(): number {
    const { user, system } = process.cpuUsage(this.#started);
    return (user + system) / 1e6;
  }

  isOver(): boolean {
    return this.elapsed() >= this.#budget;
  }

  /** Reports that all is done. */
  finish(): void {
    this.#report({ share: 1, text: this.text });
  }

  /** To be called every few tens of milliseconds. @throws the signal's reason once it is aborted. */
  async pause(): Promise<void> {
    const now = performance.now();
    if (now - this.#yielded < YIELD_MS) return;
    if (now - this.#reported >= REPORT_MS) {
      this.#reported = now;
      this.#report({ share: Math.min(0.99, this.elapsed() / this.#budget), text: this.text });
    }
    await setImmediate();
    this.#signal.throwIfAborted();
    this.#yielded = performance.now();
  }
}
