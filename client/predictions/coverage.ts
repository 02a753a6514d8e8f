/** The coverage of the 95% bounds on validation values, in words. */

import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { type CoverageWidth, coverageWidth } from "@understudy/shared/domain/verdict.ts";
import { countText, fixedPercentText, significantText } from "@understudy/shared/number-text.ts";

/** Fewer rows than this leave much to chance. */
const MIN_RELIABLE_ROWS = 40;

export type Coverage = {
  readonly share: number;
  readonly width: CoverageWidth;
  /** The text, such as "as expected". */
  readonly text: string;
  /** The same, with a caveat where there are few rows. */
  readonly careful: string;
};

const WIDTH_TEXTS: Readonly<Record<CoverageWidth, string>> = {
  narrow: "too narrow",
  wide: "wider than needed",
  calibrated: "as expected",
};

/** Describes in words how many validation values lie within the bounds. */
export function describeCoverage(
  { validation_values, values_inside }: Pick<OutputTrust, "validation_values" | "values_inside">,
  rows: number,
): Coverage {
  const share = validation_values === 0 ? 0 : values_inside / validation_values;
  const width = coverageWidth(share, rows);
  return createCoverage(share, width, WIDTH_TEXTS[width], rows);
}

const createCoverage = (share: number, width: Coverage["width"], text: string, rows: number): Coverage => ({
  share,
  width,
  text,
  careful: rows < MIN_RELIABLE_ROWS ? `${text}, as far as ${rows} rows can tell` : text,
});

export const percent = (share: number): string => fixedPercentText(share, share > 0.995 && share < 1 ? 1 : 0);

/** Formats "34 of 36 validation values lie inside". */
export const coverageSentence = ({
  validation_values,
  values_inside,
}: Pick<OutputTrust, "validation_values" | "values_inside">): string =>
  `${countText(values_inside)} of ${countText(validation_values)} validation values lie inside`;

/** Says how much wider the bounds are that hold whole curves, and how many of the validation curves they held. */
export const jointBandSentence = ({ factor, coverage }: NonNullable<OutputTrust["joint_band"]>): string =>
  `Bounds of the whole curve are ${significantText(factor, 2)} times as wide; ${percent(coverage)} of the validation curves lie inside as a whole.`;
