import type { Histogram } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { memo, useMemo } from "react";
import { extent, padded, type Range } from "../../../../plots/figures/ranges.ts";
import { scalarSweepFigure } from "../../../../plots/figures/scalar-sweep.ts";
import { Legend, predictionLegend } from "../../../../plots/legend.tsx";
import { Plot } from "../../../../plots/plot.tsx";
import { usePalette } from "../../../../plots/use-palette.ts";
import type { Parameter } from "./parameters.ts";
import type { EmulatorSession } from "./session.ts";
import { useSteadyRange } from "./use-steady-range.ts";

type Props = {
  config: JobConfig;
  output: OutputDefinition;
  parameter: Parameter;
  /** Null while it is not known, and for an input with levels. */
  trained: Histogram | null;
  session: EmulatorSession;
  showUncertainties: boolean;
};

/** From the lowest to the highest value of the training rows. */
function rangeOf(trained: Histogram | null): Range | null {
  const [low] = trained?.edges ?? [];
  const high = trained?.edges.at(-1);
  return low === undefined || high === undefined ? null : [low, high];
}

const NOTHING: readonly number[] = [];
const EMPTY = { x: [], values: NOTHING, lower: NOTHING, upper: NOTHING };

/** A scalar output over one parameter, all others as they are set. */
export const ScalarPlot = memo(function ScalarPlot({
  config,
  output,
  parameter,
  trained,
  session,
  showUncertainties,
}: Props) {
  const palette = usePalette();
  const swept = session.useSweep();
  const row = session.useDataRow();
  const input = config.inputs.find(({ name }) => name === parameter.name);
  const xScale = input?.multiplier ?? 1;
  const yScale = output.multiplier;

  // While another output or parameter is being asked for, the answer for the one before must not be drawn as it.
  const isAnswer = swept?.output === output.name && swept.parameter === parameter.name;
  const sweep = useMemo(() => {
    if (swept === null || !isAnswer) return EMPTY;
    const shown = (values: readonly number[]) => values.map((value) => value / yScale);
    return {
      x: swept.x.map((value) =>
        typeof value === "number" && parameter.kind === "slider" ? value / xScale : value,
      ),
      values: shown(swept.values),
      lower: shown(swept.lower),
      upper: shown(swept.upper),
    };
  }, [swept, isAnswer, parameter, xScale, yScale]);

  const toX = (value: unknown) =>
    typeof value === "number" && parameter.kind === "slider" ? value / xScale : String(value);
  const current =
    swept === null || !isAnswer
      ? null
      : {
          x: toX(swept.current.x),
          y: swept.current.y / yScale,
          lower: swept.current.lower / yScale,
          upper: swept.current.upper / yScale,
        };
  const actualY = row?.data[output.name];
  const actual =
    row === null || typeof actualY !== "number"
      ? null
      : { label: `Row ${row.row}`, x: toX(row.data[parameter.name]), y: actualY / yScale };

  const initial = useMemo(
    () => padded([(output.min ?? 0) / yScale, (output.max ?? 1) / yScale]),
    [output.min, output.max, yScale],
  );
  const yRange = useSteadyRange(
    initial,
    extent(
      sweep.values,
      actual === null ? NOTHING : [actual.y],
      ...(showUncertainties ? [sweep.lower, sweep.upper] : []),
    ),
  );
  // As far as the curve reaches: beyond the slider's ends where a value was typed.
  const drawnRange =
    parameter.kind === "list"
      ? null
      : (extent([parameter.min / xScale, parameter.max / xScale], sweep.x.map(Number)) ?? null);
  const trainedRange = rangeOf(trained);
  const figure = scalarSweepFigure(
    {
      output: displayName(output),
      unit: output.unit,
      input: input === undefined ? parameter.name : displayName(input),
      inputUnit: input?.unit ?? "",
      sweep,
      xRange: drawnRange === null ? null : padded(drawnRange),
      trainedRange: trainedRange === null ? null : [trainedRange[0] / xScale, trainedRange[1] / xScale],
      yRange,
      showUncertainties,
      current,
      actual,
    },
    palette,
  );
  const label = `${displayName(output)} over ${input === undefined ? parameter.name : displayName(input)}`;
  return (
    <>
      <Plot figure={figure} label={label} height={320} />
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
