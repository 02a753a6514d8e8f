import { Text } from "@mantine/core";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import { counted } from "@understudy/shared/counted.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, useMemo } from "react";
import type { Answer } from "#api/call.ts";
import { AnalysisChart } from "#plots/analysis/analysis-plot.tsx";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import { accuracyChart } from "#plots/figures/accuracy.ts";
import { predictionVsActualChart } from "#plots/figures/prediction-vs-actual.ts";
import { usePalette } from "#plots/use-palette.ts";
import { type DefinedRows, definedRows } from "#predictions/defined-rows.ts";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { findTrust } from "#predictions/output-scale.ts";
import { usePageSelection } from "#selection/page-selection.ts";
import { Card } from "#ui/cards/card.tsx";
import { ErrorBanner } from "#ui/load-states.tsx";

const PLOT_HEIGHT_PX = 300;
/** Height of a line of a plot with one line an output, and of everything around the lines. */
const [LINE_HEIGHT_PX, FRAME_HEIGHT_PX] = [18, 80];

type ScalarsProps = {
  outputs: readonly OutputDefinition[];
  report: EmulatorReport | null;
  store: EmulatorStore;
};

/** The accuracy of every scalar output. It changes with the emulator, not with the sliders. */
export function ScalarAccuracy({ outputs, report, store }: ScalarsProps) {
  const palette = usePalette();
  const accuracies = store.useAccuracies();
  const chart = useMemo(() => {
    const rows = outputs.flatMap((output) => {
      const coefficient = accuracies[output.name]?.coefficients_of_determination[0];
      if (typeof coefficient !== "number") return [];
      const log = findTrust(report, output.name)?.log_accuracy?.coefficient_of_determination ?? null;
      return [{ name: displayName(output), coefficient, logCoefficient: log }];
    });
    return accuracyChart(rows, palette);
  }, [outputs, report, accuracies, palette]);
  const hasLog = outputs.some(({ name }) => findTrust(report, name)?.log_accuracy != null);
  return (
    <Card name="accuracy" title="Prediction accuracy" isHalf>
      <ChartPlot
        chart={chart}
        label="Prediction accuracy of each output"
        height={Math.max(PLOT_HEIGHT_PX, FRAME_HEIGHT_PX + LINE_HEIGHT_PX * outputs.length)}
        isWaiting={chart.readout.count === 0}
      />
      {hasLog && (
        <Legend
          items={[
            { label: "On the linear scale", color: palette.prediction, kind: "disc" },
            { label: "On the log scale, of outputs over decades", color: palette.prediction, kind: "point" },
          ]}
        />
      )}
    </Card>
  );
}

type ActualProps = {
  /** The emulator over the validation rows; null until it is known. */
  answer: Answer<"getScalarEmulatorOutputs"> | null;
  failed: boolean;
  output: OutputDefinition;
  store: EmulatorStore;
  showUncertainties: boolean;
  isLogarithmic: boolean;
  /** Called with the row that is clicked, counted from 1. */
  onRow: (row: number) => void;
};

/** Prediction against actual on the validation set. */
export const PredictionVsActual = memo(function PredictionVsActual(props: ActualProps) {
  const { answer, failed, output, store, showUncertainties, isLogarithmic, onRow } = props;
  const palette = usePalette();
  const selection = usePageSelection();
  const selected = selection.useSelected("validation");
  const row = store.useDataRow();
  const chosenRow = row?.set === "validation" ? row.row : null;
  const chart = useMemo(() => {
    const rows = definedRows(answer, output.name);
    const { text: unit, multiplier } = shownUnit(output);
    const shown = (values: readonly number[]) => values.map((value) => value / multiplier);
    return predictionVsActualChart(
      {
        output: displayName(output),
        unit,
        actual: shown(rows.actual),
        values: shown(rows.values),
        lower: shown(rows.lower_bounds),
        upper: shown(rows.upper_bounds),
        rows: rows.indices.map((index) => index + 1),
        showUncertainties,
        isLogarithmic,
        chosenRow,
      },
      palette,
    );
  }, [answer, output, showUncertainties, isLogarithmic, chosenRow, palette]);
  /** The numbers of the rows that are drawn. */
  const drawnRows = useMemo(
    () => definedRows(answer, output.name).indices.map((index) => index + 1),
    [answer, output.name],
  );
  const places = useMemo(
    () => selected && drawnRows.flatMap((number, place) => (selected.has(number) ? [place] : [])),
    [selected, drawnRows],
  );
  return (
    <Card name="prediction-vs-actual" title="Prediction vs actual on the validation set" isHalf>
      {failed && answer === null && <ErrorBanner message={MESSAGES.loadingData} />}
      <AnalysisChart
        chart={chart}
        label={`Prediction vs actual ${displayName(output)} on the validation set`}
        height={PLOT_HEIGHT_PX}
        source={answer}
        isSelectable
        selection={{
          places,
          onSelect: (chosen) =>
            selection.select({ validation: chosen?.flatMap((place) => drawnRows[place] ?? []) ?? null }),
        }}
        isWaiting={answer === null && !failed}
        onChoose={(place) => {
          const number = drawnRows[place];
          if (number !== undefined) onRow(number);
        }}
      />
      {isLogarithmic && <LeftOut compared={definedRows(answer, output.name)} />}
    </Card>
  );
});

/** A sentence about the rows that have no place on logarithmic axes. */
function LeftOut({ compared: { actual, values } }: { compared: Pick<DefinedRows, "actual" | "values"> }) {
  const count = actual.filter((value, at) => !(value > 0 && (values[at] ?? 0) > 0)).length;
  if (count === 0) return null;
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {counted(count, "row")} {count === 1 ? "is" : "are"} left out: the value or its prediction is not above
      0, and has no place on a log axis.
    </Text>
  );
}
