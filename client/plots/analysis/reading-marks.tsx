/** Marks of what is read or chosen, which the page draws above the figure. */
import type { PlotArea } from "../chart/layout.ts";
import type { AnalysisFigure, Place, PointReference } from "./analysis-figure.ts";
import { isWithin } from "./axes-area.ts";

type RingProps = {
  at: readonly [number, number];
  area: PlotArea;
  /** The crosshair is drawn too: plotly.js draws none at painted points. */
  hasSpikes: boolean;
};

/** A ring around the point that is read. */
export function Ring({ at, area, hasSpikes }: RingProps) {
  const [left, top] = [area.place.x.to(at[0]), area.place.y.to(at[1])];
  if (!isWithin(area, [left, top])) return null;
  return (
    <>
      {hasSpikes && (
        <>
          <div
            className="plot-spike"
            style={{ left, top: area.top, borderLeftWidth: 1, height: area.bottom - area.top }}
          />
          <div
            className="plot-spike"
            style={{ top, left: area.left, borderTopWidth: 1, width: area.right - area.left }}
          />
        </>
      )}
      <div className="plot-ring" style={{ left, top }} />
    </>
  );
}

type LineMarksProps = {
  lines: NonNullable<AnalysisFigure["lines"]>;
  /** The line that is read; null: none is. */
  read: PointReference | null;
  width: number;
  height: number;
};

/** The chosen line and the one that is read, above all others: plotly.js draws every line one pixel wide. */
export function LineMarks({ lines, read, width, height }: LineMarksProps) {
  const { chosen, chosenColor, findCorners } = lines;
  const join = (corners: readonly Place[]) => corners.map(({ x, y }) => `${x},${y}`).join(" ");
  const draw = (line: PointReference, stroke?: string) => {
    const points = join(findCorners(line, { width, height }));
    return (
      <>
        <polyline points={points} data-outline="" />
        <polyline points={points} stroke={stroke} />
      </>
    );
  };
  return (
    <svg className="plot-lines" width={width} height={height} aria-hidden="true" focusable="false">
      {chosen !== null && draw(chosen, chosenColor)}
      {read !== null && draw(read)}
    </svg>
  );
}
