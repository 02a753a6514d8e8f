import { useCallback, useEffect, useRef, useState } from "react";
import { type Brushes, listPassing, type ParallelColumn } from "#plots/analysis/parallel-coordinates.ts";
import { usePageSelection } from "./page-selection.ts";

const NO_BRUSHES: Brushes = {};
const NO_SIMULATIONS: readonly null[] = [];

/** The selected designs of one kind, for the plots and tables that show them. */
export type DesignSelection = {
  /** The axes of the designs. */
  readonly columns: readonly ParallelColumn[];
  /** The brushes that the selection comes from; none where it comes from elsewhere. */
  readonly brushes: Brushes;
  readonly brush: (brushes: Brushes) => void;
  /** null: none are selected. */
  readonly selected: ReadonlySet<number> | null;
  /** Selects designs in place of others: of these, the ones that pass the brushes. null: none */
  readonly select: (designs: Iterable<number> | null) => void;
};

/** @param simulations the simulation of each design; null: it has none */
export function useDesignSelection(
  kind: "design" | "front",
  columns: readonly ParallelColumn[],
  count: number,
  simulations: readonly (number | null)[] = NO_SIMULATIONS,
): DesignSelection {
  const selection = usePageSelection();
  const selected = selection.useSelected(kind);
  const [brushed, setBrushed] = useState({ brushes: NO_BRUSHES, designs: selected });
  const brushes = brushed.designs === selected ? brushed.brushes : NO_BRUSHES;
  const selectWithin = useCallback(
    (designs: Iterable<number> | null, within: Brushes) => {
      const hasBrushes = Object.keys(within).length > 0;
      const passing = hasBrushes ? new Set(listPassing(columns, count, within)) : null;
      const chosen = passing && designs ? [...designs].filter((design) => passing.has(design)) : designs;
      setBrushed({ brushes: within, designs: selection.select({ [kind]: chosen ?? passing })[kind] });
    },
    [selection, kind, columns, count],
  );
  const brush = (next: Brushes) => {
    // The axes were moved alone.
    if (JSON.stringify(next) !== JSON.stringify(brushes)) selectWithin(null, next);
  };
  const drawn = useRef(columns);
  useEffect(() => {
    const isSame = hasSameValues(drawn.current, columns);
    drawn.current = columns;
    if (kind === "design") selection.link(simulations);
    if (isSame) return;
    // The places of designs mean others once a running job has found more: brushes and simulations tell which are selected now.
    if (brushes !== NO_BRUSHES || simulations.every((id) => id === null)) selectWithin(null, brushes);
    else selection.select({ simulation: selection.get().simulation });
  }, [selection, kind, columns, simulations, selectWithin, brushes]);
  useEffect(
    () => () => {
      if (kind === "design") selection.link(NO_SIMULATIONS);
      selection.select({ [kind]: null });
    },
    [selection, kind],
  );
  return {
    columns,
    brushes,
    brush,
    selected,
    select: (designs) => selectWithin(designs, designs ? brushes : NO_BRUSHES),
  };
}

/** There may be 100,000 designs: a comparison of their texts would take the page's time. */
const hasSameValues = (before: readonly ParallelColumn[], columns: readonly ParallelColumn[]): boolean =>
  before === columns ||
  (before.length === columns.length &&
    columns.every(({ values }, at) => {
      const earlier = before[at]?.values ?? [];
      return (
        earlier.length === values.length && values.every((value, design) => Object.is(value, earlier[design]))
      );
    }));
