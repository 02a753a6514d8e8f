import type { SimulationCurve } from "@understudy/shared/api/simulation.ts";
import type { Chart } from "../model/chart.ts";
import { formatAxisTitle, formatPlotted, lineMark, numberAxis } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { createSpan, extent, padRange, type Span, spanValues } from "../model/ranges.ts";
import type { CurveLabels } from "./curve.ts";

export type NamedCurve = CurveLabels & {
  readonly curve: SimulationCurve;
  readonly spacing: Span["type"];
};

/** A vector output of one simulation, as its server sent it. */
export function simulationCurveChart(named: NamedCurve, palette: Palette): Chart {
  const { curve, name, unit, coordinate, coordinateUnit, spacing } = named;
  const x = curve.coordinate.values;
  const y = curve.values;
  const along = createSpan(extent(x) ?? [0, 1], spacing);
  return {
    x: numberAxis(coordinate, coordinateUnit, spanValues(along), { type: along.type }),
    y: numberAxis(name, unit, padRange(extent(y) ?? [0, 1])),
    zones: [],
    marks: [lineMark({ name: "Simulation", x, y, color: palette.actual })],
    revision: `simulation ${curve.name}`,
    summary: `${name} of the simulation over ${coordinate}, ${y.length} points.`,
    readout: {
      x,
      y,
      count: x.length,
      parts: (at) => [
        { label: coordinate, text: formatPlotted(x[at], coordinateUnit), color: null },
        { label: name, text: formatPlotted(y[at], unit), color: palette.actual },
      ],
      describe: (at) => `${formatPlotted(x[at], coordinateUnit)}: ${formatPlotted(y[at], unit)}`,
    },
    table: () => ({
      header: [formatAxisTitle(coordinate, coordinateUnit), formatAxisTitle(name, unit)],
      rows: x.map((value, at) => [value, y[at] ?? null]),
    }),
  };
}
