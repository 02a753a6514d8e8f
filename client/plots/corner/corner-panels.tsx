import { memo } from "react";
import {
  type CornerChart,
  type CornerPair,
  type CornerParameter,
  findRegions,
  REGION_SHARES,
} from "../figures/corner.ts";
import { formatAxisTitle } from "../figures/figure.ts";
import { usePalette } from "../use-palette.ts";
import {
  acrossSize,
  alongSize,
  type Box,
  barsPath,
  type CornerLayout,
  cellsPath,
  PANEL_GAP_PX,
  placeTicks,
} from "./corner-layout.ts";

/** The opacity of each region, the densest first. */
export const REGION_OPACITY = [0.95, 0.62, 0.36, 0.16] as const;
const TICK_LABEL_PROPS = { fontSize: 11 } as const;
const TITLE_PROPS = { fontSize: 12, textAnchor: "middle" } as const;
/** Width of a character of a title, in pixels. */
const CHARACTER_WIDTH_PX = 6.8;
const truncateTitle = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

type Props = { chart: CornerChart; layout: CornerLayout };

export const CornerPanels = memo(function CornerPanels({ chart, layout }: Props) {
  const { parameters, pairs } = chart;
  return (
    <>
      {pairs.map((pair) => (
        <Pair key={`${pair.first} ${pair.second}`} pair={pair} layout={layout} />
      ))}
      {parameters.map((parameter, at) => (
        <Histogram key={parameter.name} parameter={parameter} at={at} layout={layout} />
      ))}
      {parameters.map((parameter, at) => (
        <Labels
          key={parameter.name}
          parameter={parameter}
          at={at}
          count={parameters.length}
          layout={layout}
        />
      ))}
    </>
  );
});

export function Frame({ box }: { box: Box }) {
  const { axis } = usePalette();
  const { left, top, size } = box;
  return <path d={`M${left} ${top}V${top + size}H${left + size}`} stroke={axis} fill="none" />;
}

function Pair({ pair, layout }: { pair: CornerPair; layout: CornerLayout }) {
  const palette = usePalette();
  const box = layout.computeBox(pair.first, pair.second);
  const [x, y] = [layout.along[pair.first]?.scale, layout.along[pair.second]?.scale];
  if (x === undefined || y === undefined) return null;
  const regions = findRegions(pair.counts);
  return (
    <g>
      {REGION_SHARES.map((share, region) => (
        <path
          key={share}
          className="plot-rect"
          d={cellsPath(pair, (cell) => regions[cell] === region, [x, y], box)}
          fill={palette.prediction}
          opacity={REGION_OPACITY[region]}
          shapeRendering="crispEdges"
        />
      ))}
      <Frame box={box} />
    </g>
  );
}

type ParameterPanelProps = { parameter: CornerParameter; at: number; layout: CornerLayout };

export function Histogram({ parameter, at, layout }: ParameterPanelProps) {
  const palette = usePalette();
  const box = layout.computeBox(at, at);
  const scale = layout.along[at]?.scale;
  if (scale === undefined) return null;
  return (
    <g>
      <path className="plot-rect" d={barsPath(parameter, scale, box)} fill={palette.faint} />
      {parameter.options === null &&
        parameter.marks.map((value, mark) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: their order is what they are
            key={mark}
            d={`M${box.left + scale.to(value)} ${box.top}v${box.size}`}
            stroke={palette.actual}
            strokeWidth={mark === 1 ? 1.75 : 1}
            {...(mark !== 1 && { strokeDasharray: "4 3" })}
          />
        ))}
      <Frame box={box} />
    </g>
  );
}

/** Numbers below the last row, and beside the first column. */
export function Labels({ parameter, at, count, layout }: ParameterPanelProps & { count: number }) {
  const { muted, axis } = usePalette();
  const along = layout.along[at];
  if (along === undefined) return null;
  const bottomBox = layout.computeBox(at, count - 1);
  const leftBox = layout.computeBox(0, at);
  const bottom = bottomBox.top + bottomBox.size;
  const title = truncateTitle(
    formatAxisTitle(parameter.name, parameter.unit),
    Math.floor((layout.size + PANEL_GAP_PX) / CHARACTER_WIDTH_PX),
  );
  const { scale, ticks } = along;
  const across = placeTicks(ticks, scale, layout.size, alongSize);
  const up = placeTicks(ticks, scale, layout.size, acrossSize);
  return (
    <g fill={muted} {...TICK_LABEL_PROPS}>
      <g textAnchor="middle">
        {across.map(({ value, label, middle }) => (
          <g key={value}>
            <path d={`M${bottomBox.left + scale.to(value)} ${bottom}v4`} stroke={axis} />
            <text x={bottomBox.left + middle} y={bottom + 16}>
              {label}
            </text>
          </g>
        ))}
      </g>
      <text x={bottomBox.left + bottomBox.size / 2} y={bottom + 36} {...TITLE_PROPS}>
        {title}
      </text>
      {at > 0 && (
        <>
          <g textAnchor="end">
            {up.map(({ value, label, middle }) => (
              <g key={value}>
                <path
                  d={`M${leftBox.left} ${leftBox.top + leftBox.size - scale.to(value)}h-4`}
                  stroke={axis}
                />
                <text x={leftBox.left - 7} y={leftBox.top + leftBox.size - middle} dy="0.34em">
                  {label}
                </text>
              </g>
            ))}
          </g>
          <text transform={`translate(12 ${leftBox.top + leftBox.size / 2}) rotate(-90)`} {...TITLE_PROPS}>
            {title}
          </text>
        </>
      )}
    </g>
  );
}
