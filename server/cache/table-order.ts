/** Rows `first` to `first + count` of an order, as it rises. */
export type WantedRows = {
  readonly first: number;
  readonly count: number;
  /** Only of those that are over. */
  readonly isOverOnly: boolean;
  /** As many as are shown, and as the job has. */
  readonly total_count: number;
  readonly all_count: number;
};
/** From which place of the index on so many keys are skipped. */
export type Way = { readonly from: Readonly<Record<string, unknown>>; readonly skip: number };

/** One order of a table, and the page anchors in it so far. */
export type TableOrder = {
  /** Finds the next one. */
  step(): Promise<void>;
  isWhole(): boolean;
  /** From the last page anchor before them; null: there is no such way, "outdated": the order is to be walked anew. */
  wayTo(rows: WantedRows): Promise<Way | null | "outdated">;
};
