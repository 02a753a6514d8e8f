import { memo, useId } from "react";
import type { ChartAxis, ChartReadout, MapColors } from "../model/chart.ts";
import { formatAxisTitle } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";
import { type ChartLayout, MAX_NAME } from "./layout.ts";
import { colorAt } from "./map-colors.ts";
import { createScale, createTicks } from "./scales.ts";

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

type CrosshairProps = { readout: ChartReadout; point: number; layout: ChartLayout; palette: Palette };

/** A vertical line through a point, and a ring around it. */
export function Crosshair({ readout, point, layout, palette }: CrosshairProps) {
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

const BAR_WIDTH_PX = 12;
const BAR_GAP_PX = 12;
const GRADIENT_STOPS = Array.from({ length: 17 }, (_, at) => at / 16);
const MIN_TICK_GAP_PX = 44;

type ColourBarProps = {
  low: number;
  high: number;
  colors: MapColors;
  name: string;
  unit: string;
  layout: ChartLayout;
  palette: Palette;
};

/** Explains the colours of a map. */
export const ColourBar = memo(function ColourBar({
  low,
  high,
  colors,
  name,
  unit,
  layout,
  palette,
}: ColourBarProps) {
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
