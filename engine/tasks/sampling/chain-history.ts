/** The steps of a chain that are kept in memory: all of them, and once these are too many, every second, fourth ... */
import type { Series } from "./autocorrelation.ts";

/** Numbers that are kept, of all columns together; and steps, however many numbers those have. */
const MAX_NUMBERS = 2_000_000;
const MIN_STEPS = 64;

export class ChainHistory {
  readonly walkers: number;
  readonly #columns: Float64Array[];
  readonly #limit: number;
  #keptCount = 0;
  #steps = 0;
  #stride = 1;

  constructor(columns: number, walkers: number, maxNumbers = MAX_NUMBERS) {
    this.walkers = walkers;
    const most = Math.floor(maxNumbers / (columns * walkers));
    this.#limit = 2 * Math.ceil(Math.max(MIN_STEPS, most) / 2);
    this.#columns = Array.from({ length: columns }, () => new Float64Array(MIN_STEPS * walkers));
  }

  /** The recorded variables and the log density. */
  get columns(): number {
    return this.#columns.length;
  }
  /** Complete steps so far. */
  get steps(): number {
    return this.#steps;
  }
  /** Steps from one that is kept to the next. */
  get stride(): number {
    return this.#stride;
  }

  /** @param rows of the step: a row a walker, a column a parameter */
  push(rows: Float64Array): void {
    const step = this.#steps++;
    if (step % this.#stride !== 0) return;
    if (this.#keptCount === this.#limit) {
      this.#thin();
      if (step % this.#stride !== 0) return;
    }
    const width = this.#columns.length;
    const at = this.#keptCount++ * this.walkers;
    this.#columns.forEach((column, c) => {
      const room = column.length > at ? column : grown(column);
      this.#columns[c] = room;
      for (let walker = 0; walker < this.walkers; walker++) room[at + walker] = rows[walker * width + c];
    });
  }

  /** A column from a step on, one row for each step that is kept. A view: it lasts until the next `push`. */
  series(column: number, from = 0): Series {
    const first = Math.min(this.#keptCount, Math.ceil(from / this.#stride));
    const values = this.#columns[column].subarray(first * this.walkers, this.#keptCount * this.walkers);
    return { values, steps: this.#keptCount - first, walkers: this.walkers };
  }

  #thin(): void {
    this.#keptCount /= 2;
    this.#stride *= 2;
    for (const column of this.#columns)
      for (let row = 1; row < this.#keptCount; row++)
        column.copyWithin(row * this.walkers, 2 * row * this.walkers, (2 * row + 1) * this.walkers);
  }
}

function grown(values: Float64Array): Float64Array {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
