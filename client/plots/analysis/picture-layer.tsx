import { useLayoutEffect, useRef } from "react";
import type { PlotArea } from "../chart/layout.ts";
import type { LegendItem } from "../chart/legend.tsx";

type PictureView = {
  readonly area: PlotArea;
  /** The labels of what the reader has hidden. */
  readonly hidden: ReadonlySet<string>;
};

/** Paints a figure into a canvas that covers its axes. */
export type FigurePicture = (canvas: HTMLCanvasElement, view: PictureView) => void;

type PictureLayerProps = {
  picture: FigurePicture;
  area: PlotArea;
  legend: readonly LegendItem[];
  /** Places in the legend. */
  hidden: ReadonlySet<number>;
};

/** The picture of a figure above its axes. */
export function PictureLayer({ picture, area, legend, hidden }: PictureLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const labels = legend.flatMap(({ label }, at) => (hidden.has(at) ? [label] : []));
    if (canvas.current !== null) picture(canvas.current, { area, hidden: new Set(labels) });
  }, [picture, area, legend, hidden]);
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  return (
    <div className="plot-raster" style={{ left: area.left, top: area.top, width, height }}>
      <canvas ref={canvas} className="plot-picture" style={{ width, height }} />
    </div>
  );
}
