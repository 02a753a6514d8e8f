import type { YieldAnswer } from "@understudy/shared/api/yield.ts";
import type { TighteningBar } from "#plots/figures/tightening.ts";
import { inputLook, type Looks } from "../optimization/quantities.ts";
import { yieldText } from "./yield-text.ts";

/** The page has room for this many bars: those that matter least are left out. */
const MAX_BARS = 12;

/** The inputs by how many failing designs half their spread avoids, the most first. */
export function tighteningBars({ failing, inputs }: YieldAnswer, looks: Looks): TighteningBar[] {
  if (failing.value <= 0) return [];
  const width = failing.upper - failing.lower;
  return inputs
    .flatMap(({ name, tightened_yield }) => {
      if (tightened_yield === null) return [];
      const left = 1 - tightened_yield;
      const texts = { from: yieldText(failing.value, width), to: yieldText(left, width) };
      return [{ name: inputLook(looks, name).display, avoided: 100 * (1 - left / failing.value), ...texts }];
    })
    .sort((a, b) => b.avoided - a.avoided)
    .slice(0, MAX_BARS);
}
