import type { SimulationCurve } from "@understudy/shared/api/simulation.ts";
import { axisTitle, type Figure } from "./figure.ts";
import { axis, frame } from "./frame.ts";
import type { Palette } from "./palette.ts";
import { extent, padded, type Span, spanOf } from "./ranges.ts";

export type NamedCurve = {
  readonly curve: SimulationCurve;
  readonly name: string;
  readonly unit: string;
  readonly coordinate: string;
  readonly coordinateUnit: string;
  readonly spacing: Span["type"];
};

/** A vector output of one simulation, as its server sent it. */
export function simulationCurveFigure(named: NamedCurve, palette: Palette): Figure {
  const { curve, name, unit, coordinate, coordinateUnit, spacing } = named;
  const x = curve.coordinate.values;
  const along = spanOf(extent(x) ?? [0, 1], spacing);
  return {
    data: [
      {
        type: "scatter",
        mode: "lines",
        x: [...x],
        y: [...curve.values],
        line: { color: palette.actual, width: 2 },
        name: "Simulation",
        hovertemplate: "%{x:.5~g}, %{y:.5~g}<extra></extra>",
      },
    ],
    layout: frame(palette, `simulation ${curve.name}`, {
      xaxis: axis(palette, axisTitle(coordinate, coordinateUnit), along.range, { type: along.type }),
      yaxis: axis(palette, axisTitle(name, unit), padded(extent(curve.values) ?? [0, 1])),
    }),
    summary: `${name} of the simulation over ${coordinate}, ${curve.values.length} points.`,
    readout: {
      trace: 0,
      count: x.length,
      describe: (point) => `${x[point]?.toPrecision(5)}: ${curve.values[point]?.toPrecision(5)}`,
    },
  };
}
