import type { Histogram } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { NO_UNIT, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, useMemo } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { farLegend, Legend, predictionLegend } from "#plots/chart/legend.tsx";
import type { PinnedCurve } from "#plots/figures/output-curve.ts";
import { type ScalarSweep, scalarSweepChart } from "#plots/figures/scalar-sweep.ts";
import {
  createSpan,
  extent,
  growRange,
  limitToNearby,
  mergeRanges,
  padRange,
  type Range,
  spanValues,
} from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import { logNeed, startRange } from "#predictions/axis-range.ts";
import type { DataRow } from "#predictions/compared-row.ts";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { isAway } from "#predictions/outside-training.ts";
import type { Parameter } from "#predictions/parameters.ts";
import type { PinnedPoint } from "#predictions/pinned-points.ts";
import type { SweepAnswer } from "#predictions/sweep-request.ts";
import { useSteadyRange } from "#predictions/use-steady-range.ts";

type Props = {
  config: JobConfig;
  output: OutputDefinition;
  parameter: Parameter;
  spacing: "linear" | "log";
  /** The axis of the output. */
  isLogarithmic: boolean;
  /** The histogram is null while it is not known, and for an input with levels. */
  trained: Histogram | null;
  store: EmulatorStore;
  pinned: readonly PinnedPoint[];
  showUncertainties: boolean;
  height: number;
};

/** Returns the lowest and the highest value of the training rows. */
function getTrainedRange(trained: Histogram | null): Range | null {
  const [low] = trained?.edges ?? [];
  const high = trained?.edges.at(-1);
  return low === undefined || high === undefined ? null : [low, high];
}

/** A scalar output over one parameter, all others as they are set. */
export const ScalarPlot = memo(function ScalarPlot({
  config,
  output,
  parameter,
  spacing,
  isLogarithmic,
  trained,
  store,
  pinned,
  showUncertainties,
  height,
}: Props) {
  const palette = usePalette();
  const answer = store.useSweep();
  const isFar = isAway(store.useOutside());
  const row = store.useDataRow();
  const input = config.inputs.find(({ name }) => name === parameter.name);
  const { text: xUnit, multiplier: xMultiplier } = useMemo(
    () => (input === undefined ? NO_UNIT : shownUnit(input)),
    [input],
  );
  const { text: yUnit, multiplier: yMultiplier } = useMemo(() => shownUnit(output), [output]);
  const { sweep, far, current, actual } = useMemo(
    () => shownSweep(answer, row, { output, parameter, xMultiplier, yMultiplier }),
    [answer, row, output, parameter, xMultiplier, yMultiplier],
  );
  const initial = useMemo(() => startRange(output, isLogarithmic), [output, isLogarithmic]);
  const bounds = showUncertainties ? [sweep.lower, sweep.upper] : [];
  const overlaid = useMemo(
    () => pinnedSweeps(pinned, { output, parameter, xMultiplier, yMultiplier }),
    [pinned, output, parameter, xMultiplier, yMultiplier],
  );
  const lines = [sweep.values, actual === null ? [] : [actual.y], ...overlaid.map(({ y }) => y)];
  const yRange = useSteadyRange({
    initial,
    needed: isLogarithmic
      ? logNeed(lines, bounds)
      : mergeRanges(extent(...lines), limitToNearby(extent(...bounds), initial)),
    fit: (needed) => (isLogarithmic ? padRange(needed) : growRange(initial, needed)),
  });
  const trainedRange = getTrainedRange(trained);
  const inputName = input === undefined ? parameter.name : displayName(input);
  const chart = scalarSweepChart(
    {
      output: displayName(output),
      unit: yUnit,
      input: inputName,
      inputUnit: xUnit,
      sweep,
      far,
      isFar,
      isLogarithmicX: spacing === "log",
      xRange: computeXRange(parameter, xMultiplier, spacing),
      trainedRange:
        trainedRange === null ? null : [trainedRange[0] / xMultiplier, trainedRange[1] / xMultiplier],
      yRange,
      isLogarithmicY: isLogarithmic,
      showUncertainties,
      current,
      actual,
      pinned: overlaid,
    },
    palette,
  );
  return (
    <>
      <ChartPlot
        chart={chart}
        label={`${displayName(output)} over ${inputName}`}
        height={height}
        isWaiting={sweep.x.length === 0}
      />
      <Legend
        items={[
          ...predictionLegend(palette, showUncertainties, actual?.label ?? null, "point"),
          ...(trained === null
            ? []
            : [{ label: "Outside the training data", color: palette.outside, kind: "band" } as const]),
          ...overlaid.map(({ label, color }) => ({ label, color, kind: "dashes" }) as const),
          ...(far.includes(true) ? [farLegend(palette)] : []),
        ]}
      />
    </>
  );
});

/** The range of the slider, in the unit shown. Null for categories. */
function computeXRange(parameter: Parameter, multiplier: number, spacing: "linear" | "log"): Range | null {
  if (parameter.kind === "list") return null;
  return spanValues(createSpan([parameter.min / multiplier, parameter.max / multiplier], spacing));
}

/** The content of the scalar plot, in the units shown. */
type ShownSweep = Pick<ScalarSweep, "sweep" | "far" | "current" | "actual">;
type PlottedSweep = {
  readonly output: OutputDefinition;
  readonly parameter: Parameter;
  /** The multiplier of the parameter's unit: stored value / multiplier = shown value. */
  readonly xMultiplier: number;
  /** The multiplier of the output's unit. */
  readonly yMultiplier: number;
};

const NO_ANSWER = { sweep: { x: [], values: [], lower: [], upper: [] }, far: [], current: null };

/** The curve, the sliders' point on it and the compared row; no curve while the answer is that of another plot. */
function shownSweep(
  answer: SweepAnswer | null,
  row: DataRow | null,
  { output, parameter, xMultiplier, yMultiplier }: PlottedSweep,
): ShownSweep {
  // The values of a list are categories, numbers among them.
  const toX = (value: unknown): ScalarValue =>
    typeof value === "number" && parameter.kind === "slider" ? value / xMultiplier : String(value);
  const toY = (value: number): number => value / yMultiplier;

  const y = row?.data[output.name];
  const actual =
    row === null || typeof y !== "number"
      ? null
      : { label: `Row ${row.row}`, x: toX(row.data[parameter.name]), y: toY(y) };
  if (answer?.output !== output.name || answer.parameter !== parameter.name) return { ...NO_ANSWER, actual };

  const { x, values, lower, upper, current, far } = answer;
  return {
    sweep: { x: x.map(toX), values: values.map(toY), lower: lower.map(toY), upper: upper.map(toY) },
    far,
    current: { x: toX(current.x), y: toY(current.y), lower: toY(current.lower), upper: toY(current.upper) },
    actual,
  };
}

/** The curves at the pinned points, at positions of the axis: a category lies at its index. */
const pinnedSweeps = (
  pinned: readonly PinnedPoint[],
  { output, parameter, xMultiplier, yMultiplier }: PlottedSweep,
): PinnedCurve[] =>
  pinned.flatMap(({ name, color, sweep }) => {
    if (sweep?.output !== output.name || sweep.parameter !== parameter.name) return [];
    const x = sweep.x.map((value, at) => (parameter.kind === "slider" ? Number(value) / xMultiplier : at));
    return [{ label: name, color, x, y: sweep.values.map((value) => value / yMultiplier) }];
  });
