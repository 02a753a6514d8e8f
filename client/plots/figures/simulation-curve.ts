import type { SimulationCurve } from "@understudy/shared/api/simulation.ts";
import { axisTitle, type Figure } from "./figure.ts";
import { axis, frame } from "./frame.ts";
import type { Palette } from "./palette.ts";
import { extent, logExtent, padded } from "./ranges.ts";

export type NamedCurve = {
  readonly curve: SimulationCurve;
  readonly name: string;
  readonly unit: string;
  readonly coordinate: string;
  readonly coordinateUnit: string;
};

/** A coordinate over more than this is drawn on a logarithmic axis. */
const WIDE = 1_000;

/** A vector output of one simulation, as its server sent it. */
export function simulationCurveFigure(named: NamedCurve, palette: Palette): Figure {
  const { curve, name, unit, coordinate, coordinateUnit } = named;
  const x = curve.coordinate.values;
  const isLog = x.every((value) => value > 0) && (x.at(-1) ?? 1) / (x[0] ?? 1) > WIDE;
  const xRange = (isLog ? logExtent(x) : extent(x)) ?? [0, 1];
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
      xaxis: axis(palette, axisTitle(coordinate, coordinateUnit), xRange, isLog ? { type: "log" } : {}),
      yaxis: axis(palette, axisTitle(name, unit), padded(extent(curve.values) ?? [0, 1])),
    }),
    summary: `${name} of the simulation over ${coordinate}, ${curve.values.length} points.`,
    readout: {
      trace: 0,
      count: x.length,
      say: (point) => `${x[point]?.toPrecision(5)}: ${curve.values[point]?.toPrecision(5)}`,
    },
  };
}
