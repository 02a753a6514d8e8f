/** The rows that an emulator was trained and measured on. */
import type { EmulatorReport, OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import { isCrossValidated as willBeCrossValidated } from "@understudy/shared/domain/cross-validation.ts";
import { listNames } from "@understudy/shared/list-names.ts";
import { countText } from "@understudy/shared/number-text.ts";

/** More names do not fit into a sentence. */
const MAX_NAMES = 4;

type Trust = Pick<OutputTrust, "name" | "training_rows" | "validation_rows" | "validation_method">;
type Report = Pick<EmulatorReport, "training_rows" | "validation_rows"> & {
  readonly outputs: readonly Trust[];
};

const isCrossValidated = ({ validation_method }: Pick<Trust, "validation_method">): boolean =>
  validation_method === "cross-validation";

const isTrainedOnEveryRow = ({ validation_method }: Pick<Trust, "validation_method">): boolean =>
  validation_method !== "held-out rows";

/** Tells whether the emulator was trained on its validation rows too: with few rows from the start, with more of them at the end. */
export const isTrainedOnValidation = ({
  outputs,
}: {
  readonly outputs: readonly Pick<Trust, "validation_method">[];
}): boolean => outputs.some(isTrainedOnEveryRow);

/**
 * As `Trained on 96 rows; measured on 24 rows held out for validation`, or that it was trained on these in the end, or that the accuracy
 * comes from cross-validation; without the full stop.
 * @param formatName gives the name of an output on screen
 */
export function measuredOnText(report: Report, formatName: (name: string) => string): string {
  const trained = `Trained on ${counted(report.training_rows, "row")}`;
  const cross = report.outputs.filter(isCrossValidated);
  const method = "by cross-validation: each row by models that were fitted without it";
  if (cross.length > 0 && cross.length === report.outputs.length) return `${trained}; measured ${method}`;
  const isFittedLast = report.outputs.some(
    (output) => isTrainedOnEveryRow(output) && !isCrossValidated(output),
  );
  const until = isFittedLast ? "before it was trained on these" : "held out for validation";
  const heldOut = `${trained}; measured on ${counted(report.validation_rows, "row")} ${until}`;
  if (cross.length === 0) return heldOut;
  const names = cross.map(({ name }) => formatName(name));
  return `${heldOut}, ${listNames(names, MAX_NAMES)} ${method}`;
}

/**
 * As `: 1,200 for training, 300 for validation` or `, all of them for training`, behind a number of rows. An emulator is described as
 * it was trained: earlier versions held validation rows out of data sets of which all rows are trained on now.
 * @param sizes the numbers of rows of the data set and of its validation set
 * @param emulator the report on the emulator; null where none was trained
 */
export function splitText(
  { combined, training, validation }: JobConfig["data_set_sizes"],
  emulator: { readonly outputs: readonly Pick<Trust, "validation_method">[] } | null,
): string {
  const isTrainedOnAll =
    emulator === null ? willBeCrossValidated(combined) : emulator.outputs.every(isTrainedOnEveryRow);
  if (isTrainedOnAll) return ", all of them for training";
  return `: ${countText(training)} for training, ${countText(validation)} for validation`;
}

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
