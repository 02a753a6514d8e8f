import { memo } from "react";
import { barText } from "../figures/corner.ts";
import { groupSpots, nearestSample, type PairChart, pairTable, sampleText } from "../figures/pair-plots.ts";
import { usePalette } from "../use-palette.ts";
import { CornerFrame } from "./corner-frame.tsx";
import { binAt, type CornerLayout, panelAt } from "./corner-layout.ts";
import { Frame, Histogram, Labels } from "./corner-panels.tsx";

/** Pixels of a point that stands for one row: the fewer rows there are the larger, and of one that stands for very many. */
const POINT_DIAMETERS_PX = { least: 3, most: 6, many: 16 } as const;
/** The part of a panel that points cover where none lies on another. */
const MAX_COVERED_SHARE = 0.1;

const computeDiameter = (rows: number, size: number): number =>
  Math.min(
    POINT_DIAMETERS_PX.most,
    Math.max(
      POINT_DIAMETERS_PX.least,
      2 * size * Math.sqrt(MAX_COVERED_SHARE / (Math.PI * Math.max(1, rows))),
    ),
  );

/** The greatest distance, in pixels, between the pointer and a point that it selects. */
const MAX_POINTER_DISTANCE_PX = 12;
type Props = { chart: PairChart; label: string };

/** The histogram of each parameter on the diagonal, and the rows as points over each pair below it. */
export function PairPlot({ chart, label }: Props) {
  const names = chart.parameters.map(({ name }) => name).join(", ");
  return (
    <CornerFrame
      parameters={chart.parameters}
      label={label}
      summary={`Histograms of ${names}, and ${chart.rows.length} training rows over each pair of them.`}
      table={() => pairTable(chart)}
      textAt={(layout, at) => textAt(chart, layout, at)}
    >
      {(layout) => <Panels chart={chart} layout={layout} />}
    </CornerFrame>
  );
}

const Panels = memo(function Panels({ chart, layout }: { chart: PairChart; layout: CornerLayout }) {
  const { parameters } = chart;
  return parameters.map((parameter, row) => (
    <g key={parameter.name}>
      {parameters.slice(0, row).map(({ name }, column) => (
        <Points key={name} chart={chart} layout={layout} column={column} row={row} />
      ))}
      <Histogram parameter={parameter} at={row} layout={layout} />
      <Labels parameter={parameter} at={row} count={parameters.length} layout={layout} />
    </g>
  ));
});

type PanelProps = { chart: PairChart; layout: CornerLayout; column: number; row: number };

function Points({ chart, layout, column, row }: PanelProps) {
  const { prediction } = usePalette();
  const box = layout.computeBox(column, row);
  const diameter = computeDiameter(chart.rows.length, box.size);
  const spots = Map.groupBy(groupSpots(placesIn(chart, layout, column, row)), ({ count }) => count);
  return (
    <g>
      {Array.from(spots, ([count, alike]) => (
        <path
          key={count}
          d={alike
            .map(
              ({ at: [x, y] }) =>
                `M${roundToTenths(box.left + x)} ${roundToTenths(box.top + box.size - y)}h0`,
            )
            .join("")}
          stroke={prediction}
          strokeWidth={Math.min(POINT_DIAMETERS_PX.many, diameter * Math.sqrt(count))}
          strokeLinecap="round"
          opacity={0.75}
          fill="none"
        />
      ))}
      <Frame box={box} />
    </g>
  );
}

const roundToTenths = (pixel: number): number => Math.round(pixel * 10) / 10;

/** The position of each row in a panel, from its left and its bottom. */
function placesIn(
  { values }: PairChart,
  { along }: CornerLayout,
  column: number,
  row: number,
): (readonly [number, number])[] {
  const [x, y] = [along[column]?.scale, along[row]?.scale];
  const up = values[row] ?? [];
  if (x === undefined || y === undefined) return [];
  return (values[column] ?? []).map((value, at) => [x.to(value), y.to(up[at] ?? 0)] as const);
}

function textAt(chart: PairChart, layout: CornerLayout, at: readonly [number, number]): string {
  const panel = panelAt(layout, chart.parameters.length, at);
  if (panel === null) return "";
  if (panel.column === panel.row) {
    const parameter = chart.parameters[panel.column];
    const value = layout.along[panel.column]?.scale.from(panel.x) ?? 0;
    const bin = parameter === undefined ? null : binAt(parameter.edges, value);
    return parameter === undefined || bin === null ? "" : barText(parameter, bin, "training rows");
  }
  const places = placesIn(chart, layout, panel.column, panel.row);
  const sample = nearestSample(places, [panel.x, panel.y], MAX_POINTER_DISTANCE_PX);
  return sample === null ? "" : sampleText(chart, sample, [panel.column, panel.row]);
}
