import type { SimulationCurve } from "@understudy/shared/api/simulation.ts";
import { type Figure, hoverNumber, say } from "./figure.ts";
import { frame, quantityAxis } from "./frame.ts";
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
        hovertemplate: `${hoverNumber("x", coordinateUnit)}, ${hoverNumber("y", unit)}<extra></extra>`,
      },
    ],
    layout: frame(palette, `simulation ${curve.name}`, {
      xaxis: quantityAxis(palette, [coordinate, coordinateUnit], along.range, { type: along.type }),
      yaxis: quantityAxis(palette, [name, unit], padded(extent(curve.values) ?? [0, 1])),
    }),
    summary: `${name} of the simulation over ${coordinate}, ${curve.values.length} points.`,
    readout: {
      trace: 0,
      count: x.length,
      describe: (point) => `${say(x[point], coordinateUnit)}: ${say(curve.values[point], unit)}`,
    },
  };
}
