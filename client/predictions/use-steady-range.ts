import { useEffect, useReducer, useRef } from "react";
import { growRange, type Range } from "#plots/model/ranges.ts";

/** After this long without another answer a slider has come to rest, unless it is still held. */
const REST_MS = 300;
/** The whole page is active while anything in it is pressed; it is searched only then. */
const isSliderHeld = (): boolean =>
  document.documentElement.matches(":active") &&
  document.querySelector("input[type=range]:active, [role=slider]:active") !== null;

type Options = {
  /** Shown before there are values. */
  initial: Range;
  /** The range of the values that are drawn; null: nothing is. */
  needed: Range | null;
  /** The range that suits what is drawn once the slider rests. */
  fit: (needed: Range) => Range;
};

/** A range that only grows while a slider is dragged, and fits what is drawn again when the drag ends. */
export function useSteadyRange({ initial, needed, fit }: Options): Range {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const drawn = useRef({ initial, range: initial, isFitted: false });
  const { initial: before } = drawn.current;
  if (before[0] !== initial[0] || before[1] !== initial[1])
    drawn.current = { initial, range: initial, isFitted: false };
  if (needed !== null && !drawn.current.isFitted)
    drawn.current = { initial, range: fit(needed), isFitted: true };
  drawn.current.range = growRange(drawn.current.range, needed);

  const [low = null, high = null] = needed ?? [];
  const latest = useRef(fit);
  latest.current = fit;
  useEffect(() => {
    if (low === null || high === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const refit = () => {
      if (isSliderHeld()) {
        timer = setTimeout(refit, REST_MS);
        return;
      }
      const range = latest.current([low, high]);
      const { range: shown } = drawn.current;
      if (range[0] === shown[0] && range[1] === shown[1]) return;
      drawn.current.range = range;
      redraw();
    };
    timer = setTimeout(refit, REST_MS);
    return () => clearTimeout(timer);
  }, [low, high]);
  return drawn.current.range;
}
