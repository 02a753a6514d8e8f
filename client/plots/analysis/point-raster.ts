/** Very many points as one picture: a browser without a graphics driver needs seconds for a frame of 100,000 markers. */
import type { PlotArea } from "../chart/layout.ts";

/** The marker of a group of points. The first group lies lowest. */
export type RasterMarker = {
  /** Written as `#rrggbb`. */
  readonly color: string;
  readonly isHollow: boolean;
  readonly opacity: number;
};

export type RasterPoints = {
  /** Values along the axes, one for each point; NaN: the point is not drawn. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The place of each point's marker. */
  readonly markers: Uint8Array;
};

/** A picture of 4 bytes a pixel: red, green, blue and opacity, row by row. */
export type Pixels = Pick<ImageData, "data" | "width" | "height">;

/** Part of a plane in values of its axes: a box, or the corners of a lasso. */
export type Outline = {
  readonly kind: "box" | "lasso";
  readonly x: readonly number[];
  readonly y: readonly number[];
};

/** Pixels of the page. */
const DIAMETER_PX = 7;
const HOLLOW_LINE_PX = 1.5;
/** plotly.js draws points that are not selected in this opacity too. */
export const UNSELECTED_OPACITY = 0.2;

/** The pixels of a marker around its middle, in lists of one length; `opacities` from 0 to 255. */
type Stamp = {
  /** The pixels' distances from the middle one in a picture. */
  readonly offsets: Int32Array;
  readonly opacities: Uint8Array;
  /** No pixel lies further from the middle along a side. */
  readonly reach: number;
  /** The middle of a disc and the corners of the square in it: where these are covered, hardly anything of it could be seen. */
  readonly probes: Int32Array | null;
};

/**
 * @param line the width of the outline of a hollow marker; null: it is a disc
 * @param width of the picture
 */
function createStamp(diameter: number, line: number | null, opacity: number, width: number): Stamp {
  const radius = diameter / 2;
  const reach = Math.ceil(radius + (line ?? 0));
  const sides = Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach);
  // Edges are smooth: a pixel is covered in part.
  const cover = (distance: number) =>
    line === null ? radius + 0.5 - distance : (line + 1) / 2 - Math.abs(distance - radius);
  const pixels = sides
    .flatMap((down) =>
      sides.map((across) => ({
        offset: down * width + across,
        covered: Math.min(1, cover(Math.hypot(across, down))),
      })),
    )
    .filter(({ covered }) => covered > 0);
  const corner = Math.round(radius * Math.SQRT1_2);
  const corners = [
    -corner - corner * width,
    corner - corner * width,
    corner * width - corner,
    corner * width + corner,
  ];
  return {
    offsets: Int32Array.from(pixels, ({ offset }) => offset),
    opacities: Uint8Array.from(pixels, ({ covered }) => Math.round(255 * opacity * covered)),
    reach,
    probes: line === null ? Int32Array.of(0, ...corners) : null,
  };
}

/** Turns `#rrggbb` into the lower three bytes of a pixel. */
function readColor(color: string): number {
  const value = Number.parseInt(color.slice(1), 16);
  return ((value & 255) << 16) | (value & 0xff00) | (value >> 16);
}

/** A pixel is one number: opacity, blue, green and red from the highest byte (little-endian, as all browsers are). */
type Words = Uint32Array;

/** Draws one marker below what the picture holds: a pixel that is covered wholly is done. @param middle the pixel in its middle */
function press(words: Words, { offsets, opacities, probes }: Stamp, color: number, middle: number): void {
  if (probes?.every((probe) => (words[middle + probe] ?? 0) >= OPAQUE_BLACK)) return;
  for (let pixel = 0; pixel < offsets.length; pixel++) {
    const at = middle + (offsets[pixel] ?? 0);
    words[at] = layOver(words[at] ?? 0, color, opacities[pixel] ?? 0);
  }
}

/** Lays a pixel over a colour of some opacity. */
const layOver = (above: number, color: number, opacity: number): number =>
  above >= OPAQUE_BLACK
    ? above
    : above === 0
      ? ((opacity << 24) | color) >>> 0
      : mixPixels(above, color, opacity);

const OPAQUE_BLACK = 0xff000000;

/** Porter and Duff, 1984, "over". */
function mixPixels(above: number, color: number, opacity: number): number {
  const upper = above >>> 24;
  const lower = ((255 - upper) * opacity) / 255;
  const total = upper + lower;
  const mixChannel = (shift: number) =>
    Math.round((((above >> shift) & 255) * upper + ((color >> shift) & 255) * lower) / total) << shift;
  return ((Math.round(total) << 24) | mixChannel(16) | mixChannel(8) | mixChannel(0)) >>> 0;
}

export type RasterView = {
  readonly markers: readonly RasterMarker[];
  /** The places of markers whose points are not drawn. */
  readonly hidden: ReadonlySet<number>;
  /** 1 for each selected point; null: all are drawn alike. */
  readonly selected: Uint8Array | null;
};

