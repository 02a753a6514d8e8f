import type { FitReport } from "./fit-report.ts";

/** The reports of fits in the order in which they came, and the wait for the next one. */
export class ReportQueue {
  readonly #reports: FitReport[] = [];
  readonly #waiting = new Set<() => void>();

  publish(report: FitReport): void {
    this.#reports.push(report);
    for (const wake of [...this.#waiting]) wake();
  }

  /** The next report, or null when none came within so many milliseconds. */
  async next(timeout: number): Promise<FitReport | null> {
    if (this.#reports.length === 0) await this.#waitForReport(timeout);
    return this.#reports.shift() ?? null;
  }

  /** Resolves once the condition holds after a report, and after so many milliseconds at the latest. */
  async waitUntil(condition: () => boolean, timeout: number): Promise<void> {
    const deadline = performance.now() + timeout;
    while (!condition() && performance.now() < deadline)
      await this.#waitForReport(deadline - performance.now());
  }

  takeAll(): FitReport[] {
    return this.#reports.splice(0);
  }

  #waitForReport(timeout: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, timeout);
      this.#waiting.add(wake);
    });
  }
}
