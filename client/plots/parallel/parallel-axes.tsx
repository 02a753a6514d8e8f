import { linearTickTexts } from "@understudy/shared/quantities/tick-text.ts";
import { formatAxisTitle } from "../figures/figure.ts";
import type { Brushes, ParallelAxis } from "../figures/parallel-coordinates.ts";
import { usePalette } from "../use-palette.ts";
import type { ParallelLayout } from "./parallel-layout.ts";

/** Colours and sizes are attributes, so that a saved file looks like the page. */
const LABEL_PROPS = { fontSize: 11, textAnchor: "middle" } as const;
const MAX_NAME_LENGTH = 15;
const MAX_CATEGORY_LENGTH = 10;
const BRUSH_WIDTH_PX = 12;
const truncateText = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

type Props = { axes: readonly ParallelAxis[]; layout: ParallelLayout; brushes: Brushes };

/** The axes with their names and ends, and the stretches that are brushed. */
export function ParallelAxes({ axes, layout, brushes }: Props) {
  const palette = usePalette();
  return axes.map((axis, at) => {
    const left = layout.left[at] ?? 0;
    const brush = brushes[at];
    const title = formatAxisTitle(axis.name, axis.unit);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two axes may have one name
      <g key={at}>
        <path d={`M${left} ${layout.top}V${layout.bottom}`} stroke={palette.axis} strokeWidth={1.5} />
        {brush !== undefined && (
          <rect
            className="plot-brush"
            x={left - BRUSH_WIDTH_PX / 2}
            y={layout.to(at, brush[1])}
            width={BRUSH_WIDTH_PX}
            height={layout.to(at, brush[0]) - layout.to(at, brush[1])}
            fill={palette.band}
            stroke={palette.prediction}
          />
        )}
        <text x={left} y={layout.bottom + 26} fill={palette.ink} {...LABEL_PROPS}>
          {truncateText(title, MAX_NAME_LENGTH)}
          <title>{title}</title>
        </text>
        <Ends axis={axis} at={at} left={left} layout={layout} color={palette.muted} />
      </g>
    );
  });
}

type EndsProps = { axis: ParallelAxis; at: number; left: number; layout: ParallelLayout; color: string };

/** The numbers at both ends, or the name of every category. */
function Ends({ axis: { range, unit, categories }, at, left, layout, color }: EndsProps) {
  if (categories !== null)
    return categories.map((name, value) => (
      <text key={name} x={left + 9} y={layout.to(at, value)} dy="-0.5em" fill={color} fontSize={11}>
        {truncateText(name, MAX_CATEGORY_LENGTH)}
      </text>
    ));
  const [lowest, highest] = linearTickTexts(range, unit);
  return (
    <g fill={color} {...LABEL_PROPS}>
      <text x={left} y={layout.top - 8}>
        {highest}
      </text>
      <text x={left} y={layout.bottom + 13}>
        {lowest}
      </text>
    </g>
  );
}