/** A picture of the area with a margin, into which markers at its edge reach. */
type Canvas = {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly scale: number;
};

/** Draws the points whose place `isDrawn` accepts. */
function paintLayer(
  { x, y, markers }: RasterPoints,
  view: RasterView,
  area: PlotArea,
  { width, height, margin, scale }: Canvas,
  isDrawn: (point: number) => boolean,
): Words {
  const words = new Uint32Array(width * height);
  for (const [place, { color, isHollow, opacity }] of [...view.markers.entries()].reverse()) {
    if (view.hidden.has(place)) continue;
    const line = isHollow ? HOLLOW_LINE_PX * scale : null;
    const stamp = createStamp(DIAMETER_PX * scale, line, opacity, width);
    const { reach } = stamp;
    const ink = readColor(color);
    for (let point = x.length - 1; point >= 0; point--) {
      if (markers[point] !== place || !isDrawn(point)) continue;
      const column = Math.floor(scale * (area.place.x.to(x[point] ?? Number.NaN) - area.left)) + margin;
      const row = Math.floor(scale * (area.place.y.to(y[point] ?? Number.NaN) - area.top)) + margin;
      // A point without a value fails every comparison.
      if (column >= reach && row >= reach && column < width - reach && row < height - reach)
        press(words, stamp, ink, row * width + column);
    }
  }
  return words;
}

/** Lays a picture of points that are not selected below that of the others. */
function layBelow(words: Words, unselected: Words): void {
  for (let at = 0; at < words.length; at++) {
    const pixel = unselected[at] ?? 0;
    const opacity = Math.round((pixel >>> 24) * UNSELECTED_OPACITY);
    if (opacity > 0) words[at] = layOver(words[at] ?? 0, pixel & 0xffffff, opacity);
  }
}

/**
 * Draws the points that lie in the area: those that are not selected below the others. They are pale together, because many pale points
 * above each other would be as dark as a selected one.
 * @param pixels an empty picture of the area
 */
export function paintPoints(pixels: Pixels, points: RasterPoints, view: RasterView, area: PlotArea): void {
  const scale = pixels.width / (area.right - area.left);
  const margin = Math.ceil(DIAMETER_PX * scale);
  const [width, height] = [pixels.width + 2 * margin, pixels.height + 2 * margin];
  const canvas = { width, height, margin, scale };
  const { selected } = view;
  const words = paintLayer(points, view, area, canvas, (point) => selected?.[point] !== 0);
  if (selected !== null)
    layBelow(
      words,
      paintLayer(points, view, area, canvas, (point) => selected[point] === 0),
    );
  const target = new Uint32Array(pixels.data.buffer);
  for (let row = 0; row < pixels.height; row++) {
    const start = (row + margin) * width + margin;
    target.set(words.subarray(start, start + pixels.width), row * pixels.width);
  }
}

/**
 * Finds the point nearest to a place of the drawing.
 * @param at from the left and the top of the drawing, in pixels
 * @returns null where no point is drawn
 */
export function findNearestPoint(
  { x, y, markers }: RasterPoints,
  hidden: RasterView["hidden"],
  area: PlotArea,
  at: { readonly x: number; readonly y: number },
): number | null {
  let nearest: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let point = 0; point < x.length; point++) {
    const across = area.place.x.to(x[point] ?? Number.NaN) - at.x;
    const down = area.place.y.to(y[point] ?? Number.NaN) - at.y;
    const distance = across * across + down * down;
    if (!(distance < least) || hidden.has(markers[point] ?? 0)) continue;
    [nearest, least] = [point, distance];
  }
  return nearest;
}

/** Lists the points within an outline that are drawn. */
export function listPointsWithin(
  { x, y, markers }: RasterPoints,
  hidden: RasterView["hidden"],
  outline: Outline,
): number[] {
  const [left, right] = [Math.min(...outline.x), Math.max(...outline.x)];
  const [bottom, top] = [Math.min(...outline.y), Math.max(...outline.y)];
  const points: number[] = [];
  for (let point = 0; point < x.length; point++) {
    const [across, up] = [x[point] ?? Number.NaN, y[point] ?? Number.NaN];
    if (!(across >= left && across <= right && up >= bottom && up <= top)) continue;
    if (hidden.has(markers[point] ?? 0)) continue;
    if (outline.kind === "box" || isInsideLasso(outline, across, up)) points.push(point);
  }
  return points;
}

/** A ray to the right from a point inside meets the lasso's sides an odd number of times (Shimrat, 1962, Algorithm 112). */
function isInsideLasso({ x, y }: Outline, across: number, up: number): boolean {
  let isInside = false;
  for (let at = 0, before = x.length - 1; at < x.length; before = at++) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [x[at], y[at], x[before], y[before]];
    if (y1 > up !== y2 > up && across < x1 + ((up - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}
