import { Anchor, Text, Title } from "@mantine/core";
import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { Fragment, memo, useMemo } from "react";
import { AnalysisChart } from "#plots/analysis/analysis-plot.tsx";
import { calibrationChart } from "#plots/figures/calibration.ts";
import { usePalette } from "#plots/use-palette.ts";
import { coverageSentence, describeCoverage, jointBandSentence } from "#predictions/coverage.ts";
import { type MissedRows, missedText } from "#predictions/missed-rows.ts";
import classes from "./trust.module.css";

type Props = {
  output: OutputDefinition;
  trust: OutputTrust;
  rows: number;
  /** The rows are null for a curve, and until they are known. */
  missed: MissedRows | null;
  onRow: (row: number) => void;
};

/** The observed coverage of the prediction intervals at every level. */
export const CalibrationBlock = memo(function CalibrationBlock(props: Props) {
  const { output, trust, rows, missed, onRow } = props;
  const palette = usePalette();
  const name = displayName(output);
  const { expected, observed } = trust.calibration;
  const chart = useMemo(
    () => calibrationChart({ output: name, expected, observed }, palette),
    [name, expected, observed, palette],
  );
  return (
    <div className={classes.block}>
      <Title order={3}>Calibration of {name}</Title>
      <Text size="sm">
        {coverageSentence(trust)} the 95% bounds: {describeCoverage(trust, rows).careful}.
      </Text>
      {trust.joint_band !== null && <Text size="sm">{jointBandSentence(trust.joint_band)}</Text>}
      {missed !== null && <OutsideRows missed={missed} onRow={onRow} />}
      <AnalysisChart chart={chart} label={`Calibration of ${name}`} height={250} />
      <Text size="xs" c="dimmed">
        Above the diagonal, intervals are wider than needed; below it, they are too narrow.
      </Text>
    </div>
  );
});

type OutsideRowsProps = {
  missed: MissedRows;
  /** Compares the emulator with a validation row; rows count from 1. */
  onRow: (row: number) => void;
};

/** The number of rows that are named. */
const MAX_NAMED_ROWS = 8;

/** The number of validation rows that the bounds missed, and their names: a click compares the emulator with one. */
function OutsideRows({ missed, onRow }: OutsideRowsProps) {
  const named = missed.rows.slice(0, MAX_NAMED_ROWS);
  const unnamedCount = missed.rows.length - named.length;
  return (
    <Text size="sm">
      {missedText(missed)}
      {named.map((row, at) => (
        <Fragment key={row}>
          {at > 0 && (at === named.length - 1 && unnamedCount === 0 ? " and " : ", ")}
          <Anchor
            component="button"
            type="button"
            underline="always"
            size="sm"
            aria-label={`Compare with validation row ${row}`}
            onClick={() => onRow(row)}
          >
            {row}
          </Anchor>
        </Fragment>
      ))}
      {unnamedCount > 0 && ` and ${countText(unnamedCount)} more`}
      {named.length > 0 && "."}
    </Text>
  );
}
