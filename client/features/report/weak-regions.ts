/** The weak regions of an emulator in sentences, from its training data and its errors on held-out rows. */

import type { EmulatorReport, TrainedInput } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { describeCoverage } from "#predictions/coverage.ts";
import type { MissedRows } from "#predictions/missed-rows.ts";

/** Rows that are named for each output, and sentences about one input. */
const MAX_NAMED_ROWS = 8;

/** Runs of empty bins between bins that hold rows: from edge to edge. */
export function findGaps({ edges, counts }: NonNullable<TrainedInput["histogram"]>): [number, number][] {
  const gaps: [number, number][] = [];
  let last = -1;
  counts.forEach((count, bin) => {
    if (count === 0) return;
    if (last >= 0 && bin - last > 1) gaps.push([edges[last + 1] ?? 0, edges[bin] ?? 0]);
    last = bin;
  });
  return gaps;
}

/** The parts of the inputs' ranges without training rows. Values of a discrete input leave gaps that mean nothing. */
export function gapTexts(
  { inputs }: Pick<EmulatorReport, "inputs">,
  config: Pick<JobConfig, "inputs">,
): string[] {
  return inputs.flatMap(({ name, is_used, histogram }) => {
    const input = config.inputs.find((candidate) => candidate.name === name);
    if (!is_used || histogram === null || input === undefined) return [];
    if (input.is_integer || input.unique_values !== null) return [];
    const unit = shownUnit(input);
    const gaps = findGaps(histogram).map(([low, high]) =>
      rangeText(low / unit.multiplier, high / unit.multiplier, unit),
    );
    if (gaps.length === 0) return [];
    return [
      `${displayName(input)}: no training row in ${new Intl.ListFormat("en").format(gaps.slice(0, MAX_NAMED_ROWS))}.`,
    ];
  });
}

/** The outputs whose bounds promise more than they hold. */
export function narrowTexts(report: EmulatorReport, outputs: readonly OutputDefinition[]): string[] {
  return report.outputs.flatMap((trust) => {
    const output = outputs.find(({ name }) => name === trust.name);
    if (output === undefined || describeCoverage(trust, trust.validation_rows).width !== "narrow") return [];
    return [`${displayName(output)}: the 95% bounds are too narrow.`];
  });
}

/** The number of values of each curve that lie outside their bounds. */
export function curveTexts(report: EmulatorReport, outputs: readonly OutputDefinition[]): string[] {
  return report.outputs.flatMap(({ name, validation_values, values_inside }) => {
    const output = outputs.find((candidate) => candidate.name === name);
    const outside = validation_values - values_inside;
    if (output === undefined || output.length === 1 || outside === 0) return [];
    return [
      `${displayName(output)}: ${countText(outside)} of ${countText(validation_values)} values of validation curves lie outside the 95% bounds.`,
    ];
  });
}

/** The validation rows outside the bounds of a scalar output; null: there are none. */
export function missedRowsText(output: OutputDefinition, missed: MissedRows): string | null {
  if (missed.rows.length === 0) return null;
  const named = missed.rows.slice(0, MAX_NAMED_ROWS).join(", ");
  const rest = missed.rows.length - MAX_NAMED_ROWS;
  const rowList = `${named}${rest > 0 ? ` and ${countText(rest)} more` : ""}`;
  const rows = missed.rows.length === 1 ? `row ${rowList}` : `furthest first rows ${rowList}`;
  const verb = missed.rows.length === 1 ? "lies" : "lie";
  const total = countText(missed.comparedCount);
  return `${displayName(output)}: ${countText(missed.rows.length)} of ${total} validation rows ${verb} outside the 95% bounds, ${rows}.`;
}
