/** The rows of the data that a person has selected on the emulator page: all of its plots mark those that they hold. */
import { counted } from "@understudy/shared/counted.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { single } from "#data/store.ts";

/** The sets whose rows are counted on their own: a row is known by its set and its number, from 1. */
export const SELECTED_SETS = ["training", "validation"] as const;
export type SelectedSet = (typeof SELECTED_SETS)[number];

export type RowSelection = Readonly<Record<SelectedSet, ReadonlySet<number>>>;

/** A larger selection of one set is cut: its plots draw no more rows. */
export const MAX_SELECTED_ROWS = 10_000;

const NO_ROWS: ReadonlySet<number> = new Set();
const NO_SELECTION: RowSelection = { training: NO_ROWS, validation: NO_ROWS };

export function createRowSelection() {
  const selection = single(NO_SELECTION);
  const select = (set: SelectedSet, rows: Iterable<number>): void => {
    const next = [...new Set(rows)].sort((first, second) => first - second).slice(0, MAX_SELECTED_ROWS);
    selection.set({ ...selection.get(), [set]: new Set(next) });
  };
  return {
    get: selection.get,
    subscribe: selection.subscribe,
    useSelection: selection.useValue,
    /** The selected rows of a set; null: none of them are, and its plots draw all alike. */
    useSelected: (set: SelectedSet): ReadonlySet<number> | null => {
      const rows = selection.useValue()[set];
      return rows.size === 0 ? null : rows;
    },
    /** Selects these rows of a set in place of others of it. */
    select,
    clear: (): void => selection.set(NO_SELECTION),
  };
}

export const isEmpty = ({ training, validation }: RowSelection): boolean =>
  training.size + validation.size === 0;

/** As `37 of 2,000 training rows and 1 of 100 validation rows selected`. */
export function describeSelected(
  selection: RowSelection,
  sizes: Readonly<Record<SelectedSet, number>>,
): string {
  const parts = SELECTED_SETS.filter((set) => selection[set].size > 0).map(
    (set) => `${countText(selection[set].size)} of ${counted(sizes[set], `${set} row`)}`,
  );
  return parts.length === 0 ? "" : `${parts.join(" and ")} selected`;
}

/** A row of the selection. */
export type SelectedRow = { readonly set: SelectedSet; readonly row: number };

/** The row after another one among the selected ones, the training rows first; after the last one comes the first. */
export function findNextSelected(selection: RowSelection, current: SelectedRow | null): SelectedRow | null {
  const rows = SELECTED_SETS.flatMap((set) => [...selection[set]].map((row) => ({ set, row })));
  const at = rows.findIndex(({ set, row }) => set === current?.set && row === current.row);
  return rows[(at + 1) % Math.max(1, rows.length)] ?? null;
}
