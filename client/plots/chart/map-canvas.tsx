import { memo, type RefObject, useLayoutEffect } from "react";
import type { ChartMap } from "../model/chart.ts";
import type { ChartLayout } from "./layout.ts";
import { mapPixels } from "./map-colors.ts";

/** Opacity of cells far from the training data; below it their colours would be read as other values. */
const FADED_OPACITY = 0.55;

type Props = { map: ChartMap; layout: ChartLayout; canvas: RefObject<HTMLCanvasElement | null> };

/** The cells of a map within the axes. A canvas, because thousands of elements would take longer than a slider's step may. */
export const MapCanvas = memo(function MapCanvas({ map, layout, canvas }: Props) {
  const { left, right, top, bottom } = layout;
  useLayoutEffect(() => {
    if (canvas.current !== null) draw(canvas.current, map, layout);
  }, [canvas, map, layout]);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is not focusable; the plot around it has its text alternative
    <canvas
      ref={canvas}
      className="plot-map"
      style={{
        left,
        top,
        width: right - left,
        height: bottom - top,
        opacity: map.isFaded ? FADED_OPACITY : 1,
      }}
      aria-hidden="true"
    />
  );
});

function draw(canvas: HTMLCanvasElement, map: ChartMap, { left, right, top, bottom, place }: ChartLayout) {
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round((right - left) * ratio);
  canvas.height = Math.round((bottom - top) * ratio);
  const context = canvas.getContext("2d");
  const cells = renderCells(map);
  if (context === null || cells === null) return;
  context.imageSmoothingEnabled = false;
  const x = map.columns.map((edge) => (place.x.to(edge) - left) * ratio);
  const y = map.rows.map((edge) => (place.y.to(edge) - top) * ratio);
  if (areEven(x) && areEven(y)) {
    drawStretched(context, cells, [0, cells.width], [0, cells.height], x, y);
    return;
  }
  for (let row = 0; row < cells.height; row++)
    for (let column = 0; column < cells.width; column++)
      drawStretched(
        context,
        cells,
        [column, column + 1],
        [row, row + 1],
        x.slice(column, column + 2),
        y.slice(row, row + 2),
      );
}

/** The map with one pixel a cell; null for a map without cells. */
function renderCells({ columns, rows, values, range, colors }: ChartMap): HTMLCanvasElement | null {
  const [width, height] = [columns.length - 1, rows.length - 1];
  if (width < 1 || height < 1 || values.length !== width * height) return null;
  const cells = document.createElement("canvas");
  cells.width = width;
  cells.height = height;
  cells.getContext("2d")?.putImageData(new ImageData(mapPixels(values, range, colors), width, height), 0, 0);
  return cells;
}

/** Draws cells between pixels that may fall, as the rows of an axis that points down do. */
function drawStretched(
  context: CanvasRenderingContext2D,
  cells: HTMLCanvasElement,
  [fromColumn, toColumn]: readonly [number, number],
  [fromRow, toRow]: readonly [number, number],
  x: readonly number[],
  y: readonly number[],
): void {
  const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [x[0], x.at(-1), y[0], y.at(-1)];
  context.setTransform(Math.sign(x1 - x0), 0, 0, Math.sign(y1 - y0), x0, y0);
  const [columns, rows] = [toColumn - fromColumn, toRow - fromRow];
  context.drawImage(cells, fromColumn, fromRow, columns, rows, 0, 0, Math.abs(x1 - x0), Math.abs(y1 - y0));
}

/** Pixels by which a cell of even ones may be off. */
const MAX_UNEVENNESS_PX = 0.5;
const areEven = (edges: readonly number[]): boolean => {
  const [first = 0, last = 0] = [edges[0], edges.at(-1)];
  const step = (last - first) / (edges.length - 1);
  return edges.every((edge, at) => Math.abs(edge - first - at * step) < MAX_UNEVENNESS_PX);
};
