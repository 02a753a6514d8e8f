import { memo, useId } from "react";
import { formatAxisTitle } from "../figures/figure.ts";
import type { Palette } from "../figures/palette.ts";
import type { Range } from "../figures/ranges.ts";
import type { MapColors } from "./chart.ts";
import type { ChartLayout } from "./layout.ts";
import { colorAt } from "./map-colors.ts";
import { createScale, createTicks } from "./scales.ts";

const BAR_WIDTH_PX = 12;
const BAR_GAP_PX = 12;
const GRADIENT_STOPS = Array.from({ length: 17 }, (_, at) => at / 16);
const TICK_LABEL_PROPS = { fontSize: 11 } as const;
const TITLE_PROPS = { fontSize: 12, textAnchor: "middle" } as const;
const MIN_TICK_GAP_PX = 44;

type Props = {
  low: number;
  high: number;
  colors: MapColors;
  name: string;
  unit: string;
  layout: ChartLayout;
  palette: Palette;
};

/** Explains the colours of a map. */
export const ColourBar = memo(function ColourBar({ low, high, colors, name, unit, layout, palette }: Props) {
  const id = useId();
  const { right, top, bottom } = layout;
  const range: Range = [low, high];
  const axis = { name, unit, type: "linear", range, categories: null } as const;
  const { to } = createScale(axis, [bottom, top]);
  const left = right + BAR_GAP_PX;
  return (
    <g className="plot-colour-bar" fill={palette.muted}>
      <linearGradient id={id} x1="0" x2="0" y1="1" y2="0">
        {GRADIENT_STOPS.map((share) => (
          <stop key={share} offset={share} stopColor={colorAt(colors, share)} />
        ))}
      </linearGradient>
      <rect x={left} y={top} width={BAR_WIDTH_PX} height={bottom - top} fill={`url(#${id})`} />
      {createTicks(axis, Math.max(2, Math.floor((bottom - top) / MIN_TICK_GAP_PX))).map(
        ({ value, label }) => (
          <text key={value} x={left + BAR_WIDTH_PX + 4} y={to(value)} dy="0.34em" {...TICK_LABEL_PROPS}>
            {label}
          </text>
        ),
      )}
      <text transform={`translate(${right + 78} ${(top + bottom) / 2}) rotate(-90)`} {...TITLE_PROPS}>
        {formatAxisTitle(name, unit)}
      </text>
    </g>
  );
});
