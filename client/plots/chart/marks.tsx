import { memo } from "react";
import type { BandMark, LineMark, Mark, PointsMark, RectsMark, Zone } from "./chart.ts";
import type { ChartLayout } from "./layout.ts";
import { bandPaths, linePaths, type Paths } from "./paths.ts";

type Of<Drawn> = { mark: Drawn; layout: ChartLayout };

/** Of what is far from the training data. */
export const PALE = 0.32;

function Parts({ paths, look }: { paths: Paths; look: (path: string) => React.ReactNode }) {
  return (
    <>
      {paths.full !== "" && look(paths.full)}
      {paths.pale !== "" && (
        <g className="plot-pale" opacity={PALE}>
          {look(paths.pale)}
        </g>
      )}
    </>
  );
}

function Line({ mark, layout }: Of<LineMark>) {
  const { x, y, color, width, dash, hasPoints } = mark;
  const paths = linePaths(x, y, layout.place, mark.faded);
  const look = (path: string) => (
    <path
      className="plot-line"
      d={path}
      fill="none"
      stroke={color}
      strokeWidth={width}
      strokeLinejoin="round"
      {...(dash !== null && { strokeDasharray: dash })}
    />
  );
  const ring = { radius: 3, isHollow: true, bars: null };
  return (
    <>
      <Parts paths={paths} look={look} />
      {hasPoints && <Points mark={{ ...mark, ...ring, kind: "points" }} layout={layout} />}
    </>
  );
}

function Band({ mark, layout }: Of<BandMark>) {
  const paths = bandPaths(mark, layout.place, layout.bottom);
  return <Parts paths={paths} look={(path) => <path className="plot-band" d={path} fill={mark.color} />} />;
}

function Points({ mark, layout: { place, bottom } }: Of<PointsMark>) {
  const { x, y, color, radius, isHollow, bars, faded } = mark;
  // A logarithmic axis has no place for an end at or below 0.
  const heightOf = (value: number): number => {
    const pixel = place.y.to(value);
    return Number.isFinite(pixel) ? pixel : bottom;
  };
  return x.map((value, at) => {
    const height = y[at];
    const [left, top] = [place.x.to(value), height == null ? Number.NaN : place.y.to(height)];
    if (!Number.isFinite(left) || !Number.isFinite(top)) return null;
    const isPale = typeof faded === "boolean" ? faded : faded[at];
    const [lower, upper] = [bars?.lower[at], bars?.upper[at]];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two points may be the same
      <g key={at} {...(isPale && { className: "plot-pale", opacity: PALE })}>
        {bars && lower !== undefined && upper !== undefined && (
          <path
            d={
              bars.isHorizontal
                ? whisker(place.x.to(lower), place.x.to(upper), top)
                : `M${left} ${heightOf(lower)}V${heightOf(upper)}`
            }
            stroke={bars.color}
            strokeWidth={bars.isHorizontal ? 1.25 : 2}
          />
        )}
        <circle
          className="plot-point"
          cx={left}
          cy={top}
          r={radius}
          fill={isHollow ? "none" : color}
          stroke={color}
          strokeWidth={isHollow ? 1.5 : 0}
        />
      </g>
    );
  });
}

const CAP = 4;
const whisker = (from: number, to: number, y: number): string =>
  `M${from} ${y}H${to}M${from} ${y - CAP}V${y + CAP}M${to} ${y - CAP}V${y + CAP}`;

function Rects({ mark: { x, y, color }, layout: { place } }: Of<RectsMark>) {
  return x.map(([from, to], at) => {
    const [low = Number.NaN, high = Number.NaN] = y[at] ?? [];
    const [left, right] = [place.x.to(from), place.x.to(to)];
    const [one, other] = [place.y.to(low), place.y.to(high)];
    return [left, right, one, other].every(Number.isFinite) ? (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is what they are
        key={at}
        className="plot-rect"
        x={Math.min(left, right)}
        y={Math.min(one, other)}
        width={Math.abs(right - left)}
        height={Math.abs(other - one)}
        fill={color}
      />
    ) : null;
  });
}

function One({ mark, layout }: Of<Mark>) {
  switch (mark.kind) {
    case "line":
      return <Line mark={mark} layout={layout} />;
    case "band":
      return <Band mark={mark} layout={layout} />;
    case "points":
      return <Points mark={mark} layout={layout} />;
    case "rects":
      return <Rects mark={mark} layout={layout} />;
  }
}

type Props = { marks: readonly Mark[]; zones: readonly Zone[]; layout: ChartLayout };

/** Everything that changes with the data. */
export const Marks = memo(function Marks({ marks, zones, layout }: Props) {
  const { top, bottom, place } = layout;
  return (
    <>
      {zones.map(({ from, to, color }) => {
        const [left, right] = [place.x.to(from), place.x.to(to)];
        return (
          <rect
            key={from}
            className="plot-zone"
            x={left}
            y={top}
            width={Math.max(0, right - left)}
            height={bottom - top}
            fill={color}
          />
        );
      })}
      {marks.map((mark, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is what they are
        <One key={at} mark={mark} layout={layout} />
      ))}
    </>
  );
});
