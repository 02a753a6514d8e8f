import {
  type DataOptions,
  NO_DATA_OPTIONS,
  YES_NO_OPTIONS,
  type YesNoOption,
} from "@understudy/shared/api/job-config.ts";
import {
  DATA_OPTION_HINTS,
  DATA_OPTION_LABELS,
  DATA_OPTION_TEXTS,
} from "@understudy/shared/texts/data-option-texts.ts";

type Errors = Readonly<Record<string, readonly string[]>>;

const HINT_BY_OPTION: Partial<Record<YesNoOption, string>> = DATA_OPTION_HINTS;

/** The options that would help, which the report names, and those that were chosen and can be taken back. */
export function helpfulOptions(errors: Errors, chosen: DataOptions | null) {
  const lines = Object.values(errors).flat();
  return YES_NO_OPTIONS.filter(
    (option) =>
      (chosen !== null && chosen[option] !== NO_DATA_OPTIONS[option]) ||
      lines.includes(HINT_BY_OPTION[option] ?? ""),
  ).map((option) => ({
    option,
    label: DATA_OPTION_LABELS[option],
    description: DATA_OPTION_TEXTS[option],
  }));
}

/** The report as text, to be sent to the author of the files. */
export const reportText = (errors: Errors): string =>
  Object.entries(errors)
    .map(([field, sentences]) => [field, ...sentences.map((text) => `  ${text}`)].join("\n"))
    .join("\n\n");
