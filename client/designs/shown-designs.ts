/** The designs that the page can show in full: the local maxima, and those of the front. */
import type { Optimization, PredictedDesign } from "@understudy/shared/api/optimization.ts";
import { isFeasible } from "#plots/analysis/pareto-front.ts";

type FrontDesign = Optimization["front"][number];

/** `maximum` 0 is the best. */
export type Selected = { readonly kind: "maximum" | "front"; readonly at: number };
export const BEST_SELECTED: Selected = { kind: "maximum", at: 0 };

export const isSameSelected = (a: Selected, b: Selected): boolean => a.kind === b.kind && a.at === b.at;

export type ShownDesign =
  | { readonly kind: "maximum"; readonly title: string; readonly design: PredictedDesign }
  | { readonly kind: "front"; readonly title: string; readonly design: FrontDesign };

/** Feasible ones first, otherwise as they came. */
export const sortFront = (front: readonly FrontDesign[]): FrontDesign[] => [
  ...front.filter(isFeasible),
  ...front.filter((design) => !isFeasible(design)),
];

/** The selected design, or the best one where that is gone; null: there is none. */
export function shownDesign(
  { maxima, stop_reason, is_simulated }: Optimization,
  front: readonly FrontDesign[],
  { kind, at }: Selected,
): ShownDesign | null {
  const chosen = kind === "front" ? front[at] : undefined;
  if (chosen !== undefined)
    return { kind: "front", title: `Design ${at + 1} of the Pareto front`, design: chosen };
  const index = kind === "maximum" && maxima[at] !== undefined ? at : 0;
  const design = maxima[index];
  if (design === undefined) return null;
  const best = stop_reason === null ? "Best design so far" : "Best design";
  return {
    kind: "maximum",
    title: index === 0 ? best : `${is_simulated ? "Design" : "Local optimum"} ${index + 1}`,
    design,
  };
}
