import { useCallback, useMemo, useState } from "react";
import { type Brushes, listPassing, type ParallelColumn } from "./parallel-coordinates.ts";
import { useClearByEscape } from "./use-clear-by-escape.ts";

const NO_BRUSHES: Brushes = {};

/** One selection of designs for all plots and tables that show them: those that pass the brushes and lie in the box or lasso. */
export type LinkedSelection = {
  readonly brushes: Brushes;
  readonly brush: (brushes: Brushes) => void;
  /** Those in the box or lasso; null: none has been drawn. */
  readonly picked: ReadonlySet<number> | null;
  readonly pick: (designs: readonly number[] | null) => void;
  /** The selected designs; all of them where nothing is selected. */
  readonly shown: readonly number[];
  readonly isNarrowed: boolean;
  readonly clear: () => void;
};

/** @param count the number of designs */
export function useLinkedSelection(columns: readonly ParallelColumn[], count: number): LinkedSelection {
  const [brushes, brush] = useState(NO_BRUSHES);
  const [pickState, setPicked] = useState<{ columns: unknown; designs: ReadonlySet<number> } | null>(null);
  // The places of designs mean others once a running job has found more.
  const picked = pickState?.columns === columns ? pickState.designs : null;
  const pick = useCallback(
    (designs: readonly number[] | null) =>
      setPicked(designs === null ? null : { columns, designs: new Set(designs) }),
    [columns],
  );
  const clear = useCallback(() => {
    brush(NO_BRUSHES);
    setPicked(null);
  }, []);
  const shown = useMemo(
    () => listPassing(columns, count, brushes).filter((design) => picked === null || picked.has(design)),
    [columns, count, brushes, picked],
  );
  const isNarrowed = picked !== null || Object.keys(brushes).length > 0;
  useClearByEscape(isNarrowed, clear);
  return { brushes, brush, picked, pick, shown, isNarrowed, clear };
}
