/** The texts about a sampling while it runs, and the reasons why one cannot continue. */

import { elementName } from "@understudy/shared/domain/variable.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import type { Axis } from "../../../designs/axes.ts";
import type { SamplingRun } from "../../../tasks/sampling/sampling-run.ts";

/** `12,000 of 100,000 designs evaluated, longest autocorrelation time 45 steps` */
export function samplingText({ evaluations, looks }: SamplingRun, maximum: number): string {
  const times = (looks.at(-1)?.times ?? []).filter(Number.isFinite);
  const longest =
    times.length === 0 ? "" : `, longest autocorrelation time ${formatValue(Math.max(...times))} steps`;
  return `${countText(evaluations)} of ${countText(maximum)} designs evaluated${longest}`;
}

/** `Scanning the whole space for regions of high density, 40%` */
export const scanText = (share: number): string =>
  `Scanning the whole space for regions of high density, ${Math.floor(100 * share)}%`;

export const noDensity = (evaluations: number, isInSpecOnly: boolean): string =>
  isInSpecOnly
    ? `None of ${countText(evaluations)} designs that were tried is in spec. Widen the limits or the ranges, or allow designs out of spec.`
    : noScore(evaluations);

export const noFeasibleDensity = (evaluations: number): string =>
  `None of ${countText(evaluations)} designs that were tried has a density and keeps the relation between its inputs. Narrow the ranges to where it holds, or do not respect the relation.`;

const noScore = (evaluations: number): string =>
  `The score is minus infinity or not a number for all ${countText(evaluations)} designs that were tried, so there is no density to sample. Check the score function, or narrow the ranges to where it has values.`;

const formatAxisName = ({ name, element }: Axis): string =>
  element === null ? name : elementName(name, element);

/** Varied variables that are not sampled, because nothing depends on them. */
export function withoutEffect(varied: readonly Axis[], sampled: readonly Axis[]): string[] {
  const names = new Set(sampled.map(formatAxisName));
  return varied.map(formatAxisName).filter((name) => !names.has(name));
}
