/** The outputs that fewer rows define than the others. */
import type { EmulatorReport, OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { counted } from "@understudy/shared/counted.ts";
import { listNames } from "@understudy/shared/list-names.ts";
import { countText } from "@understudy/shared/number-text.ts";

/** More names do not fit into a sentence. */
const MAX_NAMES = 4;

type Counted = Pick<OutputTrust, "name" | "training_rows" | "validation_rows">;
type Report = Pick<EmulatorReport, "training_rows" | "validation_rows"> & {
  readonly outputs: readonly Counted[];
};

/**
 * As ` Where values are missing in the data, fewer rows count: margin on 160 rows and 40.`; empty where all rows have all outputs.
 * @param nameOf what an output is called on screen
 */
export function rowCountsText(report: Report, nameOf: (name: string) => string): string {
  const fewer = report.outputs.filter(
    ({ training_rows, validation_rows }) =>
      training_rows < report.training_rows || validation_rows < report.validation_rows,
  );
  if (fewer.length === 0) return "";
  const names = listNames(
    fewer.map(
      ({ name, training_rows, validation_rows }) =>
        `${nameOf(name)} on ${counted(training_rows, "row")} and ${countText(validation_rows)}`,
    ),
    MAX_NAMES,
  );
  return ` Where values are missing in the data, fewer rows count: ${names}.`;
}
