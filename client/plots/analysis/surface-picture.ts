/**
 * A response surface as a picture, for as long as a slider moves: plotly.js takes longer for it than a frame lasts. Its colours, lines
 * and marks are those of the contour map that plotly.js draws once the sliders rest.
 */

import type { PlotArea } from "../chart/layout.ts";
import { colorAt, mixColors, parseChannels } from "../chart/map-colors.ts";
import type { Scale } from "../chart/scales.ts";
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";
import type { Pixels } from "./point-raster.ts";
import {
  LEVEL_COLOR,
  LEVEL_OPACITY,
  LIMIT_WIDTHS_PX,
  type LimitLine,
  listLimitLines,
  MARK_EDGE,
  MARK_STYLES,
} from "./surface-map.ts";
import {
  chooseLevels,
  FAR_LABEL,
  FAR_OPACITY,
  placeValue,
  type ResponseSurface,
  type SurfaceGroup,
} from "./surface-model.ts";

/** Pixels of the map in one of the page, along a side: with half as many it is painted in a quarter of the time. */
const MAP_RESOLUTION = 0.5;

/** The pixels of one side lie at these places of the grid. */
type GridPlaces = {
  /** The place of the grid before each pixel; -1: the pixel lies beside the grid. */
  readonly before: Int32Array;
  /** The pixel's distance from that place, as a share of the step to the next one. */
  readonly shares: Float64Array;
};

/** @param side of the axes, from left to right or from top to bottom, in pixels of the drawing */
function placePixels(
  count: number,
  [start, end]: Range,
  scale: Scale,
  places: readonly number[],
): GridPlaces {
  const before = new Int32Array(count).fill(-1);
  const shares = new Float64Array(count);
  for (let pixel = 0; pixel < count; pixel++) {
    const value = scale.from(start + ((pixel + 0.5) / count) * (end - start));
    const next = Math.max(
      1,
      places.findIndex((place) => place >= value),
    );
    const [low, high] = [places[next - 1], places[next]];
    if (low === undefined || high === undefined || value < low || value > high) continue;
    before[pixel] = next - 1;
    shares[pixel] = (value - low) / (high - low);
  }
  return { before, shares };
}

/** The numbers of a grid between its places, bilinear; not a number beside the grid. */
function interpolate(
  surface: ResponseSurface,
  values: readonly number[],
  across: GridPlaces,
  down: GridPlaces,
): Float32Array {
  const gridWidth = surface.x.places.length;
  const grid = Float64Array.from(values, (value) => placeValue(surface, value) ?? Number.NaN);
  const [width, height] = [across.before.length, down.before.length];
  // Each row of the grid is widened to the pixels once; a row of pixels then lies between two of these.
  const widened = surface.y.places.map((_, gridRow) =>
    Float32Array.from(across.before, (before, column) => {
      if (before < 0) return Number.NaN;
      const [at, share] = [gridRow * gridWidth + before, across.shares[column] ?? 0];
      return (1 - share) * (grid[at] ?? 0) + share * (grid[at + 1] ?? 0);
    }),
  );
  const field = new Float32Array(width * height).fill(Number.NaN);
  for (let row = 0; row < height; row++) {
    const before = down.before[row] ?? -1;
    const [low, high] = [widened[before], widened[before + 1]];
    if (low === undefined || high === undefined) continue;
    const up = down.shares[row] ?? 0;
    for (let column = 0, at = row * width; column < width; column++, at++)
      field[at] = (1 - up) * (low[column] ?? 0) + up * (high[column] ?? 0);
  }
  return field;
}

const OPAQUE_BLACK = 0xff000000;

/** A pixel as one number: opacity, blue, green and red from the highest byte (little-endian, as all browsers are). */
function toWord(color: string): number {
  const [red = 0, green = 0, blue = 0] = parseChannels(color);
  return (OPAQUE_BLACK | (blue << 16) | (green << 8) | red) >>> 0;
}

