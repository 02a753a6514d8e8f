import { SegmentedControl, Text } from "@mantine/core";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useMemo, useState } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { fieldChart } from "#plots/figures/field.ts";
import { formatPlotted } from "#plots/model/chart.ts";
import { extent } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { measuresAt, useOutputPoints } from "#predictions/use-output-points.ts";

/** Accuracies below this one, in percent, have the colour of the worst. */
const LOWEST_PERCENTAGE = -100;

type Measure = "accuracy" | "log-accuracy" | "spread";

type Props = {
  jobId: number;
  output: OutputDefinition;
  columns: number;
  store: EmulatorStore;
  height: number;
};

/** The accuracy of a field on a grid and the spread of its training rows, pixel by pixel: one of them, to be chosen. */
export function MapMeasures({ jobId, output, columns, store, height }: Props) {
  const [chosen, setChosen] = useState<Measure>("accuracy");
  const accuracy = store.useAccuracies()[output.name];
  const points = useOutputPoints(jobId, output.name);
  const places = accuracy?.coordinate_values;
  const { spread, logCoefficients } = useMemo(
    () =>
      points === null || places == null
        ? { spread: null, logCoefficients: null }
        : {
            spread: measuresAt(points, points.spread, places),
            logCoefficients: measuresAt(points, points.log_coefficients_of_determination, places),
          },
    [points, places],
  );
  const measures: { value: Measure; label: string }[] = [
    { value: "accuracy", label: "Accuracy" },
    ...(logCoefficients === null ? [] : [{ value: "log-accuracy", label: "Accuracy, log scale" } as const]),
    ...(spread === null ? [] : [{ value: "spread", label: "Spread" } as const]),
  ];
  const shown = measures.some(({ value }) => value === chosen) ? chosen : "accuracy";
  return (
    <>
      {measures.length > 1 && (
        <SegmentedControl
          size="xs"
          mb={6}
          aria-label={`Measure of each pixel of ${displayName(output)}`}
          data={measures}
          value={shown}
          onChange={setChosen}
        />
      )}
      {shown === "spread" && spread !== null ? (
        <SpreadMap output={output} columns={columns} spread={spread} height={height} />
      ) : (
        <AccuracyMap
          name={
            shown === "log-accuracy"
              ? `Accuracy of ${displayName(output)} on the log scale`
              : `Accuracy of ${displayName(output)}`
          }
          columns={columns}
          coefficients={
            shown === "log-accuracy" ? logCoefficients : (accuracy?.coefficients_of_determination ?? null)
          }
          height={height}
        />
      )}
    </>
  );
}

type AccuracyProps = {
  name: string;
  columns: number;
  /** Without a number where nothing varies; null or empty until they are known. */
  coefficients: readonly (number | null)[] | null;
  height: number;
};

function AccuracyMap({ name, columns, coefficients, height }: AccuracyProps) {
  const palette = usePalette();
  const chart = useMemo(() => {
    const values = (coefficients ?? []).map((value) => (value === null ? Number.NaN : 100 * value));
    const [low] = extent(values) ?? [0];
    return fieldChart(
      {
        name,
        unit: "%",
        columns,
        values,
        range: [Math.max(LOWEST_PERCENTAGE, low), 100],
        colors: "viridis",
        isFar: false,
        partsAt: (pixel) => {
          const coefficient = coefficients?.[pixel];
          const text = coefficient == null ? "nothing varies" : formatAccuracy(coefficient);
          return [{ label: "Accuracy", text, color: null }];
        },
        more: [],
      },
      palette,
    );
  }, [coefficients, name, columns, palette]);
  return (
    <ChartPlot
      chart={chart}
      label={`${name} as a map`}
      height={height}
      isWaiting={coefficients === null || coefficients.length === 0}
    />
  );
}

type SpreadProps = {
  output: OutputDefinition;
  columns: number;
  /** Standard deviations as stored. */
  spread: readonly (number | null)[];
  height: number;
};

function SpreadMap({ output, columns, spread, height }: SpreadProps) {
  const palette = usePalette();
  const name = `Spread of ${displayName(output)}`;
  const chart = useMemo(() => {
    const { text: unit, multiplier } = shownUnit(output);
    const values = spread.map((deviation) => (deviation ?? Number.NaN) / multiplier);
    const [, high] = extent(values) ?? [0, 1];
    return fieldChart(
      {
        name,
        unit,
        columns,
        values,
        range: [0, high || 1],
        colors: "magma",
        isFar: false,
        partsAt: (pixel) => [
          { label: "Standard deviation", text: formatPlotted(values[pixel], unit), color: null },
        ],
        more: [],
      },
      palette,
    );
  }, [output, name, columns, spread, palette]);
  return (
    <>
      <ChartPlot chart={chart} label={`${name} as a map`} height={height} isWaiting={false} />
      <Text size="xs" c="dimmed" mt={4}>
        The standard deviation of the training rows at each pixel.
      </Text>
    </>
  );
}
