import { useRef } from "react";
import { grown, type Range } from "../../../../plots/figures/ranges.ts";

/** A range that starts as `initial`, grows to hold everything `needed`, and resets when `initial` changes. */
export function useSteadyRange(initial: Range, needed: Range | null): Range {
  const kept = useRef({ initial, range: initial });
  const { initial: before } = kept.current;
  if (before[0] !== initial[0] || before[1] !== initial[1]) kept.current = { initial, range: initial };
  kept.current.range = grown(kept.current.range, needed);
  return kept.current.range;
}
