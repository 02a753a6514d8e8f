/** The content of the scalar plot, in the units shown. */
import type { OutputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
import type { PinnedCurve } from "#plots/figures/output-curve.ts";
import type { ScalarSweep } from "#plots/figures/scalar-sweep.ts";
import type { DataRow } from "./compared-row.ts";
import type { Parameter } from "./parameters.ts";
import type { PinnedPoint } from "./points/pinned-points.ts";
import type { SweepAnswer } from "./sweep-request.ts";

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
export function shownSweep(
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
export const pinnedSweeps = (
  pinned: readonly PinnedPoint[],
  { output, parameter, xMultiplier, yMultiplier }: PlottedSweep,
): PinnedCurve[] =>
  pinned.flatMap(({ name, color, sweep }) => {
    if (sweep?.output !== output.name || sweep.parameter !== parameter.name) return [];
    const x = sweep.x.map((value, at) => (parameter.kind === "slider" ? Number(value) / xMultiplier : at));
    return [{ label: name, color, x, y: sweep.values.map((value) => value / yMultiplier) }];
  });
