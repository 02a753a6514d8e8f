import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { PlotArea } from "../chart/layout.ts";
import type { AnalysisFigure, PointReference } from "./analysis-figure.ts";
import { paintPoints, type RasterPoints } from "./point-raster.ts";

type Raster = NonNullable<AnalysisFigure["raster"]>;

export type RasterState = {
  /** The places of groups that are not drawn. */
  readonly hidden: ReadonlySet<number>;
  /** null: none are selected, and all are drawn alike. */
  readonly selected: readonly PointReference[] | null;
};

/** Paints the points of the area into a canvas, whose resolution becomes `scale` times that of the page. */
function paint(
  canvas: HTMLCanvasElement,
  raster: Raster,
  state: PaintState,
  area: PlotArea,
  scale: number,
): void {
  const [width, height] = [area.right - area.left, area.bottom - area.top].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  canvas.width = width ?? 1;
  canvas.height = height ?? 1;
  const context = canvas.getContext("2d");
  const pixels = context?.createImageData(canvas.width, canvas.height);
  if (!context || pixels === undefined) return;
  paintPoints(pixels, raster.points, { markers: raster.markers, ...state }, area);
  context.putImageData(pixels, 0, 0);
  if (raster.chosen !== null)
    ringPoint(context, raster.points, raster.chosen, { color: raster.ringColor, area, scale });
}

type PaintState = { readonly hidden: ReadonlySet<number>; readonly selected: Uint8Array | null };

const CHOSEN_RING_PX = { radius: 8, width: 2 } as const;

/** Draws a ring around a point above all others. */
function ringPoint(
  context: CanvasRenderingContext2D,
  { x, y }: RasterPoints,
  point: number,
  { color, area, scale }: { color: string; area: PlotArea; scale: number },
): void {
  context.strokeStyle = color;
  context.lineWidth = CHOSEN_RING_PX.width * scale;
  context.beginPath();
  context.arc(
    scale * (area.place.x.to(x[point] ?? Number.NaN) - area.left),
    scale * (area.place.y.to(y[point] ?? Number.NaN) - area.top),
    ...([CHOSEN_RING_PX.radius * scale, 0, 2 * Math.PI] as const),
  );
  context.stroke();
}

const markSelected = (
  { points, findPoint }: Raster,
  selected: RasterState["selected"],
): Uint8Array | null => {
  if (selected === null) return null;
  const marks = new Uint8Array(points.x.length);
  for (const reference of selected) {
    const point = findPoint(reference);
    if (point !== null) marks[point] = 1;
  }
  return marks;
};

/** The same picture for a file, at twice the page's resolution, as an address. */
export function paintRasterFile(raster: Raster, { hidden, selected }: RasterState, area: PlotArea): string {
  const canvas = document.createElement("canvas");
  paint(canvas, raster, { hidden, selected: markSelected(raster, selected) }, area, 2);
  return canvas.toDataURL("image/png");
}

/** While the axes move, painting takes at most this part of the time; between two paintings the picture itself is moved. */
const PAINTING_SHARE = 0.1;

/** The pixels of the screen in one of the page, which change with the browser's zoom and on another screen. */
function usePixelRatio(): number {
  const [ratio, setRatio] = useState(window.devicePixelRatio);
  useEffect(() => {
    const query = window.matchMedia(`(resolution: ${ratio}dppx)`);
    const update = () => setRatio(window.devicePixelRatio);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, [ratio]);
  return ratio;
}

type RasterLayerProps = RasterState & {
  raster: Raster;
  area: PlotArea;
  /** The reader is dragging or zooming the axes. */
  isMoving: boolean;
};

/** The points of a figure that the page paints itself, above the axes. */
export function RasterLayer({ raster, area, isMoving, hidden, selected }: RasterLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painted = useRef<{ area: PlotArea; end: number; duration: number }>(null);
  const marks = useMemo(() => markSelected(raster, selected), [raster, selected]);
  const pixelRatio = usePixelRatio();
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const before = painted.current;
    const start = performance.now();
    if (isMoving && before !== null && (start - before.end) * PAINTING_SHARE < before.duration) {
      canvas.current.style.transform = describeMove(before.area, area);
      return;
    }
    paint(canvas.current, raster, { hidden, selected: marks }, area, isMoving ? 1 : pixelRatio);
    canvas.current.style.transform = "";
    const end = performance.now();
    painted.current = { area, end, duration: end - start };
  }, [raster, hidden, marks, area, isMoving, pixelRatio]);
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  return (
    <div className="plot-raster" style={{ left: area.left, top: area.top, width, height }}>
      <canvas ref={canvas} style={{ width, height }} />
    </div>
  );
}

/** The change of a picture of some axes that lays it over the same values of moved ones, as CSS. */
function describeMove(from: PlotArea, to: PlotArea): string {
  const [left, right] = [from.left, from.right].map((pixel) => to.place.x.to(from.place.x.from(pixel)));
  const [top, bottom] = [from.top, from.bottom].map((pixel) => to.place.y.to(from.place.y.from(pixel)));
  const scaleX = ((right ?? 0) - (left ?? 0)) / (from.right - from.left);
  const scaleY = ((bottom ?? 0) - (top ?? 0)) / (from.bottom - from.top);
  return `translate(${(left ?? 0) - to.left}px, ${(top ?? 0) - to.top}px) scale(${scaleX}, ${scaleY})`;
}