/** The colours between the levels of a map, in turn: of an area, of the line beside it, and both below the veil. */
function createColorWords(count: number, veil: string | null): Uint32Array {
  return Uint32Array.from({ length: 4 * (count + 1) }, (_, at) => {
    const fill = colorAt("viridis", Math.floor(at / 4) / count);
    const color = at % 2 === 1 ? mixColors(fill, LEVEL_COLOR, MAP_RESOLUTION * LEVEL_OPACITY) : fill;
    return toWord(veil !== null && at % 4 >= 2 ? mixColors(color, veil, FAR_OPACITY) : color);
  });
}

/** Beside the grid there is no colour. */
const NO_BAND = 255;

/** Finds between which levels each number of a field lies: 0 below the first one. */
function findBands(field: Float32Array, { start, size, count }: ReturnType<typeof chooseLevels>): Uint8Array {
  const bands = new Uint8Array(field.length);
  for (let at = 0; at < field.length; at++) {
    const band = ((field[at] ?? Number.NaN) - start) / size + 1;
    bands[at] = band >= count ? count : band >= 0 ? band : band < 0 ? 0 : NO_BAND;
  }
  return bands;
}

/** The place of the grid that is nearest to each pixel of a side. */
const findNearest = ({ before, shares }: GridPlaces): Int32Array =>
  before.map((place, pixel) => place + Math.round(shares[pixel] ?? 0));

/** Fills the areas between the levels, with a line between two of them and a veil over cells that are far from the training data. */
function fillBands(
  words: Uint32Array,
  surface: ResponseSurface,
  field: Float32Array,
  { across, down, veil }: { across: GridPlaces; down: GridPlaces; veil: string | null },
): void {
  const levels = chooseLevels(surface);
  const colors = createColorWords(levels.count, veil);
  const bands = findBands(field, levels);
  const [columns, rows] = [findNearest(across), findNearest(down)];
  const [width, gridWidth] = [columns.length, surface.x.places.length];
  for (let row = 0; row < rows.length; row++) {
    const gridStart = (rows[row] ?? 0) * gridWidth;
    for (let column = 0, at = row * width; column < width; column++, at++) {
      const band = bands[at] ?? NO_BAND;
      if (band === NO_BAND) continue;
      const left = column === 0 ? band : bands[at - 1];
      const above = row === 0 ? band : bands[at - width];
      const isLine = (left !== band && left !== NO_BAND) || (above !== band && above !== NO_BAND);
      const isVeiled = veil !== null && surface.far[gridStart + (columns[column] ?? 0)] === true;
      words[at] = colors[4 * band + (isVeiled ? 2 : 0) + (isLine ? 1 : 0)] ?? 0;
    }
  }
}

/** Pixels of the map in a dash, and in the gap after it. */
const DASH_PX = 4;

/**
 * A pixel of the line: the field crosses the level before the next pixel, or equals it here. A plateau that equals the level gets an
 * outline, as the map below it would be covered.
 */
function isOnLevel(field: Float32Array, width: number, at: number, level: number): boolean {
  const here = (field[at] ?? Number.NaN) - level;
  const [right, below] = [field[at + 1], field[at + width]];
  if (here !== 0)
    return here * ((right ?? Number.NaN) - level) < 0 || here * ((below ?? Number.NaN) - level) < 0;
  const left = at % width === 0 ? undefined : field[at - 1];
  return [left, right, field[at - width], below].some((next) => next !== level);
}

/** Draws the line along which a field meets a level. */
function traceLimit(
  words: Uint32Array,
  field: Float32Array,
  width: number,
  { level, isBound }: LimitLine,
  color: number,
): void {
  const reach = Math.round(LIMIT_WIDTHS_PX[isBound ? "bound" : "prediction"] * MAP_RESOLUTION);
  const height = field.length / width;
  // The field has numbers of 4 bytes: the level must be rounded as they are to equal one.
  const rounded = Math.fround(level);
  for (let row = 0; row < height - reach; row++)
    for (let column = 0; column < width - reach; column++) {
      const at = row * width + column;
      if (!isOnLevel(field, width, at, rounded)) continue;
      if (isBound && Math.floor((row + column) / DASH_PX) % 2 === 1) continue;
      for (let line = 0; line < reach; line++)
        words.fill(color, at + line * width, at + line * width + reach);
    }
}

