/** Watches over the tasks of a thread: one that takes longer than its time limit hangs. */

/** A thread may take so long to start (ms): its program is read and compiled beside whatever else the machine does. */
const START_LIMIT_MS = 60_000;

export class HangWatch {
  readonly #timeLimitMs: number;
  readonly #onHang: () => void;
  readonly #tasks = new Map<number, NodeJS.Timeout>();
  readonly #start: NodeJS.Timeout;
  #isStarted = false;

  /** @param timeLimitMs of one task. @param onHang called when the start or a task takes too long */
  constructor(timeLimitMs: number, onHang: () => void) {
    this.#timeLimitMs = timeLimitMs;
    this.#onHang = onHang;
    this.#start = setTimeout(onHang, START_LIMIT_MS).unref();
  }

  /** The thread runs: the time of tasks that were sent before counts from now. */
  started(): void {
    this.#isStarted = true;
    clearTimeout(this.#start);
    for (const timer of this.#tasks.values()) timer.refresh();
  }

  begin(id: number): void {
    // Its reply may lie unread in this process, if it was this process that had no time.
    const late = () => setImmediate(() => this.#isStarted && this.#tasks.has(id) && this.#onHang());
    this.#tasks.set(id, setTimeout(late, this.#timeLimitMs).unref());
  }

  end(id: number): void {
    clearTimeout(this.#tasks.get(id));
    this.#tasks.delete(id);
  }

  close(): void {
    for (const timer of [this.#start, ...this.#tasks.values()]) clearTimeout(timer);
    this.#tasks.clear();
  }
}
