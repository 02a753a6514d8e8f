import {
  DATA_OPTION_HINTS,
  DATA_OPTION_LABELS,
  type DataOptions,
} from "@understudy/shared/api/job-config.ts";

type Option = keyof typeof DATA_OPTION_HINTS;
type Errors = Readonly<Record<string, readonly string[]>>;

const DESCRIPTIONS: Readonly<Record<Option, string>> = {
  ignore_failed_runs: "Leave out the rows whose outputs are empty or not finite.",
  number_duplicate_names: "Columns with the same name become name, name (2), name (3).",
  ignore_missing_inputs: "Leave out the rows whose inputs are empty or not finite.",
};
const OPTIONS: readonly Option[] = ["ignore_failed_runs", "ignore_missing_inputs", "number_duplicate_names"];

/** The options that would help, which the report names, and those that were chosen and can be taken back. */
export function helpfulOptions(errors: Errors, chosen: DataOptions | null) {
  const lines = Object.values(errors).flat();
  return OPTIONS.filter(
    (option) => chosen?.[option] === true || lines.includes(DATA_OPTION_HINTS[option]),
  ).map((option) => ({
    option,
    label: DATA_OPTION_LABELS[option],
    description: DESCRIPTIONS[option],
  }));
}

/** The report as text, to be sent to the author of the files. */
export const reportText = (errors: Errors): string =>
  Object.entries(errors)
    .map(([field, sentences]) => [field, ...sentences.map((text) => `  ${text}`)].join("\n"))
    .join("\n\n");
