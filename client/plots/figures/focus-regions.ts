import type { FocusRegion } from "@understudy/shared/api/job-config.ts";
import { turnsBack } from "@understudy/shared/math/branches.ts";
import { indexOfSamePlace } from "../chart/nearest.ts";
import type { Chart } from "../model/chart.ts";
import {
  formatAxisTitle,
  formatPlotted,
  lineMark,
  numberAxis,
  pointsMark,
  seriesTable,
} from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent, linspace, padRange, type Range } from "../model/ranges.ts";
import type { CurveLabels } from "./curve.ts";

export type SampleCurves = CurveLabels & {
  /** Values as shown. */
  readonly xRange: Range;
  readonly curves: readonly { readonly x: readonly number[]; readonly y: readonly number[] }[];
  readonly regions: readonly FocusRegion[];
};

/** The ends of sections are marked at this share of the plot's height. */
const SECTION_MARK_HEIGHT = 0.02;

/** Sample curves with the focus regions and the ends of their sections. */
export function focusRegionsChart(plot: SampleCurves, palette: Palette): Chart {
  const { name, unit, coordinate, coordinateUnit, curves, regions } = plot;
  const yRange = padRange(extent(...curves.map(({ y }) => y)) ?? [0, 1]);
  const foot = yRange[0] + (yRange[1] - yRange[0]) * SECTION_MARK_HEIGHT;
  const ends = regions.flatMap(({ range, number_of_sections }) =>
    linspace(range[0], range[1], number_of_sections + 1),
  );
  const x = curves[0]?.x ?? [];
  const isLoop = turnsBack(x);
  const between = (at: number): Range | null =>
    extent(curves.map((curve) => curve.y[indexOfSamePlace(curve.x, x, at)] ?? Number.NaN));
  const text = (at: number): string => {
    const [low, high] = between(at) ?? [Number.NaN, Number.NaN];
    return `${formatPlotted(low, unit)} to ${formatPlotted(high, unit)}`;
  };
  return {
    x: numberAxis(coordinate, coordinateUnit, padRange(plot.xRange)),
    y: numberAxis(name, unit, yRange),
    zones: regions.map(({ range }) => ({ from: range[0], to: range[1], color: palette.region })),
    marks: [
      ...curves.map((curve) => lineMark({ name: "", ...curve, color: palette.faint, width: 1.25 })),
      pointsMark({ name: "Section ends", x: ends, y: ends.map(() => foot), color: palette.ink, radius: 2 }),
    ],
    revision: `regions ${name}`,
    summary: `${curves.length} sample curves of ${name} over ${coordinate}, with ${regions.length} focus regions.`,
    readout: {
      x,
      y: isLoop ? (curves[0]?.y ?? []) : x.map(() => null),
      count: x.length,
      ...(isLoop && { nearest: "both" as const }),
      parts: (at) => [
        { label: coordinate, text: formatPlotted(x[at], coordinateUnit), color: null },
        { label: `${curves.length} rows`, text: text(at), color: palette.prediction },
      ],
      describe: (at) => `${formatPlotted(x[at], coordinateUnit)}: ${text(at)}`,
    },
    table: () =>
      seriesTable(
        formatAxisTitle(coordinate, coordinateUnit),
        formatAxisTitle(name, unit),
        curves.map((curve, at) => ({ name: `Curve ${at + 1}`, ...curve })),
      ),
  };
}