/** Draws the points of a group as plotly.js does. */
function drawMarks(context: CanvasRenderingContext2D, { kind, color, points }: SurfaceGroup, area: PlotArea) {
  const { symbol, size, width } = MARK_STYLES[kind];
  context.lineWidth = width;
  context.strokeStyle = kind === "rows" ? color : MARK_EDGE;
  context.fillStyle = color;
  for (const { x, y } of points) {
    const [across, down] = [area.place.x.to(x) - area.left, area.place.y.to(y) - area.top];
    context.beginPath();
    traceSymbol(context, symbol, across, down, size / 2);
    if (symbol !== "circle-open") context.fill();
    context.stroke();
  }
}

type MarkSymbol = (typeof MARK_STYLES)[keyof typeof MARK_STYLES]["symbol"];

/** Half the width of a cross's arms, as a share of its half size; the reach of a diamond, whose sides are as long as a square's. */
const [ARM_SHARE, DIAMOND_SHARE] = [0.4, 1.3];

function traceSymbol(
  context: CanvasRenderingContext2D,
  symbol: MarkSymbol,
  x: number,
  y: number,
  radius: number,
): void {
  if (symbol === "circle" || symbol === "circle-open") {
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  const reach = symbol === "diamond" ? DIAMOND_SHARE * radius : radius;
  const arm = ARM_SHARE * radius;
  // A quarter of the outline, which is turned three times.
  const quarter =
    symbol === "diamond"
      ? [[reach, 0]]
      : [
          [reach, -arm],
          [reach, arm],
          [arm, arm],
        ];
  for (let turn = 0; turn < 4; turn++) {
    const [cos, sin] = [
      Math.round(Math.cos((turn * Math.PI) / 2)),
      Math.round(Math.sin((turn * Math.PI) / 2)),
    ];
    for (const [across = 0, down = 0] of quarter)
      context.lineTo(x + across * cos - down * sin, y + across * sin + down * cos);
  }
  context.closePath();
}

/**
 * Paints the map without the marks.
 * @param pixels an empty picture of the area
 * @param hidden the labels of what the reader has hidden
 */
export function paintSurface(
  pixels: Pixels,
  surface: ResponseSurface,
  { area, palette, hidden }: { area: PlotArea; palette: Palette; hidden: ReadonlySet<string> },
): void {
  const across = placePixels(pixels.width, [area.left, area.right], area.place.x, surface.x.places);
  const down = placePixels(pixels.height, [area.top, area.bottom], area.place.y, surface.y.places);
  const words = new Uint32Array(pixels.data.buffer);
  const field = interpolate(surface, surface.values, across, down);
  const veil = surface.far.includes(true) && !hidden.has(FAR_LABEL) ? palette.muted : null;
  fillBands(words, surface, field, { across, down, veil });
  for (const line of listLimitLines(surface)) {
    if (hidden.has(line.label)) continue;
    const met = line.isBound ? interpolate(surface, line.values, across, down) : field;
    traceLimit(words, met, pixels.width, line, toWord(palette.actual));
  }
}

/** Paints the map with its marks into a canvas that covers the axes; nothing where the reader has hidden the map itself. */
export function drawSurfacePicture(
  canvas: HTMLCanvasElement,
  surface: ResponseSurface,
  view: { area: PlotArea; palette: Palette; hidden: ReadonlySet<string> },
): void {
  const { area, hidden } = view;
  canvas.width = Math.max(1, Math.round(area.right - area.left));
  canvas.height = Math.max(1, Math.round(area.bottom - area.top));
  const context = canvas.getContext("2d");
  if (context === null || hidden.has(surface.output.name)) return;
  const map = document.createElement("canvas");
  map.width = Math.ceil(canvas.width * MAP_RESOLUTION);
  map.height = Math.ceil(canvas.height * MAP_RESOLUTION);
  const mapContext = map.getContext("2d");
  const pixels = context.createImageData(map.width, map.height);
  paintSurface(pixels, surface, view);
  mapContext?.putImageData(pixels, 0, 0);
  context.drawImage(map, 0, 0, canvas.width, canvas.height);
  for (const group of surface.groups) if (!hidden.has(group.name)) drawMarks(context, group, area);
}
