import { interpolateMagma, interpolateRdBu, interpolateViridis } from "d3-scale-chromatic";
import type { MapColors } from "../model/chart.ts";
import type { Range } from "../model/ranges.ts";

const COLOR_SCALES: Readonly<Record<MapColors, (share: number) => string>> = {
  viridis: interpolateViridis,
  magma: interpolateMagma,
  // Blue below 0 and red above.
  difference: (share) => interpolateRdBu(1 - share),
};
const COLOR_STEP_COUNT = 256;

/** Red, green and blue of a colour as CSS writes it: `#rrggbb` or `rgb(r, g, b)`. */
export function parseChannels(color: string): number[] {
  const parts = color.startsWith("#") ? color.match(/[0-9a-f]{2}/gi) : color.match(/\d+/g);
  return (parts ?? []).map((part) => Number.parseInt(part, color.startsWith("#") ? 16 : 10));
}

/** Red, green and blue of each of 256 steps, one after the other. */
const tables = new Map<MapColors, Uint8ClampedArray>();

function getColorTable(colors: MapColors): Uint8ClampedArray {
  const cachedTable = tables.get(colors);
  if (cachedTable !== undefined) return cachedTable;
  const table = new Uint8ClampedArray(COLOR_STEP_COUNT * 3);
  for (let step = 0; step < COLOR_STEP_COUNT; step++)
    table.set(parseChannels(colorAt(colors, step / (COLOR_STEP_COUNT - 1))), step * 3);
  tables.set(colors, table);
  return table;
}

/** The colour at a share of the scale, 0 .. 1, as CSS writes it. */
export const colorAt = (colors: MapColors, share: number): string => COLOR_SCALES[colors](share);

/** Mixes two colours. @param share of the second one, 0 .. 1 */
export function mixColors(first: string, second: string, share: number): string {
  const ends = parseChannels(second);
  const channels = parseChannels(first).map((channel, at) =>
    Math.round(channel + share * ((ends[at] ?? channel) - channel)),
  );
  return `rgb(${channels.join(", ")})`;
}

/**
 * The pixels of a map, one a cell: red, green, blue and opacity, row by row. A cell without a number is transparent.
 * @param range of the numbers; what lies beyond has the colour of its end
 */
export function mapPixels(
  values: readonly (number | null)[],
  [low, high]: Range,
  colors: MapColors,
): Uint8ClampedArray<ArrayBuffer> {
  const table = getColorTable(colors);
  const pixels = new Uint8ClampedArray(values.length * 4);
  const scale = (COLOR_STEP_COUNT - 1) / (high - low || 1);
  for (const [at, value] of values.entries()) {
    if (value === null || !Number.isFinite(value)) continue;
    const step = Math.min(COLOR_STEP_COUNT - 1, Math.max(0, Math.round((value - low) * scale)));
    pixels.set(table.subarray(step * 3, step * 3 + 3), at * 4);
    pixels[at * 4 + 3] = 255;
  }
  return pixels;
}
