import { Text, Title } from "@mantine/core";
import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { memo, useMemo } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { calibrationChart } from "#plots/figures/calibration.ts";
import { usePalette } from "#plots/use-palette.ts";
import { coverageSentence, describeCoverage } from "./coverage.ts";
import type { MissedRows } from "./missed-rows.ts";
import { OutsideRows } from "./outside-rows.tsx";
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
      {missed !== null && <OutsideRows missed={missed} onRow={onRow} />}
      <ChartPlot chart={chart} label={`Calibration of ${name}`} height={250} isWaiting={false} />
      <Text size="xs" c="dimmed">
        Above the diagonal, intervals are wider than needed; below it, they are too narrow.
      </Text>
    </div>
  );
});
