import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { RowGroups } from "@understudy/shared/api/row-groups.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { type ReactNode, useId, useMemo, useState } from "react";
import type { Answer } from "#api/call.ts";
import { findDisplay } from "#designs/values.ts";
import { definedRows } from "#predictions/defined-rows.ts";
import { missedRows } from "#predictions/missed-rows.ts";
import { measuredOnText, rowCountsText } from "#predictions/row-counts-text.ts";
import { groupsText } from "#predictions/row-groups-text.ts";
import { Card } from "#ui/cards/card.tsx";
import { CalibrationBlock } from "./calibration-block.tsx";
import { FindingsBlock } from "./findings-block.tsx";
import { LearningBlock } from "./learning-block.tsx";
import { ModelBlock } from "./model-block.tsx";
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
