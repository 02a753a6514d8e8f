import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { useMemo } from "react";
import { ChartPlot } from "../../../../plots/chart/chart-plot.tsx";
import { fieldChart } from "../../../../plots/figures/field.ts";
import { extent } from "../../../../plots/figures/ranges.ts";
import { usePalette } from "../../../../plots/use-palette.ts";
import type { EmulatorStore } from "./emulator-store.ts";

/** Accuracies below this one, in percent, have the colour of the worst. */
const LOWEST_PERCENTAGE = -100;

type Props = { output: OutputDefinition; columns: number; store: EmulatorStore; height: number };

/** The accuracy of a field on a grid, pixel by pixel. Where nothing varies there is none. */
export function MapAccuracy({ output, columns, store, height }: Props) {
  const palette = usePalette();
  const accuracy = store.useAccuracies()[output.name];
  const name = displayName(output);
  const chart = useMemo(() => {
    const coefficients = accuracy?.coefficients_of_determination ?? [];
    const values = coefficients.map((value) => (value === null ? Number.NaN : 100 * value));
    const [low] = extent(values) ?? [0];
    return fieldChart(
      {
        name: `Accuracy of ${name}`,
        unit: "%",
        columns,
        values,
        range: [Math.max(LOWEST_PERCENTAGE, low), 100],
        colors: "viridis",
        isFar: false,
        partsAt: (pixel) => {
          const coefficient = coefficients[pixel];
          const text = coefficient == null ? "nothing varies" : formatAccuracy(coefficient);
          return [{ label: "Accuracy", text, color: null }];
        },
        more: [],
      },
      palette,
    );
  }, [accuracy, name, columns, palette]);
  return (
    <ChartPlot
      chart={chart}
      label={`Accuracy of ${name} as a map`}
      height={height}
      isWaiting={accuracy === undefined || accuracy.coefficients_of_determination.length === 0}
    />
  );
}
