import type { Palette } from "../figures/palette.ts";
import type { ChartReadout } from "./chart.ts";
import type { ChartLayout } from "./layout.ts";

type Props = { readout: ChartReadout; point: number; layout: ChartLayout; palette: Palette };

/** A vertical line through a point, and a ring around it. */
export function Crosshair({ readout, point, layout, palette }: Props) {
  const { left, right, top, bottom, place } = layout;
  const x = place.x.to(readout.x[point] ?? Number.NaN);
  const value = readout.y[point];
  const y = value == null ? Number.NaN : place.y.to(value);
  if (!Number.isFinite(x)) return null;
  const across = readout.nearest === "both" && Number.isFinite(y) ? `M${left} ${y}H${right}` : "";
  const isOnMap = readout.columns !== undefined;
  const lines = `M${x} ${top}V${bottom}${across}`;
  return (
    <g className="plot-crosshair" pointerEvents="none" fill="none">
      {/* The colours of a map may be as dark as the line, or as light. */}
      {isOnMap && <path d={lines} stroke="#fff" strokeOpacity={0.7} strokeWidth={3} />}
      <path d={lines} stroke={isOnMap ? "#000" : palette.muted} strokeDasharray="3 3" />
      {Number.isFinite(y) && isOnMap && <circle cx={x} cy={y} r={5} stroke="#fff" strokeWidth={4} />}
      {Number.isFinite(y) && (
        <circle cx={x} cy={y} r={5} stroke={isOnMap ? "#000" : palette.prediction} strokeWidth={2} />
      )}
    </g>
  );
}
