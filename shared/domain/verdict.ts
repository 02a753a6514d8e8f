/**
 * A verdict says in one word per output whether an emulator is good enough, from its error and the coverage of its
 * 95% bounds on rows that were held out. The guide (server/guide/pages/data.md) states the thresholds;
 * tests/unit/shared/domain/verdict.test.ts holds it to them.
 */

import { z } from "zod";
import { counted } from "../counted.ts";
import { fixedPercentText, percentText } from "../number-text.ts";
import { type Finding, findingText, isUnmeasurable } from "./finding.ts";

/** The verdicts, the best first. */
export const verdict = z.enum(["excellent", "good", "rough", "not usable"]);
export type Verdict = z.infer<typeof verdict>;

/** An output on the validation rows. */
export type MeasuredOutput = {
  readonly coefficient_of_determination: number;
  /** The share of values inside the 95% bounds, 0 .. 1. */
  readonly coverage: number;
  readonly findings?: readonly Finding[] | undefined;
};

/**
 * The largest normalised error of each verdict. Bounds reach about two errors to each side, values about two standard deviations:
 * at 0.1 bounds are a tenth as wide as the output's own spread, at 0.5 half as wide, and beyond that hardly tell two designs apart.
 */
export const MAX_ERROR = { excellent: 0.1, good: 0.25, rough: 0.5 } as const;
/** The bounds promise to cover the first share. Below the second they lower the verdict by two steps, not one. */
export const PROMISED_COVERAGE = 0.95;
export const LOW_COVERAGE = 0.75;
/** A smaller difference from the promise matters to nobody, however many rows make it significant. */
const MIN_DIFFERENCE = 0.015;
/** With fewer validation rows nothing is called excellent: chance alone could have made it so. */
export const MIN_ROWS = 10;

/** The root mean squared error, in standard deviations of the output, on validation rows. */
export const normalisedError = (coefficient: number): number => Math.sqrt(Math.max(0, 1 - coefficient));

export type CoverageWidth = "calibrated" | "narrow" | "wide";

/**
 * Compares the share of values inside the 95% bounds with the promised one. Within two standard errors of 95%, or
 * where the difference is too small to matter, it says nothing against the bounds.
 */
export function coverageWidth(share: number, rows: number): CoverageWidth {
  const count = Math.max(1, rows);
  const byChance = 2 * Math.sqrt((PROMISED_COVERAGE * (1 - PROMISED_COVERAGE)) / count) + 0.5 / count;
  const slack = Math.max(MIN_DIFFERENCE, byChance);
  if (share < PROMISED_COVERAGE - slack) return "narrow";
  return share > PROMISED_COVERAGE + slack ? "wide" : "calibrated";
}

/** An output that cannot be measured is not usable. @param rows validation rows on which it was measured. */
export function verdictOf(output: MeasuredOutput, rows: number): Verdict {
  if (isUnmeasurable(output)) return "not usable";
  const error = normalisedError(output.coefficient_of_determination);
  const byError = [MAX_ERROR.excellent, MAX_ERROR.good, MAX_ERROR.rough].filter((max) => error > max).length;
  const step = Math.max(byError, rows < MIN_ROWS ? 1 : 0) + coverageSteps(output.coverage, rows);
  return verdict.options[Math.min(step, verdict.options.length - 1)] ?? "not usable";
}

function coverageSteps(coverage: number, rows: number): number {
  if (coverageWidth(coverage, rows) !== "narrow") return 0;
  return coverage < LOW_COVERAGE ? 2 : 1;
}

/** The verdict on an emulator: that on its worst output. Null for one without outputs. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict | null {
  return verdict.options.findLast((option) => verdicts.includes(option)) ?? null;
}

const percent = (share: number): string =>
  share < 0.01 ? percentText(share, 1) : fixedPercentText(share, 0);

/** States the reason of the verdict in one sentence of numbers. */
export function verdictReason(output: MeasuredOutput, rows: number): string {
  const doubt = output.findings?.find(({ kind }) => kind === "unmeasurable");
  if (doubt !== undefined) return findingText(doubt);
  const error = percent(normalisedError(output.coefficient_of_determination));
  const width = coverageWidth(output.coverage, rows);
  const bounds =
    width === "narrow"
      ? `its 95% bounds are too narrow: they contain only ${percent(output.coverage)} of the values`
      : `its 95% bounds contain ${percent(output.coverage)} of the values`;
  const caveat = rows < MIN_ROWS ? ` Measured on only ${counted(rows, "row")}.` : "";
  return `On held-out rows its error is ${error} of the output's standard deviation, and ${bounds}.${caveat}`;
}
