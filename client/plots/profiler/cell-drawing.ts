/** Draws one cell of the profiler on a canvas: no element of the page changes, so that a hundred cells are drawn in a frame. */
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";

export type CellScene = {
  /** Positions along the input, from 0 to 1. */
  readonly x: readonly number[];
  /** Each position is a step of this width; null: the positions are points of a curve. */
  readonly stepWidth: number | null;
  /** Values on the axis of the output, as `range`. */
  readonly values: readonly number[];
  /** null: bounds are not shown. */
  readonly bounds: { readonly lower: readonly number[]; readonly upper: readonly number[] } | null;
  /** True where the point is far from the training data. */
  readonly outside: readonly boolean[];
  /** The same curve with another input at its lowest, middle and highest value. */
  readonly overlays: readonly (readonly number[])[];
  readonly rows: readonly { readonly x: number; readonly y: number; readonly nearness: number }[];
  /** The present point; `y` is null while its prediction is on its way. */
  readonly current: { readonly x: number; readonly y: number | null };
  /** The axis of the output. */
  readonly range: Range;
  readonly isLocked: boolean;
  /** The curve is the overall desirability. */
  readonly isDesirability: boolean;
};

export type CellSize = { readonly width: number; readonly height: number };

/** Pixels between the frame and what is drawn. */
const MARGIN_PX = 3;
/** The position along the input, from 0 to 1 inside the cell, of a pixel from its left edge. */
export const shareAtPixel = (pixel: number, width: number): number =>
  (pixel - MARGIN_PX) / (width - 2 * MARGIN_PX);

const OVERLAY_DASHES = [[2, 3], [6, 3], []] as const;
/** The opacity of the nearest row, and the least share of it that a row at the edge of nearness has. */
const MAX_ROW_OPACITY = 0.8;
const MIN_ROW_OPACITY = 0.35;

/** Draws a cell. The context is scaled to CSS pixels, and its canvas is cleared first. */
export function drawCell(
  context: CanvasRenderingContext2D,
  scene: CellScene,
  { width, height }: CellSize,
  palette: Palette,
): void {
  const [low, high] = scene.range;
  const toX = (share: number): number => MARGIN_PX + share * (width - 2 * MARGIN_PX);
  const toY = (value: number): number =>
    height - MARGIN_PX - ((value - low) / (high - low)) * (height - 2 * MARGIN_PX);
  context.clearRect(0, 0, width, height);
  const color = scene.isDesirability ? (palette.series[2] ?? palette.prediction) : palette.prediction;
  const frame = { context, toX, toY, height, width };

  drawOutside(frame, scene, palette);
  if (scene.bounds !== null) {
    context.fillStyle = palette.band;
    traceBand(frame, scene, scene.bounds);
    context.fill();
  }
  drawRows(frame, scene, palette);
  context.lineWidth = 1.25;
  scene.overlays.forEach((values, at) => {
    context.strokeStyle = palette.series[at + 1] ?? palette.muted;
    context.setLineDash([...(OVERLAY_DASHES[at] ?? [])]);
    traceLine(frame, scene, values);
    context.stroke();
  });
  context.setLineDash([]);
  context.strokeStyle = color;
  context.lineWidth = 1.75;
  traceLine(frame, scene, scene.values);
  context.stroke();
  drawCross(frame, scene, palette, color);
}

type Frame = CellSize & {
  context: CanvasRenderingContext2D;
  toX: (share: number) => number;
  toY: (value: number) => number;
};

/** Shades the parts of the axis where the predictions are extrapolations. */
function drawOutside(
  { context, toX, height }: Frame,
  { x, outside, stepWidth }: CellScene,
  palette: Palette,
): void {
  context.fillStyle = palette.outside;
  x.forEach((share, at) => {
    if (outside[at] !== true) return;
    const [before, after] = [x[at - 1] ?? share, x[at + 1] ?? share];
    const from = stepWidth === null ? (before + share) / 2 : share - stepWidth / 2;
    const to = stepWidth === null ? (share + after) / 2 : share + stepWidth / 2;
    context.fillRect(toX(from), 0, toX(to) - toX(from), height);
  });
}

/** The ends of a step: a little apart from its neighbours. */
const STEP_SHARE = 0.84;
const stepEnds = (share: number, stepWidth: number): Range => [
  share - (STEP_SHARE * stepWidth) / 2,
  share + (STEP_SHARE * stepWidth) / 2,
];

function traceLine(
  { context, toX, toY }: Frame,
  { x, stepWidth }: CellScene,
  values: readonly number[],
): void {
  context.beginPath();
  values.forEach((value, at) => {
    const share = x[at] ?? Number.NaN;
    if (stepWidth === null) {
      if (at === 0) context.moveTo(toX(share), toY(value));
      else context.lineTo(toX(share), toY(value));
      return;
    }
    const [from, to] = stepEnds(share, stepWidth);
    context.moveTo(toX(from), toY(value));
    context.lineTo(toX(to), toY(value));
  });
}

function traceBand(
  { context, toX, toY }: Frame,
  { x, stepWidth }: CellScene,
  { lower, upper }: NonNullable<CellScene["bounds"]>,
): void {
  context.beginPath();
  if (stepWidth !== null) {
    x.forEach((share, at) => {
      const [from, to] = stepEnds(share, stepWidth);
      const [top, bottom] = [toY(upper[at] ?? Number.NaN), toY(lower[at] ?? Number.NaN)];
      context.rect(toX(from), top, toX(to) - toX(from), bottom - top);
    });
    return;
  }
  x.forEach((share, at) => {
    const place = [toX(share), toY(upper[at] ?? Number.NaN)] as const;
    if (at === 0) context.moveTo(...place);
    else context.lineTo(...place);
  });
  for (let at = x.length - 1; at >= 0; at--)
    context.lineTo(toX(x[at] ?? Number.NaN), toY(lower[at] ?? Number.NaN));
  context.closePath();
}

function drawRows({ context, toX, toY }: Frame, { rows }: CellScene, palette: Palette): void {
  context.fillStyle = palette.actual;
  for (const { x, y, nearness } of rows) {
    context.globalAlpha = MAX_ROW_OPACITY * Math.max(MIN_ROW_OPACITY, nearness);
    context.beginPath();
    context.arc(toX(x), toY(y), 2, 0, 2 * Math.PI);
    context.fill();
  }
  context.globalAlpha = 1;
}

/** The present values as lines across the cell, and the prediction where they meet. */
function drawCross(
  { context, toX, toY, width, height }: Frame,
  { current, isLocked }: CellScene,
  palette: Palette,
  color: string,
): void {
  const x = toX(current.x);
  context.strokeStyle = isLocked ? palette.muted : palette.actual;
  context.lineWidth = 1;
  context.setLineDash(isLocked ? [] : [4, 3]);
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, height);
  if (current.y !== null) {
    context.moveTo(0, toY(current.y));
    context.lineTo(width, toY(current.y));
  }
  context.stroke();
  context.setLineDash([]);
  if (current.y === null) return;
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, toY(current.y), 3.5, 0, 2 * Math.PI);
  context.fill();
}
