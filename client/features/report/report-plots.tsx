import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { Answer } from "#api/call.ts";
import { calibrationChart } from "#plots/figures/calibration.ts";
import { predictionVsActualChart } from "#plots/figures/prediction-vs-actual.ts";
import { usePalette } from "#plots/use-palette.ts";
import { definedRows } from "#predictions/defined-rows.ts";
import classes from "./report.module.css";
import { Plot } from "./section.tsx";

/** Outputs with plots: more would fill a book. */
export const MAX_PLOTTED_OUTPUTS = 12;

type Props = {
  report: EmulatorReport;
  outputs: readonly OutputDefinition[];
  validated: Answer<"getScalarEmulatorOutputs"> | null;
};

/** The plots of each output: its predictions of held-out rows where it is a number, and its calibration. */
export function ReportPlots({ report, outputs, validated }: Props) {
  const palette = usePalette();
  const shown = report.outputs.slice(0, MAX_PLOTTED_OUTPUTS).flatMap((trust) => {
    const output = outputs.find(({ name }) => name === trust.name);
    return output === undefined ? [] : [{ trust, output, name: displayName(output) }];
  });
  const calibration = shown.map(({ trust, name }) => ({
    label: `Calibration of ${name}`,
    chart: calibrationChart({ output: name, ...trust.calibration }, palette),
  }));
  const predictions = shown.flatMap(({ trust, output, name }) => {
    if (validated?.outputs[output.name] === undefined) return [];
    const rows = definedRows(validated, output.name);
    const { text: unit, multiplier } = shownUnit(output);
    const scaled = (values: readonly number[]) => values.map((value) => value / multiplier);
    const chart = predictionVsActualChart(
      {
        output: name,
        unit,
        actual: scaled(rows.actual),
        values: scaled(rows.values),
        lower: scaled(rows.lower_bounds),
        upper: scaled(rows.upper_bounds),
        rows: rows.indices.map((index) => index + 1),
        showUncertainties: true,
        isLogarithmic: trust.log_accuracy !== null,
        chosenRow: null,
      },
      palette,
    );
    return [{ label: `Prediction vs actual ${name} on the validation set`, chart }];
  });
  return (
    <div className={classes.plots}>
      {[...predictions, ...calibration].map((plot) => (
        <Plot key={plot.label} {...plot} isAnalysis />
      ))}
    </div>
  );
}
