import { type ApiFailure, asFailure, isAbort } from "../api/failure.ts";

/** Reads something whenever it is asked to: one request at a time, and once more where it was asked meanwhile. */
export class Reader {
  readonly #load: (signal: AbortSignal) => Promise<void>;
  readonly #onEnd: (failure: ApiFailure | null) => void;
  readonly #abort = new AbortController();
  #reading: Promise<void> | null = null;
  #again = false;

  /** @param onEnd is called after every request with why it failed, or null */
  constructor(load: (signal: AbortSignal) => Promise<void>, onEnd: (failure: ApiFailure | null) => void) {
    this.#load = load;
    this.#onEnd = onEnd;
  }

  /** Ends once what was asked for is read, or has failed. */
  read(): Promise<void> {
    this.#again = this.#reading !== null;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  end(): void {
    this.#abort.abort();
  }

  async #readAll(): Promise<void> {
    const { signal } = this.#abort;
    do {
      this.#again = false;
      try {
        await this.#load(signal);
        this.#onEnd(null);
      } catch (thrown) {
        if (isAbort(thrown) || signal.aborted) return;
        this.#onEnd(asFailure(thrown));
      }
    } while (this.#again && !signal.aborted);
  }
}
