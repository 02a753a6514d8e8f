/** The coverage of the 95% bounds on validation values, in words. */
import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";

const PROMISED = 0.95;
/** Fewer rows than this leave much to chance. */
const FEW_ROWS = 40;

export type Coverage = {
  readonly share: number;
  readonly width: "calibrated" | "narrow" | "wide";
  /** As "as expected". */
  readonly text: string;
  /** The same, with a caveat where there are few rows. */
  readonly careful: string;
};

/**
 * How the bounds' promise was kept. A share within two standard errors of 95% says nothing against it. Of a curve the values
 * of one row go together, so that its rows count, not its values.
 */
export function coverageOf(
  { validation_values, values_inside }: Pick<OutputTrust, "validation_values" | "values_inside">,
  rows: number,
): Coverage {
  const share = validation_values === 0 ? 0 : values_inside / validation_values;
  const chance = Math.sqrt((PROMISED * (1 - PROMISED)) / Math.max(1, rows));
  const slack = 2 * chance + 0.5 / Math.max(1, rows);
  if (share < PROMISED - slack) return described(share, "narrow", "too narrow", rows);
  if (share > PROMISED + slack) return described(share, "wide", "wider than needed", rows);
  return described(share, "calibrated", "as expected", rows);
}

const described = (share: number, width: Coverage["width"], text: string, rows: number): Coverage => ({
  share,
  width,
  text,
  careful: rows < FEW_ROWS ? `${text}, as far as ${rows} rows can tell` : text,
});

export const percent = (share: number): string =>
  `${(share * 100).toFixed(share > 0.995 && share < 1 ? 1 : 0)}%`;

/** As "34 of 36 validation values lie inside". */
export const coverageSentence = ({
  validation_values,
  values_inside,
}: Pick<OutputTrust, "validation_values" | "values_inside">): string =>
  `${values_inside.toLocaleString("en")} of ${validation_values.toLocaleString("en")} validation values lie inside`;
