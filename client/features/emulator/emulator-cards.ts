/** The cards of the emulator page. */
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";

/** A table of more scalar outputs than these stands below the curves, which it would push out of sight. */
const MAX_VALUES_FIRST = 8;

const PLOT_CARDS = ["curves", "scalar-plot"] as const;
const LATER_CARDS = [
  "profiler",
  "surface",
  "accuracy",
  "prediction-vs-actual",
  "curve-accuracy",
  "trust",
  "distribution",
  "pair-plots",
  "graphs",
] as const;

/** All cards in their usual order: what is predicted, then how good it is, then the data. */
export function listDefaultCards({ scalars }: { scalars: readonly OutputDefinition[] }): readonly string[] {
  const [curves, scalarPlot] = PLOT_CARDS;
  return scalars.length <= MAX_VALUES_FIRST
    ? ["values", curves, scalarPlot, ...LATER_CARDS]
    : [curves, "values", scalarPlot, ...LATER_CARDS];
}

/** The plot that moves with the sliders: the first in the order of the cards. On a phone it stays in view. */
export const findLivePlot = (order: readonly string[]): string | undefined =>
  order.find((name) => PLOT_CARDS.some((plot) => plot === name));
