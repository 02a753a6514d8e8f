/** The consequences of a sampling's settings for its chain, in sentences. */

import { counted } from "@understudy/shared/counted.ts";
import { countText } from "@understudy/shared/number-text.ts";

/** Fewer steps seldom reach the length at which autocorrelation times can be trusted. */
const MIN_USEFUL_STEPS = 1_000;

export type ChainSettings = {
  readonly evaluations: number;
  readonly walkers: number;
  readonly varied: number;
};

export function stepsText({ evaluations, walkers }: ChainSettings): string {
  const steps = Math.floor(evaluations / walkers);
  return `${counted(evaluations, "design")} ${evaluations === 1 ? "is" : "are"} about ${counted(steps, "step")} of ${counted(walkers, "walker")}.`;
}

export function chainWarnings({ evaluations, walkers, varied }: ChainSettings): string[] {
  const warnings: string[] = [];
  if (Math.floor(evaluations / walkers) < MIN_USEFUL_STEPS)
    warnings.push(
      `A distribution usually needs ${countText(MIN_USEFUL_STEPS)} steps or more. On an emulator they take seconds: allow ${countText(MIN_USEFUL_STEPS * walkers)} designs. A chain that is too short can be extended later.`,
    );
  if (walkers < 2 * varied)
    warnings.push(
      `Fewer walkers than twice the ${counted(varied, "varied variable")} (${2 * varied}): the walkers span fewer directions than there are, so the chain explores slowly, and may miss parts of the distribution.`,
    );
  return warnings;
}
