import { List, Text } from "@mantine/core";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { verdictReason } from "@understudy/shared/domain/verdict.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useMemo } from "react";
import { type Answer, call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { findDisplay } from "#designs/values.ts";
import { accuracyText, describeProvisional } from "#predictions/accuracy-text.ts";
import { describeCoverage, percent } from "#predictions/coverage.ts";
import { definedRows } from "#predictions/defined-rows.ts";
import { FAMILY_NAMES, modelText } from "#predictions/families.ts";
import { missedRows } from "#predictions/missed-rows.ts";
import { completePoint, createParameters } from "#predictions/parameters.ts";
import { measuredOnText, rowCountsText } from "#predictions/row-counts-text.ts";
import { usePoints } from "#predictions/use-points.ts";
import { useReport } from "#predictions/use-report.ts";
import { useWhenReady } from "#predictions/use-when-ready.ts";
import { cutText, verdictText } from "#predictions/verdict-text.ts";
import { VerdictBadge } from "#ui/verdict-badge.tsx";
import { BehaviourSections } from "./behaviour-sections.tsx";
import { CurvePlots } from "./curve-plots.tsx";
import { ReportPlots } from "./report-plots.tsx";
import { Lines, Section } from "./section.tsx";
import { curveTexts, gapTexts, missedRowsText, narrowTexts } from "./weak-regions.ts";

type Props = { job: Job; config: JobConfig };
type Validated = Answer<"getScalarEmulatorOutputs">;

/** The accuracy of the emulator, and its weak regions. */
export function EmulatorSection({ job, config }: Props) {
  const report = useReport(job.id);
  const version = useEmulatorVersion(job.id);
  const outputs = config.outputs.filter(({ name }) => config.emulator_outputs.includes(name));
  const scalars = outputs.filter(({ length }) => length === 1).map(({ name }) => name);
  const key = scalars.length === 0 ? null : JSON.stringify([job.id, version]);
  const { answer: validated } = useWhenReady(key, (signal) =>
    call("getScalarEmulatorOutputs", {
      params: { job_id: job.id, data_set: "validation" },
      query: { options: { outputs: scalars } },
      signal,
    }),
  );
  if (report === null) return <Text role="status">Loading the emulator…</Text>;
  return (
    <>
      <Section title="Emulator">
        <Summary job={job} report={report} outputs={outputs} />
      </Section>
      <BehaviourSections job={job} config={config} outputs={outputs} />
      <PointsSection jobId={job.id} config={config} outputs={outputs} />
      <Section title="Known weak regions">
        <WeakRegions report={report} config={config} outputs={outputs} validated={validated} />
      </Section>
      <Section title="Plots">
        <ReportPlots report={report} outputs={outputs} validated={validated} />
        <CurvePlots jobId={job.id} config={config} report={report} outputs={outputs} />
      </Section>
    </>
  );
}

type SummaryProps = { job: Job; report: EmulatorReport; outputs: readonly OutputDefinition[] };

function Summary({ job, report, outputs }: SummaryProps) {
  const formatName = (name: string) => findDisplay(outputs, name).display;
  const { emulator_quality: quality } = job;
  const provisional = describeProvisional(job, report.outputs, formatName, "report");
  return (
    <>
      {provisional !== null && (
        <Text size="sm" mb={6}>
          <strong>{provisional.title}.</strong> {provisional.text}
        </Text>
      )}
      <Text size="sm">
        Version {report.emulator_version}. {measuredOnText(report, formatName)}.
        {rowCountsText(report, formatName)}{" "}
        {quality !== null && `${verdictText(quality, formatName)} ${cutText(quality) ?? ""}`}
      </Text>
      <Lines
        label="Trust in each output"
        columns={[
          "Output",
          "Verdict",
          "Prediction accuracy",
          "Cross-validated accuracy",
          "Inside the 95% bounds",
          "Model",
        ]}
        rows={report.outputs.map((trust) => {
          const coverage = describeCoverage(trust, trust.validation_rows);
          const measured = { ...trust, coverage: coverage.share };
          return [
            formatName(trust.name),
            <>
              <VerdictBadge key="verdict" verdict={trust.verdict} />
              <Text key="reason" size="xs" c="dimmed" mt={2}>
                {verdictReason(measured, trust.validation_rows)}
              </Text>
            </>,
            accuracyText(trust),
            crossValidatedText(trust),
            `${countText(trust.values_inside)} of ${countText(trust.validation_values)} (${percent(coverage.share)}), ${coverage.careful}`,
            modelText(trust.families),
          ];
        })}
      />
      <Text size="xs" c="dimmed" mt={4}>
        Prediction accuracy: of the emulator, on rows that were left out. Cross-validated accuracy: of its
        main family of models by itself, on training rows that were left out in turn.
      </Text>
    </>
  );
}

/** The cross-validated accuracy of the model that has the largest share of an output. */
function crossValidatedText({ families }: EmulatorReport["outputs"][number]): string {
  const [heaviest] = families;
  const accuracy = heaviest?.coefficient_of_determination ?? null;
  if (heaviest === undefined || accuracy === null) return "not measured";
  return `${formatAccuracy(accuracy)} (${FAMILY_NAMES[heaviest.family]} alone)`;
}

type WeakProps = {
  report: EmulatorReport;
  config: JobConfig;
  outputs: readonly OutputDefinition[];
  validated: Validated | null;
};

function WeakRegions({ report, config, outputs, validated }: WeakProps) {
  const missed = outputs.flatMap((output) => {
    if (validated?.outputs[output.name] === undefined) return [];
    const compared = definedRows(validated, output.name);
    const rows = report.outputs.find(({ name }) => name === output.name)?.validation_rows ?? 0;
    return missedRowsText(output, missedRows(compared.indices, compared, rows)) ?? [];
  });
  const weaknesses = [
    ...narrowTexts(report, outputs),
    ...missed,
    ...curveTexts(report, outputs),
    ...gapTexts(report, config),
  ];
  return (
    <List size="sm" spacing={3}>
      {weaknesses.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
      {weaknesses.length === 0 && (
        <List.Item>
          No output has validation rows outside its bounds, and no input's range has a part without training
          rows.
        </List.Item>
      )}
      <List.Item>
        Outside the ranges under Data, and where no training row is near all inputs at once, predictions are
        extrapolations: less certain than the accuracy says.
      </List.Item>
    </List>
  );
}

type PointsSectionProps = { jobId: number; config: JobConfig; outputs: readonly OutputDefinition[] };

/** The points with names: their inputs, and the scalar outputs there with their bounds. */
function PointsSection({ jobId, config, outputs }: PointsSectionProps) {
  const points = usePoints(jobId);
  const version = useEmulatorVersion(jobId);
  const parameters = useMemo(() => createParameters(config), [config]);
  const scalars = outputs.filter(({ length }) => length === 1);
  const inputs_list = points.map(({ values }) => completePoint(new Map(Object.entries(values)), parameters));
  const names = scalars.map(({ name }) => name);
  const key =
    points.length === 0 || scalars.length === 0 ? null : JSON.stringify([jobId, version, names, inputs_list]);
  const { answer } = useWhenReady(key, async (signal) => {
    const body = { inputs_list, outputs: names };
    return { ...(await call("predict", { params: { job_id: jobId }, body, signal })), key };
  });
  // An answer to an earlier question belongs to other points.
  const predictions = answer?.key === key ? answer.outputs_list : null;
  if (points.length === 0) return null;
  const heads = points.map(({ name }) => name);
  const inputs = config.inputs.filter(({ name }) => parameters.some((parameter) => parameter.name === name));
  return (
    <Section title="Points">
      <Lines
        label="Inputs at the points"
        columns={["Input", ...heads]}
        rows={inputs.map((input): [string, ...string[]] => {
          const cells = inputs_list.map((point) => valueText(input, point[input.name]));
          return [displayName(input), ...cells];
        })}
      />
      {scalars.length > 0 && (
        <Lines
          label="Outputs at the points"
          columns={["Output", ...heads]}
          rows={scalars.map((output): [string, ...string[]] => {
            const cells = points.map((_, at) => {
              const prediction = predictions?.[at]?.[output.name];
              if (prediction === undefined) return "–";
              const [lower, upper] = [prediction.lower_bounds[0], prediction.upper_bounds[0]];
              return `${valueText(output, prediction.values[0])} (${valueText(output, lower)} to ${valueText(output, upper)})`;
            });
            return [displayName(output), ...cells];
          })}
        />
      )}
    </Section>
  );
}

/** A value in the unit of its column, as people write it. */
function valueText(column: Parameters<typeof shownUnit>[0], value: number | string | undefined): string {
  if (value === undefined) return "–";
  if (typeof value === "string") return value;
  const unit = shownUnit(column);
  const ending = unit.text === "" ? "" : ` ${unit.text}`;
  return `${quantityText(value / unit.multiplier, unit)}${ending}`;
}
