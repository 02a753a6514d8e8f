import type { Histogram } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { NO_UNIT, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, useMemo } from "react";
import { extent, padded, type Range } from "../../../../plots/figures/ranges.ts";
import { scalarSweepFigure } from "../../../../plots/figures/scalar-sweep.ts";
import { Legend, predictionLegend } from "../../../../plots/legend.tsx";
import { Plot } from "../../../../plots/plot.tsx";
import { usePalette } from "../../../../plots/use-palette.ts";
import type { EmulatorStore } from "./emulator-store.ts";
import type { Parameter } from "./parameters.ts";
import { shownSweep } from "./shown-sweep.ts";
import { useSteadyRange } from "./use-steady-range.ts";

type Props = {
  config: JobConfig;
  output: OutputDefinition;
  parameter: Parameter;
  /** Null while it is not known, and for an input with levels. */
  trained: Histogram | null;
  store: EmulatorStore;
  showUncertainties: boolean;
};

/** From the lowest to the highest value of the training rows. */
function rangeOf(trained: Histogram | null): Range | null {
  const [low] = trained?.edges ?? [];
  const high = trained?.edges.at(-1);
  return low === undefined || high === undefined ? null : [low, high];
}

/** A scalar output over one parameter, all others as they are set. */
export const ScalarPlot = memo(function ScalarPlot({
  config,
  output,
  parameter,
  trained,
  store,
  showUncertainties,
}: Props) {
  const palette = usePalette();
  const answer = store.useSweep();
  const row = store.useDataRow();
  const input = config.inputs.find(({ name }) => name === parameter.name);
  const { text: xUnit, multiplier: xMultiplier } = useMemo(
    () => (input === undefined ? NO_UNIT : shownUnit(input)),
    [input],
  );
  const { text: yUnit, multiplier: yMultiplier } = useMemo(() => shownUnit(output), [output]);
  const { sweep, current, actual } = useMemo(
    () => shownSweep(answer, row, { output, parameter, xMultiplier, yMultiplier }),
    [answer, row, output, parameter, xMultiplier, yMultiplier],
  );
  const initial = useMemo(
    () => padded([(output.min ?? 0) / yMultiplier, (output.max ?? 1) / yMultiplier]),
    [output.min, output.max, yMultiplier],
  );
  const bounds = showUncertainties ? [sweep.lower, sweep.upper] : [];
  const yRange = useSteadyRange(initial, extent(sweep.values, actual === null ? [] : [actual.y], ...bounds));
  const trainedRange = rangeOf(trained);
  const inputName = input === undefined ? parameter.name : displayName(input);
  const figure = scalarSweepFigure(
    {
      output: displayName(output),
      unit: yUnit,
      input: inputName,
      inputUnit: xUnit,
      sweep,
      xRange: xRangeOf(parameter, sweep.x, xMultiplier),
      trainedRange:
        trainedRange === null ? null : [trainedRange[0] / xMultiplier, trainedRange[1] / xMultiplier],
      yRange,
      showUncertainties,
      current,
      actual,
    },
    palette,
  );
  return (
    <>
      <Plot figure={figure} label={`${displayName(output)} over ${inputName}`} height={320} />
      <Legend
        items={[
          ...predictionLegend(palette, showUncertainties, actual?.label ?? null, "point"),
          ...(trained === null
            ? []
            : [{ label: "Outside the training data", color: palette.outside, kind: "band" } as const]),
        ]}
      />
    </>
  );
});

/** As far as the curve reaches: beyond the slider's ends where a value was typed. Null for categories. */
function xRangeOf(parameter: Parameter, x: readonly ScalarValue[], multiplier: number): Range | null {
  if (parameter.kind === "list") return null;
  const drawn = extent([parameter.min / multiplier, parameter.max / multiplier], x.map(Number));
  return drawn === null ? null : padded(drawn);
}
