/** Sentences about a chain. */

import type { Sampling } from "@understudy/shared/api/sampling.ts";
import { counted } from "@understudy/shared/counted.ts";
import { elementName } from "@understudy/shared/domain/variable.ts";
import { listNames } from "@understudy/shared/list-names.ts";
import { percentText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { MIN_AUTOCORRELATION_TIMES } from "#plots/figures/autocorrelation-times.ts";

/** Beyond it, walkers do not agree with each other. */
const MAX_R_HAT = 1.05;
/** Acceptance outside of it wastes most moves. */
const ACCEPTANCE_LIMITS = { low: 0.1, high: 0.9 } as const;

/** Returns null where no parameter has a time. */
export function findLongestTime({ parameters }: Pick<Sampling, "parameters">): number | null {
  const times = parameters.flatMap(({ time }) => time ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

/** Returns null where no parameter has an effective size. */
export function findLeastEffective({ parameters }: Pick<Sampling, "parameters">): number | null {
  const sizes = parameters.flatMap(({ effective }) => effective ?? []);
  return sizes.length === 0 ? null : Math.min(...sizes);
}

export function isTrusted(sampling: Pick<Sampling, "parameters" | "steps" | "burn_in">): boolean {
  const longest = findLongestTime(sampling);
  const allVary = sampling.parameters.every(({ time }) => time !== null);
  return (
    longest !== null && allVary && sampling.steps - sampling.burn_in > MIN_AUTOCORRELATION_TIMES * longest
  );
}

/** The result in one sentence. */
export function headline(sampling: Sampling): string {
  if (sampling.parameters.length === 0) return "No distribution has been sampled yet.";
  if (sampling.stop_reason === "converged") return "The chain has converged.";
  if (sampling.stop_reason === null)
    return isTrusted(sampling)
      ? "The chain is long enough to be trusted so far."
      : "The chain is still too short to be trusted.";
  return isTrusted(sampling)
    ? `The chain is long enough to be trusted: more than ${MIN_AUTOCORRELATION_TIMES} times its longest autocorrelation time.`
    : `The chain is too short to be trusted. Extend the job to continue it.`;
}

/** Explains why the chain ended; null while it runs. */
export function endText({ stop_reason, steps, evaluations }: Sampling): string | null {
  const length = `${counted(steps, "step")}, ${counted(evaluations, "evaluation")}`;
  switch (stop_reason) {
    case "converged":
      return `It ended early, after ${length}: more than 100 times the longest autocorrelation time, which no longer changed.`;
    case "evaluation limit":
      return `It ended at its maximum, after ${length}.`;
    case null:
      return null;
  }
}

/** States the share of the samples that are in spec; null where that is not known. */
export function inSpecText({ share_in_spec: share }: Pick<Sampling, "share_in_spec">): string | null {
  if (share === null) return null;
  if (share === 1) return "All samples are in spec.";
  const percentage =
    share > 0.99 ? "More than 99%" : share > 0 && share < 0.01 ? "Less than 1%" : percent(share);
  return `${percentage} of the samples are in spec. A sampling makes designs that are out of spec less likely; it does not exclude them.`;
}

/** The share of the simulations that delayed acceptance saved. */
export function screenedText({ screened_out, evaluations }: Pick<Sampling, "screened_out" | "evaluations">) {
  const proposed = screened_out + evaluations;
  return `The emulator rejected ${percent(screened_out / proposed)} of ${counted(proposed, "proposed design")}, which were not simulated.`;
}

/** Warnings to read before relying on the distribution, the most important first. */
export function chainWarnings(sampling: Sampling, formatName: (name: string) => string): string[] {
  const { parameters, stuck_walkers, walkers, acceptance, steps, unscored, evaluations } = sampling;
  const warnings = unvisitedModes(sampling, formatName);
  const formatNames = (some: Sampling["parameters"]) => listNames(some.map(({ name }) => formatName(name)));
  const fixed = parameters.filter(({ time }) => time === null);
  if (fixed.length > 0 && steps > 50)
    warnings.push(
      `All walkers stay at one value of ${formatNames(fixed)}: the chain says nothing about other values. Use more walkers, or narrower ranges.`,
    );
  if (stuck_walkers > 0 && steps > 50)
    warnings.push(
      `${stuck_walkers} of ${counted(walkers, "walker")} hardly ${stuck_walkers === 1 ? "moves" : "move"}: in a separate region of high density, or where the others never come. Compare the traces.`,
    );
  const disagreeing = parameters.filter(({ r_hat }) => r_hat !== null && r_hat > MAX_R_HAT);
  if (disagreeing.length > 0 && steps > 50)
    warnings.push(
      `The walkers do not agree on ${formatNames(disagreeing)} yet (R-hat above ${MAX_R_HAT}): the chain is too short, or the distribution has parts between which walkers seldom move.`,
    );
  if (steps > 50 && acceptance < ACCEPTANCE_LIMITS.low)
    warnings.push(
      `Only ${percent(acceptance)} of the moves are accepted: the density is narrow or jagged. More walkers help.`,
    );
  if (walkers < 2 * parameters.length)
    warnings.push(
      `There are fewer walkers than twice the ${parameters.length} sampled variables: the chain explores slowly, and may miss parts of the distribution.`,
    );
  if (unscored > 0)
    warnings.push(
      `${percent(unscored / Math.max(1, evaluations))} of the designs have no score, as of a logarithm of a negative number. They are taken to have no density.`,
    );
  return warnings;
}

/** States where a large part of the density lies in which no walker has been. */
function unvisitedModes(sampling: Sampling, formatName: (name: string) => string): string[] {
  return sampling.modes
    .filter(({ share }) => share === 0)
    .map(
      (mode) =>
        `No sample lies around ${placeText(sampling, mode.values, formatName)}, where the scan of the emulator found ${percent(mode.scan_share)} of the density. The chain is not complete: extend the job.`,
    );
}

/** States how the samples are divided among separate regions; null: there is one region, or nothing is known of them. */
export function regionsText(sampling: Sampling, formatName: (name: string) => string): string | null {
  const regions = sampling.modes.filter(({ share }) => share !== null && share > 0);
  if (regions.length < 2) return null;
  const parts = regions.map(
    ({ share, values }) =>
      `${percent(share ?? 0)} of the samples lie around ${placeText(sampling, values, formatName)}`,
  );
  return `The density has ${regions.length} separate regions: ${parts.join("; ")}.`;
}

/** States what a chain without a scan cannot know; null: it had one, or has not begun. */
export function unscannedText({ is_simulated, scanned, steps }: Sampling): string | null {
  return is_simulated && scanned === 0 && steps > 0
    ? "There was no emulator to scan before the chain began: whether there are regions of high density that no walker has come near is not known."
    : null;
}

/** `p = 0.25, q = 0.8`; of many variables, the first ones. */
function placeText(
  { parameters }: Pick<Sampling, "parameters">,
  values: readonly (number | string)[],
  formatName: (name: string) => string,
): string {
  const named = parameters.slice(0, MAX_NAMED).map(({ name, element }, i) => {
    const value = values[i] ?? "";
    const label = element === null ? formatName(name) : elementName(formatName(name), element);
    return `${label} = ${typeof value === "number" ? formatValue(value) : value}`;
  });
  return [...named, ...(parameters.length > MAX_NAMED ? ["…"] : [])].join(", ");
}
const MAX_NAMED = 4;

/** The variables that are not sampled, and why; null: everything that varies is. */
export function withoutEffectText(sampling: Sampling, formatName: (name: string) => string): string | null {
  const names = sampling.without_effect.map(formatName);
  if (names.length === 0) return null;
  return `${listNames(names)} ${names.length === 1 ? "changes" : "change"} nothing in the score on this emulator: every value is as likely as any other, so ${names.length === 1 ? "it is" : "they are"} not sampled.`;
}

export const percent = (share: number): string => percentText(share, 2);
