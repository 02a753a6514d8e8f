import { Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import type { TrainOn } from "@understudy/shared/domain/job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import {
  coordinateLabel,
  displayName,
  type InputDefinition,
  type OutputDefinition,
} from "@understudy/shared/domain/variable.ts";
import { describeLeftOut, describeOutputRows } from "@understudy/shared/failed-runs/mark-text.ts";
import { drawnOver } from "@understudy/shared/job-config/derived.ts";
import { fullText, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { findDisplay } from "#designs/values.ts";
import { splitText } from "#predictions/row-counts-text.ts";
import { useReport } from "#predictions/use-report.ts";
import { Lines, Section } from "./section.tsx";

type Props = { job: Pick<Job, "id" | "objective" | "emulator_status">; config: JobConfig };

/** Rows, columns, ranges and units of the data, and the settings of the training. */
export function DataSection({ job, config }: Props) {
  return (
    <>
      <Section title="Data">
        {job.emulator_status === "available" ? (
          <TrainedSizes jobId={job.id} config={config} />
        ) : (
          <Text size="sm">{sizesText(config, splitText(config.data_set_sizes, null))}</Text>
        )}
        <Lines
          label="Inputs"
          columns={["Input", "Range"]}
          rows={config.inputs.map((input) => [displayName(input), inputText(input)])}
        />
        <Lines
          label="Outputs"
          columns={["Output", "Range", "Values"]}
          rows={config.outputs
            .filter(({ ignored }) => !ignored)
            .map((output) => [displayName(output), formatRange(output), valuesText(output, config)])}
        />
      </Section>
      {OBJECTIVE_TRAITS[job.objective].hasTraining && config.has_been_configured && (
        <Section title="Training settings">
          <Text size="sm">{settingsText(config)}</Text>
        </Section>
      )}
    </>
  );
}

/** The rows that the emulator was trained on. Until its report is read, only the rows of the data are stated. */
function TrainedSizes({ jobId, config }: { jobId: number; config: JobConfig }) {
  const report = useReport(jobId);
  const split = report === null ? "" : splitText(config.data_set_sizes, report);
  return <Text size="sm">{sizesText(config, split)}</Text>;
}

function sizesText({ data_set_sizes: sizes, inputs, outputs, ...config }: JobConfig, split: string): string {
  const columns = `${counted(inputs.length, "input")} and ${counted(outputs.length, "output")}`;
  if (sizes.combined === 0) return `${columns}.`;
  const { left_out, ignored_row_count: count } = config;
  const ignored = count > 0 ? ` ${describeLeftOut(left_out, count)}` : "";
  const formatName = (name: string) => findDisplay(outputs, name).display;
  const partly =
    config.output_rows.length > 0
      ? ` ${describeOutputRows({ ...config, data_set_sizes: sizes }, formatName)}`
      : "";
  return `${counted(sizes.combined, "row")} with ${columns}${split}.${ignored}${partly}`;
}

const TRAINING_PLACES: Readonly<Record<TrainOn, string>> = {
  platform: "the platform",
  server: "a connected server",
  provision: "a machine of the platform",
};

const settingsText = ({ training: { effort, validation_percentage, train_on } }: JobConfig): string =>
  `Effort: ${effort}. ${validation_percentage}% of the rows for validation. Trained on ${TRAINING_PLACES[train_on]}.`;

function inputText(input: InputDefinition): string {
  const { fixed, initval, values, is_integer } = input;
  const unit = shownUnit(input);
  if (fixed)
    return `Fixed at ${typeof initval === "number" ? fullText(initval / unit.multiplier, unit, "short") : (initval ?? "–")}`;
  if (values !== null) return values.join(", ");
  return is_integer ? `${formatRange(input)}, whole numbers` : formatRange(input);
}

function formatRange(column: InputDefinition | OutputDefinition): string {
  const { min, max } = column;
  const unit = shownUnit(column);
  if (min === null || max === null) return "–";
  return rangeText(min / unit.multiplier, max / unit.multiplier, unit);
}

function valuesText(output: OutputDefinition, { coordinates }: JobConfig): string {
  const { name: outputName, length } = output;
  if (length === 1) return "1";
  if (coordinates.some(({ name }) => name === outputName)) return `${length}, the coordinate of curves`;
  const coordinate = coordinates.find(({ name }) => name === drawnOver(output));
  return coordinate === undefined ? String(length) : `${length} over ${coordinateLabel(coordinate)}`;
}
