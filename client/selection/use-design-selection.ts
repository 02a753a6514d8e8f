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
    const isSame =
      drawn.current === columns ||
      JSON.stringify(listValues(drawn.current)) === JSON.stringify(listValues(columns));
    drawn.current = columns;
    if (kind === "design") selection.link(simulations);
    // The places of designs mean others once a running job has found more.
    const isLost = brushes !== NO_BRUSHES || simulations.every((id) => id === null);
    if (!isSame && isLost) selectWithin(null, brushes);
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

const listValues = (columns: readonly ParallelColumn[]) => columns.map(({ values }) => values);
