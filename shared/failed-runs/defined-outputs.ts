/** Tells which outputs of a table's rows are defined: the others are not a number. */

export class DefinedOutputs {
  readonly #counts: number[];
  /** The first values of each output. */
  readonly #first: Float64Array[] = [];
  /** The outputs of which some row so far had other values than the first. */
  readonly #varied = new Set<number>();
  #rowCount = 0;

  constructor(outputCount: number) {
    this.#counts = Array.from({ length: outputCount }, () => 0);
  }

  /**
   * @param values of one row, the outputs one after the other. @param lengths the number of values of each output.
   * @returns whether the row says anything: all outputs are defined, or one that is more than a grid. A failed run may still have
   *   written the grid of its curves, which has been the same in every row so far. A row that says nothing is not counted.
   */
  read(values: Float64Array, lengths: readonly number[]): boolean {
    let offset = 0;
    const columns = lengths.map((length) => {
      offset += length;
      return values.subarray(offset - length, offset);
    });
    const isDefined = columns.map((column) => !column.some(Number.isNaN));
    const isMore = columns.map((column, at) => isDefined[at] === true && !this.#isGrid(column, at));
    if (!isMore.includes(true) && isDefined.includes(false)) return false;
    this.#rowCount += 1;
    columns.forEach((column, at) => {
      if (isDefined[at] !== true) return;
      this.#counts[at] = (this.#counts[at] ?? 0) + 1;
      this.#first[at] ??= column.slice();
    });
    return true;
  }

  /** True: a counted row does not define all outputs. */
  get hasUndefined(): boolean {
    return this.#counts.some((count) => count < this.#rowCount);
  }

  /** The indices of the outputs that no row defines. */
  findUndefined(): number[] {
    return this.#rowCount === 0 ? [] : [...this.#counts.keys()].filter((at) => this.#counts[at] === 0);
  }

  #isGrid(column: Float64Array, at: number): boolean {
    const first = this.#first[at];
    if (column.length === 1 || first === undefined || this.#varied.has(at)) return false;
    const isSame = column.every((value, i) => value === first[i]);
    if (!isSame) this.#varied.add(at);
    return isSame;
  }
}
