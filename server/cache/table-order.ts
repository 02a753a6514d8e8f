/** The rows `first` to `first + count` of an order, in rising order. */
export type RequestedPage = {
  readonly first: number;
  readonly count: number;
  /** True when the page shows only rows that are over. */
  readonly isOverOnly: boolean;
  /** The number of rows that the table shows, and the number that the job has. */
  readonly total_count: number;
  readonly all_count: number;
};
/** A position of the index, and the number of keys to skip from it. */
export type IndexEntry = { readonly from: Readonly<Record<string, unknown>>; readonly skip: number };

/** One order of a table, and the page anchors in it so far. */
export type TableOrder = {
  /** Finds the next page anchor. */
  step(): Promise<void>;
  isWhole(): boolean;
  /**
   * Returns the last page anchor before the rows; null when there is none, "outdated" when the order must be walked
   * again.
   */
  findEntry(rows: RequestedPage): Promise<IndexEntry | null | "outdated">;
};
