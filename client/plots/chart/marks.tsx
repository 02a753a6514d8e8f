import { memo } from "react";
import type { BandMark, LineMark, Mark, PointsMark, RectsMark, Zone } from "../model/chart.ts";
import type { ChartLayout } from "./layout.ts";
import { bandPaths, linePaths, type Paths, placeHeight } from "./paths.ts";

type MarkProps<Drawn> = { mark: Drawn; layout: ChartLayout };

/** Opacity of marks far from the training data. */
export const PALE_OPACITY = 0.32;

function Parts({ paths, renderPath }: { paths: Paths; renderPath: (path: string) => React.ReactNode }) {
  return (
    <>
      {paths.full !== "" && renderPath(paths.full)}
      {paths.pale !== "" && (
        <g className="plot-pale" opacity={PALE_OPACITY}>
          {renderPath(paths.pale)}
        </g>
      )}
    </>
  );
}

function Line({ mark, layout }: MarkProps<LineMark>) {
  const { x, y, color, width, dash, hasPoints } = mark;
  const paths = linePaths(x, y, layout.place, mark.faded);
  const renderPath = (path: string) => (
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
      <Parts paths={paths} renderPath={renderPath} />
      {hasPoints && <Points mark={{ ...mark, ...ring, kind: "points" }} layout={layout} />}
    </>
  );
}

function Band({ mark, layout }: MarkProps<BandMark>) {
  const paths = bandPaths(mark, layout.place, layout.bottom);
  return (
    <Parts paths={paths} renderPath={(path) => <path className="plot-band" d={path} fill={mark.color} />} />
  );
}

function Points({ mark, layout: { place, bottom } }: MarkProps<PointsMark>) {
  const { x, y, color, radius, isHollow, bars, faded, isAtEdge = false } = mark;
  // A logarithmic axis has no place for an end at or below 0.
  const computeTop = (value: number): number => {
    const pixel = place.y.to(value);
    return Number.isFinite(pixel) ? pixel : bottom;
  };
  return x.map((value, at) => {
    const [left, top] = [place.x.to(value), placeHeight(y[at], place.y, isAtEdge ? bottom : null)];
    if (!Number.isFinite(left) || !Number.isFinite(top)) return null;
    const isPale = typeof faded === "boolean" ? faded : faded[at];
    const [lower, upper] = [bars?.lower[at], bars?.upper[at]];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two points may be the same
      <g key={at} {...(isPale && { className: "plot-pale", opacity: PALE_OPACITY })}>
        {bars && lower !== undefined && upper !== undefined && (
          <path
            d={`M${left} ${computeTop(lower)}V${computeTop(upper)}`}
            stroke={bars.color}
            strokeWidth={2}
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

function Rects({ mark: { x, y, color }, layout: { place } }: MarkProps<RectsMark>) {
  return x.map(([from, to], at) => {
    const [low = Number.NaN, high = Number.NaN] = y[at] ?? [];
    const [left, right] = [place.x.to(from), place.x.to(to)];
    const [lowTop, highTop] = [place.y.to(low), place.y.to(high)];
    return [left, right, lowTop, highTop].every(Number.isFinite) ? (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is what they are
        key={at}
        className="plot-rect"
        x={Math.min(left, right)}
        y={Math.min(lowTop, highTop)}
        width={Math.abs(right - left)}
        height={Math.abs(highTop - lowTop)}
        fill={color}
      />
    ) : null;
  });
}

function MarkShape({ mark, layout }: MarkProps<Mark>) {
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
        <MarkShape key={at} mark={mark} layout={layout} />
      ))}
    </>
  );
});
