/** The things that a person has selected on a job's page: all of its plots and tables mark those that they hold. */
import { counted } from "@understudy/shared/counted.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { createContext, useContext } from "react";
import { single } from "#data/store.ts";

/** Rows of the data are numbered from 1, designs from 0 in the order of the result; simulations have their ids. */
export const SELECTED_KINDS = ["training", "validation", "design", "front", "simulation"] as const;
export type SelectedKind = (typeof SELECTED_KINDS)[number];

const KIND_NOUNS: Readonly<Record<SelectedKind, string>> = {
  training: "training row",
  validation: "validation row",
  design: "design",
  front: "front design",
  simulation: "simulation",
};

/** The numbers of the selected things of each kind; null: none are selected, and plots draw all alike. */
export type Selection = Readonly<Record<SelectedKind, ReadonlySet<number> | null>>;

export type SelectionChange = Readonly<Partial<Record<SelectedKind, Iterable<number> | null>>>;

/** The page has so many things of each kind. Kinds that it does not have are left out. */
export type KindCounts = Readonly<Partial<Record<SelectedKind, number>>>;

export const NO_SELECTION: Selection = {
  training: null,
  validation: null,
  design: null,
  front: null,
  simulation: null,
};

/** A larger selection of one kind is cut: the largest overview of designs has as many. */
export const MAX_SELECTED = 100_000;

const toSet = (numbers: Iterable<number>): ReadonlySet<number> =>
  new Set([...new Set(numbers)].sort((first, second) => first - second).slice(0, MAX_SELECTED));

export function createPageSelection() {
  const selection = single(NO_SELECTION);
  let simulations: readonly (number | null)[] = [];
  const linkDesigns = (change: SelectionChange, next: Record<SelectedKind, ReadonlySet<number> | null>) => {
    if (simulations.every((id) => id === null)) return;
    const { design, simulation } = next;
    if (change.design !== undefined) {
      const ids = [...(design ?? [])].flatMap((at) => simulations[at] ?? []);
      next.simulation = ids.length === 0 ? null : toSet(ids);
    } else if (change.simulation !== undefined) {
      const places = simulations.flatMap((id, at) => (id !== null && simulation?.has(id) ? [at] : []));
      next.design = places.length === 0 ? null : new Set(places);
    }
  };
  const select = (change: SelectionChange): Selection => {
    const next = { ...selection.get() };
    for (const kind of SELECTED_KINDS) {
      const numbers = change[kind];
      if (numbers !== undefined) next[kind] = numbers && toSet(numbers);
    }
    linkDesigns(change, next);
    selection.set(next);
    return next;
  };
  return {
    get: selection.get,
    subscribe: selection.subscribe,
    useSelection: selection.useValue,
    useSelected: (kind: SelectedKind): ReadonlySet<number> | null => selection.useValue()[kind],
    /** Selects these things in place of others of their kinds. @returns everything that is selected now */
    select,
    /**
     * Each design is selected together with its simulation from now on.
     * @param ids one for each design; null: it has no simulation
     */
    link: (ids: readonly (number | null)[]): void => {
      const isSame = ids.length === simulations.length && ids.every((id, at) => id === simulations[at]);
      simulations = ids;
      if (!isSame) select({ simulation: selection.get().simulation });
    },
    /** Gives up simulations that were deleted, with their designs. */
    dropSimulations: (deleted: ReadonlySet<number>): void => {
      const { simulation } = selection.get();
      const remaining = [...(simulation ?? [])].filter((id) => !deleted.has(id));
      if (simulation === null || remaining.length === simulation.size) return;
      select({ simulation: remaining.length === 0 ? null : remaining });
    },
    clear: (): void => selection.set(NO_SELECTION),
  };
}

export type PageSelection = ReturnType<typeof createPageSelection>;

/** The page of a job provides its own. */
export const PageSelectionContext = createContext(createPageSelection());
export const usePageSelection = (): PageSelection => useContext(PageSelectionContext);

/** Counts what is selected, as `37 of 2,000 training rows and 1 of 100 validation rows selected`. */
export function describeSelected(selection: Selection, counts: KindCounts): string {
  const parts = SELECTED_KINDS.flatMap((kind) => {
    const [numbers, count] = [selection[kind], counts[kind]];
    if (numbers === null || count === undefined) return [];
    return [`${countText(numbers.size)} of ${counted(count, KIND_NOUNS[kind])}`];
  });
  return parts.length === 0 ? "" : `${parts.join(" and ")} selected`;
}

/** One thing of the selection. */
export type SelectedItem = { readonly kind: SelectedKind; readonly number: number };

/** Lists what is selected, kind by kind. Simulations are listed alone only: they are selected together with their designs. */
export function listSelected(selection: Selection, counts: KindCounts): readonly SelectedItem[] {
  const items = SELECTED_KINDS.filter((kind) => counts[kind] !== undefined).flatMap((kind) =>
    [...(selection[kind] ?? [])].map((number) => ({ kind, number })),
  );
  const rowsAndDesigns = items.filter(({ kind }) => kind !== "simulation");
  return rowsAndDesigns.length === 0 ? items : rowsAndDesigns;
}

/** Finds the place of an item. @returns -1: it is not among them */
export const findPlace = (items: readonly SelectedItem[], item: SelectedItem | null): number =>
  items.findIndex(({ kind, number }) => kind === item?.kind && number === item.number);
