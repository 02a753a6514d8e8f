import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";
import type { Chart } from "../model/chart.ts";
import {
  bandMark,
  formatAxisTitle,
  formatPlotted,
  lineMark,
  numberAxis,
  seriesTable,
} from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { createSpan, extent, padRange, type Span, spanValues } from "../model/ranges.ts";
import type { CurveLabels } from "./curve.ts";
import { withBounds } from "./output-curve.ts";

type Curve = { readonly x: readonly number[]; readonly y: readonly number[] };
/** Values as they are shown, in the units beside them. */
export type CurvesAndTarget = CurveLabels & {
  readonly spacing: Span["type"];
  readonly target: Curve;
  /** The best first; `isChosen`: the one that the page shows. */
  readonly designs: readonly (Curve & {
    readonly label: string;
    readonly isChosen: boolean;
    readonly bounds: Bounds | null;
  })[];
};
/** The 95% bounds of a curve, at its points. */
type Bounds = { readonly lower: readonly number[]; readonly upper: readonly number[] };

/** The target value at each of `x`, linear between its points; null outside them. */
function targetAt({ x, y }: Curve, at: number): number | null {
  const [first, last] = [x.at(0), x.at(-1)];
  if (first === undefined || last === undefined || !(at >= first && at <= last)) return null;
  return interpolateLinear(Float64Array.from(x), Float64Array.from(y), Float64Array.of(at))[0] ?? null;
}

/** Curves of the best designs over the one that they are to match. */
export function targetCurvesChart(plot: CurvesAndTarget, palette: Palette): Chart {
  const { name, unit, coordinate, coordinateUnit, spacing, target, designs } = plot;
  const chosen = designs.find(({ isChosen }) => isChosen);
  const along = createSpan(extent(target.x, ...designs.map(({ x }) => x)) ?? [0, 1], spacing);
  const bounds = chosen?.bounds ?? null;
  const range = padRange(
    extent(target.y, ...designs.map(({ y }) => y), bounds?.lower ?? [], bounds?.upper ?? []) ?? [0, 1],
  );
  // The page's own design lies over the others, the target over all of them.
  const drawn = [...designs.filter(({ isChosen }) => !isChosen), ...(chosen === undefined ? [] : [chosen])];
  const { x, y } = chosen ?? target;
  const findTarget = (at: number): number | null => targetAt(target, x[at] ?? Number.NaN);
  const text = (at: number) =>
    withBounds(
      formatPlotted(y[at], unit),
      bounds && [formatPlotted(bounds.lower[at], unit), formatPlotted(bounds.upper[at], unit)],
    );
  const parts = (at: number) => [
    { label: coordinate, text: formatPlotted(x[at], coordinateUnit), color: null },
    ...(chosen === undefined ? [] : [{ label: chosen.label, text: text(at), color: palette.prediction }]),
    ...(findTarget(at) === null
      ? []
      : [{ label: "Target", text: formatPlotted(findTarget(at), unit), color: palette.actual }]),
  ];
  return {
    x: numberAxis(coordinate, coordinateUnit, spanValues(along), { type: along.type }),
    y: numberAxis(name, unit, range),
    zones: [],
    marks: [
      ...(bounds === null ? [] : [bandMark({ name: "95% bounds", x, ...bounds, color: palette.band })]),
      ...drawn.map((design) =>
        lineMark({
          name: design.label,
          x: design.x,
          y: design.y,
          color: palette.prediction,
          width: design.isChosen ? 2.5 : 1.5,
          faded: !design.isChosen,
        }),
      ),
      lineMark({ name: "Target", x: target.x, y: target.y, color: palette.actual, dash: "6 4" }),
    ],
    revision: `target ${name} ${coordinate}`,
    summary: `${name} over ${coordinate}: the target, and ${designs.length} of the best designs${bounds === null ? "" : ", the chosen one with its 95% bounds"}.`,
    readout: {
      x,
      y,
      count: x.length,
      parts,
    },
    table: () =>
      seriesTable(formatAxisTitle(coordinate, coordinateUnit), formatAxisTitle(name, unit), [
        { name: "Target", ...target },
        ...designs.flatMap(({ label, bounds: designBounds, ...design }) => [
          { name: label, x: design.x, y: design.y },
          ...(designBounds === null
            ? []
            : [
                { name: `${label}, lower bound`, x: design.x, y: designBounds.lower },
                { name: `${label}, upper bound`, x: design.x, y: designBounds.upper },
              ]),
        ]),
      ]),
  };
}
