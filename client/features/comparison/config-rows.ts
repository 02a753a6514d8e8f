/** The configuration of jobs, a text for each setting. */

import type { Job } from "@understudy/shared/api/job.ts";
import {
  type DataOptions,
  type FailedRunMark,
  type JobConfig,
  YES_NO_OPTIONS,
} from "@understudy/shared/api/job-config.ts";
import type { SpecJobSettings } from "@understudy/shared/api/spec-job.ts";
import { relationText } from "@understudy/shared/domain/data-note.ts";
import type { Objective } from "@understudy/shared/domain/objectives.ts";
import type { InputDefinition, OutputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
import { listRows } from "@understudy/shared/failed-runs/mark-text.ts";
import { drawnOver } from "@understudy/shared/job-config/derived.ts";
import { countText, exactText } from "@understudy/shared/number-text.ts";
import { formatValue, fullText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { DATA_OPTION_LABELS } from "@understudy/shared/texts/data-option-texts.ts";

export type ConfiguredJob = {
  readonly job: Pick<
    Job,
    "objective" | "spec_id" | "spec_version_id" | "source_job_id" | "emulator_job_id" | "is_data_driven"
  >;
  readonly config: JobConfig | null;
  readonly settings: SpecJobSettings | null;
};
export type ConfigRow = {
  readonly label: string;
  readonly texts: readonly string[];
  readonly differs: boolean;
};

const NO_VALUE = "–";
const yesNo = (is: boolean): string => (is ? "Yes" : "No");
const jobText = (id: number | null): string => (id === null ? NO_VALUE : `Job ${id}`);

function valueText(input: InputDefinition, value: ScalarValue | null): string {
  if (typeof value !== "number") return value ?? NO_VALUE;
  const unit = shownUnit(input);
  return fullText(value / unit.multiplier, unit, "short");
}

function inputText(input: InputDefinition): string {
  if (input.fixed) return `Fixed at ${valueText(input, input.initval)}`;
  const { values, min, max } = input;
  if (values !== null)
    return values
      .map((option) => (typeof option === "number" ? formatValue(option, "short") : option))
      .join(", ");
  const suffix = input.is_integer ? ", whole numbers" : "";
  return min === null || max === null
    ? input.type
    : `${valueText(input, min)} to ${valueText(input, max)}${suffix}`;
}

function outputText(output: OutputDefinition): string {
  const { type, length, ignored } = output;
  if (ignored) return "Ignored";
  return type === "Vector"
    ? `${countText(length)} values over ${drawnOver(output) ?? "their index"}`
    : "Scalar";
}

const marksText = (marks: readonly FailedRunMark[]): string =>
  marks.length === 0
    ? NO_VALUE
    : marks.map(({ output, value }) => `${exactText(value)} in ${output}`).join(", ");

const rowNumbersText = (rows: readonly number[]): string => (rows.length === 0 ? NO_VALUE : listRows(rows));

const sweepText = (sweep: DataOptions["sweep_curves"]): string =>
  sweep === null ? NO_VALUE : `over ${sweep.over}, by ${sweep.by.join(", ")}`;

const groupingText = (groupBy: readonly string[] | null): string =>
  groupBy === null ? "As found in the data" : groupBy.length === 0 ? NO_VALUE : groupBy.join(", ");

function configEntries(config: JobConfig): [string, string][] {
  const { data_set_sizes: sizes, training, data_options, ignored_row_count: ignored } = config;
  const coordinates = new Set(config.coordinates.map(({ name }) => name));
  return [
    ["Rows", countText(sizes.combined)],
    ["Ignored rows", countText(ignored)],
    ...YES_NO_OPTIONS.map((option): [string, string] => [
      DATA_OPTION_LABELS[option],
      yesNo(data_options[option]),
    ]),
    [DATA_OPTION_LABELS.failed_run_marks, marksText(data_options.failed_run_marks)],
    [DATA_OPTION_LABELS.left_out_rows, rowNumbersText(data_options.left_out_rows)],
    [DATA_OPTION_LABELS.sweep_curves, sweepText(data_options.sweep_curves)],
    ["Rows that go together", groupingText(training.group_by)],
    ["Validation share", `${training.validation_percentage}%`],
    ["Training effort", training.effort],
    ["Trained on", training.train_on],
    ...config.inputs.map((input): [string, string] => [`Input ${input.name}`, inputText(input)]),
    ...config.outputs
      .filter(({ name }) => !coordinates.has(name))
      .map((output): [string, string] => [`Output ${output.name}`, outputText(output)]),
  ];
}

type Entry = [string, string];

const listSearchSettings = (settings: SpecJobSettings): Entry[] => [
  ["Score function", settings.score_function?.name ?? NO_VALUE],
  ["Warm start", yesNo(settings.warm_start)],
  [
    "Relation between inputs",
    settings.kept_relation === null ? NO_VALUE : relationText(settings.kept_relation, String),
  ],
];

const listSamplingSettings = (settings: SpecJobSettings): Entry[] => [
  ["Walkers", settings.num_walkers === null ? "By the number of variables" : countText(settings.num_walkers)],
  ["Stretch probability", String(settings.stretch_probability)],
  ["Emulator uncertainty", yesNo(settings.emulator_uncertainty)],
  ["Only designs in spec", yesNo(settings.in_spec_only)],
];

/** The settings of a job of each objective, besides its maximum of simulations. */
const LIST_SETTINGS: Readonly<Record<Objective, (settings: SpecJobSettings) => Entry[]>> = {
  Training: (settings) => [["Trains when done", yesNo(settings.train_when_done)]],
  Optimization: listSearchSettings,
  Sampling: (settings) => [...listSearchSettings(settings), ...listSamplingSettings(settings)],
  "Out of Spec": listSearchSettings,
  "Single Run": () => [],
};

const settingEntries = (settings: SpecJobSettings, objective: Objective): Entry[] => [
  ["Maximum simulations", countText(settings.maximum_simulations)],
  ...LIST_SETTINGS[objective](settings),
];

const listEntries = ({ job, config, settings }: ConfiguredJob): Map<string, string> =>
  new Map([
    ["Objective", job.objective],
    ["Spec", job.spec_id === null ? "Uploaded data" : `Spec ${job.spec_id}`],
    ["Spec version", job.spec_version_id === null ? NO_VALUE : String(job.spec_version_id)],
    ["Imported from", jobText(job.source_job_id)],
    ["Emulator of", jobText(job.emulator_job_id)],
    ...(settings === null ? [] : settingEntries(settings, job.objective)),
    ...(config === null ? [] : configEntries(config)),
  ]);

/** Every setting that one of the jobs has, with a text a job. */
export function configRows(jobs: readonly ConfiguredJob[]): ConfigRow[] {
  const entries = jobs.map(listEntries);
  const labels = new Set(entries.flatMap((jobEntries) => [...jobEntries.keys()]));
  return [...labels].map((label) => {
    const texts = entries.map((jobEntries) => jobEntries.get(label) ?? NO_VALUE);
    return { label, texts, differs: texts.some((text) => text !== texts[0]) };
  });
}
