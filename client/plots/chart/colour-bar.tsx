import { memo, useId } from "react";
import { titleOf } from "../figures/figure.ts";
import type { Palette } from "../figures/palette.ts";
import type { Range } from "../figures/ranges.ts";
import type { MapColors } from "./chart.ts";
import type { ChartLayout } from "./layout.ts";
import { colorAt } from "./map-colors.ts";
import { scaleOf, ticksOf } from "./scales.ts";

const WIDTH = 12;
const GAP = 12;
const STOPS = Array.from({ length: 17 }, (_, at) => at / 16);
const LABEL = { fontSize: 11 } as const;
const TITLE = { fontSize: 12, textAnchor: "middle" } as const;
const ROOM = 44;

type Props = {
  low: number;
  high: number;
  colors: MapColors;
  name: string;
  unit: string;
  layout: ChartLayout;
  palette: Palette;
};

/** What the colours of a map stand for. */
export const ColourBar = memo(function ColourBar({ low, high, colors, name, unit, layout, palette }: Props) {
  const id = useId();
  const { right, top, bottom } = layout;
  const range: Range = [low, high];
  const axis = { name, unit, type: "linear", range, categories: null } as const;
  const { to } = scaleOf(axis, [bottom, top]);
  const left = right + GAP;
  return (
    <g className="plot-colour-bar" fill={palette.muted}>
      <linearGradient id={id} x1="0" x2="0" y1="1" y2="0">
        {STOPS.map((share) => (
          <stop key={share} offset={share} stopColor={colorAt(colors, share)} />
        ))}
      </linearGradient>
      <rect x={left} y={top} width={WIDTH} height={bottom - top} fill={`url(#${id})`} />
      {ticksOf(axis, Math.max(2, Math.floor((bottom - top) / ROOM))).map(({ value, label }) => (
        <text key={value} x={left + WIDTH + 4} y={to(value)} dy="0.34em" {...LABEL}>
          {label}
        </text>
      ))}
      <text transform={`translate(${right + 78} ${(top + bottom) / 2}) rotate(-90)`} {...TITLE}>
        {titleOf(name, unit)}
      </text>
    </g>
  );
});
