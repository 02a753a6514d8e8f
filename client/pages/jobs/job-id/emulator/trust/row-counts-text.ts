/** The outputs that fewer rows define than the others. */
import type { EmulatorReport, OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { listNames } from "@understudy/shared/list-names.ts";
import { countText } from "@understudy/shared/number-text.ts";

/** More names do not fit into a sentence. */
const MAX_NAMES = 4;

type Report = Pick<EmulatorReport, "training_rows" | "validation_rows"> & {
  readonly outputs: readonly Pick<OutputTrust, "name" | "training_rows" | "validation_rows">[];
};

/**
 * As ` Where values are missing in the data, fewer rows count: margin is trained on 160 and measured on 40.`, behind a sentence about
 * all rows; empty where all outputs have all rows.
 * @param formatName gives the name of an output on screen
 */
export function rowCountsText(report: Report, formatName: (name: string) => string): string {
  const clauses = report.outputs
    .filter(
      ({ training_rows, validation_rows }) =>
        training_rows < report.training_rows || validation_rows < report.validation_rows,
    )
    .map(
      ({ name, training_rows, validation_rows }) =>
        `${formatName(name)} is trained on ${countText(training_rows)} and measured on ${countText(validation_rows)}`,
    );
  if (clauses.length === 0) return "";
  return ` Where values are missing in the data, fewer rows count: ${listNames(clauses, MAX_NAMES)}.`;
}
