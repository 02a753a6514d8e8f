import { memo } from "react";
import { formatAxisTitle } from "../figures/figure.ts";
import type { Palette } from "../figures/palette.ts";
import type { ChartAxis } from "./chart.ts";
import { type ChartLayout, MAX_NAME } from "./layout.ts";

type Props = {
  x: ChartAxis;
  y: ChartAxis;
  /** A map is drawn without grid lines, which would cover its cells. */
  hasMap: boolean;
  layout: ChartLayout;
  palette: Palette;
};

/** Colours and sizes are attributes, so that a saved file looks like the page. */
const TICK_LABEL_PROPS = { fontSize: 11 } as const;
const TITLE_PROPS = { fontSize: 12, textAnchor: "middle" } as const;
const TICK_LENGTH_PX = 4;
/** A category's name; the whole of it is read out at the crosshair. */
const truncateLabel = (label: string, most: number): string =>
  label.length > most ? `${label.slice(0, most - 1)}…` : label;

/** Grid, marks and titles. They stay while a slider moves. */
export const Axes = memo(function Axes({ x, y, hasMap, layout, palette }: Props) {
  const { left, right, top, bottom, place, xTicks, yTicks } = layout;
  const { axis, grid, muted } = palette;
  return (
    <g>
      <g className="plot-x-ticks" fill={muted} textAnchor="middle" {...TICK_LABEL_PROPS}>
        {xTicks.map(({ value, label }) => {
          const at = place.x.to(value);
          return (
            <g key={value}>
              <path
                d={`M${at} ${hasMap ? bottom : top}V${bottom + TICK_LENGTH_PX}`}
                stroke={hasMap ? axis : grid}
              />
              <text x={at} y={bottom + 16}>
                {truncateLabel(label, MAX_NAME.x)}
              </text>
            </g>
          );
        })}
      </g>
      <g className="plot-y-ticks" fill={muted} textAnchor="end" {...TICK_LABEL_PROPS}>
        {yTicks.map(({ value, label }) => {
          const at = place.y.to(value);
          return (
            <g key={value}>
              {y.categories === null && (
                <path
                  d={`M${left - TICK_LENGTH_PX} ${at}H${hasMap ? left : right}`}
                  stroke={hasMap ? axis : grid}
                />
              )}
              <text x={left - 7} y={at} dy="0.34em">
                {truncateLabel(label, MAX_NAME.y)}
              </text>
            </g>
          );
        })}
      </g>
      <path d={`M${left} ${top}V${bottom}H${right}`} stroke={axis} fill="none" />
      <text x={(left + right) / 2} y={bottom + 38} fill={muted} {...TITLE_PROPS}>
        {formatAxisTitle(x.name, x.unit)}
      </text>
      <text transform={`translate(13 ${(top + bottom) / 2}) rotate(-90)`} fill={muted} {...TITLE_PROPS}>
        {formatAxisTitle(y.name, y.unit)}
      </text>
    </g>
  );
});
