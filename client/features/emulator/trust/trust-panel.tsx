import { Button, List, Text, Title } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { EmulatorReport, OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import type { RowGroups } from "@understudy/shared/api/row-groups.ts";
import { type Finding, findingText } from "@understudy/shared/domain/finding.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { fixedPercentText } from "@understudy/shared/number-text.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { memo, type ReactNode, useId, useMemo, useState } from "react";
import type { Answer } from "#api/call.ts";
import { findDisplay } from "#designs/values.ts";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { learningCurveChart } from "#plots/figures/learning-curve.ts";
import { usePalette } from "#plots/use-palette.ts";
import { definedRows } from "#predictions/defined-rows.ts";
import { FAMILY_NAMES, listMembers } from "#predictions/families.ts";
import { missedRows } from "#predictions/missed-rows.ts";
import { measuredOnText, rowCountsText } from "#predictions/row-counts-text.ts";
import { groupsText } from "#predictions/row-groups-text.ts";
import { Card } from "#ui/cards/card.tsx";
import { CalibrationBlock } from "./calibration-block.tsx";
import { computeOutlook, type LearningCurve } from "./learning.ts";
import classes from "./trust.module.css";
import { TrustTable } from "./trust-table.tsx";

type Props = {
  report: EmulatorReport;
  /** The groups of rows that are left out whole; null where every row counts by itself. */
  groups: RowGroups | null;
  /** The outputs that the emulator predicts. */
  outputs: readonly OutputDefinition[];
  /** The one that is looked at closely. */
  chosen: OutputDefinition;
  onChoose: (name: string) => void;
  /** Predictions of the validation rows for the requested scalar outputs; null until they are known. */
  actual: Answer<"getScalarEmulatorOutputs"> | null;
  onRow: (row: number) => void;
  /** It stands above the table of the outputs. */
  notice: ReactNode;
};

/** The accuracy of each output, and the reasons for it. On a phone people open it if they want to know. */
export function TrustPanel({ report, groups, outputs, chosen, onChoose, actual, onRow, notice }: Props) {
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const trust = report.outputs.find(({ name }) => name === chosen.name);
  const validationRows = trust?.validation_rows ?? report.validation_rows;
  const missed = useMemo(() => {
    if (actual?.outputs[chosen.name] === undefined) return null;
    const compared = definedRows(actual, chosen.name);
    // Cross-validation measures all rows, of which the validation set is a part.
    const all = trust?.validation_method === "cross-validation" ? compared.indices.length : validationRows;
    return missedRows(compared.indices, compared, all);
  }, [actual, chosen.name, trust?.validation_method, validationRows]);
  const formatName = (name: string) => findDisplay(outputs, name).display;
  return (
    <div className={classes.panel}>
      <Card
        name="trust"
        title="Trust"
        note={
          <>
            {measuredOnText(report, formatName)}
            {groups === null ? "" : `, in groups that were left out whole: ${groupsText(groups)}`}.
            {rowCountsText(report, formatName)}
          </>
        }
        tools={
          <Button
            className={classes.opener}
            size="xs"
            variant="default"
            rightSection={<IconChevronDown size={14} className={classes.chevron} />}
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Hide" : "Show"}
          </Button>
        }
      >
        <div id={bodyId} className={classes.body} data-open={isOpen || undefined}>
          {notice}
          <TrustTable report={report} outputs={outputs} chosen={chosen.name} onChoose={onChoose} />
          {trust !== undefined && (
            <div className={classes.blocks}>
              {trust.findings.length > 0 && <FindingsBlock output={chosen} findings={trust.findings} />}
              <CalibrationBlock
                output={chosen}
                trust={trust}
                rows={trust.validation_rows}
                missed={missed}
                onRow={onRow}
              />
              {trust.learning_curve !== null && (
                <LearningBlock
                  output={chosen}
                  curve={trust.learning_curve}
                  trainingRows={trust.training_rows}
                  accuracy={trust.coefficient_of_determination}
                />
              )}
              <ModelBlock output={chosen} trust={trust} />
            </div>
          )}
        </div>
      </Card>
    </div>
  );
}

/** The causes that limit the accuracy of an output, as its training found them. */
function FindingsBlock({ output, findings }: { output: OutputDefinition; findings: readonly Finding[] }) {
  return (
    <div className={`${classes.block} ${classes.findings}`}>
      <Title order={3}>What limits {displayName(output)}</Title>
      <List size="sm" spacing={4}>
        {findings.map((finding) => (
          <List.Item key={findingText(finding)}>{findingText(finding)}</List.Item>
        ))}
      </List>
    </div>
  );
}

type PartProps = { output: OutputDefinition; curve: LearningCurve; trainingRows: number; accuracy: number };

/** The accuracy by number of training rows, and the accuracy to be expected with more of them. */
const LearningBlock = memo(function LearningBlock({ output, curve, trainingRows, accuracy }: PartProps) {
  const palette = usePalette();
  const name = displayName(output);
  const outlook = useMemo(
    () => computeOutlook(curve, trainingRows, accuracy),
    [curve, trainingRows, accuracy],
  );
  const chart = useMemo(
    () =>
      learningCurveChart(
        {
          output: name,
          rows: curve.rows,
          coefficients: curve.coefficients_of_determination,
          outlook: outlook && { rows: outlook.rows, coefficient: outlook.coefficient },
        },
        palette,
      ),
    [name, curve, outlook, palette],
  );
  return (
    <div className={classes.block}>
      <Title order={3}>Would more data help?</Title>
      {outlook !== null && (
        <Text size="sm">
          <strong>{outlook.answer}.</strong> {outlook.text}
        </Text>
      )}
      <ChartPlot
        chart={chart}
        label={`Accuracy of ${name} by number of training rows`}
        height={250}
        isWaiting={false}
      />
      <Text size="xs" c="dimmed">
        Each point is a cross-validation estimate on the training rows.
      </Text>
    </div>
  );
});

const aloneText = (coefficient: number | null): string =>
  coefficient === null ? "–" : formatAccuracy(coefficient);

/** The weights of the model families in an output's ensemble, and their accuracies. */
function ModelBlock({ output, trust }: { output: OutputDefinition; trust: OutputTrust }) {
  const members = listMembers(trust.families);
  const isMeasured = trust.families.some((share) => share.coefficient_of_determination !== null);
  return (
    <div className={classes.block}>
      <Title order={3}>Model of {displayName(output)}</Title>
      <Text size="sm">{trust.reason}</Text>
      {members.length > 0 && (
        <>
          <div className={classes.bar} aria-hidden="true">
            {members.map(({ family, weight }) => (
              <div key={family} data-family={family} style={{ flexGrow: weight }} />
            ))}
          </div>
          <table className={classes.families} aria-label={`Families of models of ${displayName(output)}`}>
            <thead>
              <tr>
                <th scope="col">Family</th>
                <th scope="col">Share</th>
                {isMeasured && <th scope="col">Alone</th>}
              </tr>
            </thead>
            <tbody>
              {(isMeasured ? trust.families : members).map((share) => (
                <tr key={share.family}>
                  <th scope="row">
                    <span className={classes.swatch} data-family={share.family} aria-hidden="true" />
                    {FAMILY_NAMES[share.family]}
                  </th>
                  <td>{fixedPercentText(share.weight, 0)}</td>
                  {isMeasured && <td>{aloneText(share.coefficient_of_determination)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
          {isMeasured && (
            <Text size="xs" c="dimmed">
              Alone: the cross-validated accuracy of the family by itself on the training rows.
            </Text>
          )}
        </>
      )}
    </div>
  );
}
