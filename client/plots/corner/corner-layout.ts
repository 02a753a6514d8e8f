/** The layout of a corner plot's panels, in pixels. */

import type { Tick } from "../chart/chart.ts";
import type { Scale } from "../chart/scales.ts";
import { createScale, createTicks } from "../chart/scales.ts";
import { type CornerPair, type CornerParameter, cornerAxis } from "../figures/corner.ts";

const MARGINS_PX = { left: 72, right: 12, top: 6, bottom: 46 } as const;
/** The gap between two panels. */
export const PANEL_GAP_PX = 8;
/** Marks of one panel. */
const PANEL_TICKS = { room: 58, least: 2, most: 4 } as const;
const MIN_PANEL_SIZE_PX = 96;

export type Box = { readonly left: number; readonly top: number; readonly size: number };

/** Pixels of a letter of a tick, and between two of its texts. */
const TICK_TEXT = { character: 6.2, gap: 8, height: 12 } as const;
/** A longer text of a tick is cut short. */
const MAX_CHARACTERS = 9;

/** A tick with the middle of its text, in pixels from the start of the panel. */
export type PlacedTick = Tick & { readonly middle: number };

/**
 * Ticks whose texts touch neither each other nor those of the next panel: a text at an end of the panel is moved into it, and one that
 * would touch the text before it is left out.
 * @param sizeOf the length of a text along the axis, in pixels
 */
export function placeTicks(
  ticks: readonly Tick[],
  { to }: Pick<Scale, "to">,
  size: number,
  sizeOf: (label: string) => number,
): PlacedTick[] {
  const placed: PlacedTick[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { value, label: text } of [...ticks].sort((a, b) => to(a.value) - to(b.value))) {
    const label = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
    const half = sizeOf(label) / 2;
    const middle = Math.max(half, Math.min(size - half, to(value)));
    if (middle - half < end + TICK_TEXT.gap) continue;
    placed.push({ value, label, middle });
    end = middle + half;
  }
  return placed;
}

/** The length of a text that is written along its axis, and across it, in pixels. */
export const alongSize = (label: string): number => label.length * TICK_TEXT.character;
export const acrossSize = (): number => TICK_TEXT.height;

export type CornerLayout = {
  readonly size: number;
  readonly height: number;
  readonly computeBox: (column: number, row: number) => Box;
  /** The scale and the ticks of each parameter, from the left or the bottom of a panel. */
  readonly along: readonly { readonly scale: Scale; readonly ticks: readonly Tick[] }[];
  readonly width: number;
};

/** @param available in pixels; the plot is wider where panels would be too small */
export function cornerLayout(parameters: readonly CornerParameter[], available: number): CornerLayout {
  const count = Math.max(1, parameters.length);
  const room = available - MARGINS_PX.left - MARGINS_PX.right - PANEL_GAP_PX * (count - 1);
  const most = count < 3 ? 260 : 210;
  const size = Math.max(MIN_PANEL_SIZE_PX, Math.min(most, Math.floor(room / count)));
  const ticks = Math.min(PANEL_TICKS.most, Math.max(PANEL_TICKS.least, Math.floor(size / PANEL_TICKS.room)));
  return {
    size,
    width: Math.max(1, MARGINS_PX.left + MARGINS_PX.right + count * size + PANEL_GAP_PX * (count - 1)),
    height: MARGINS_PX.top + MARGINS_PX.bottom + count * size + PANEL_GAP_PX * (count - 1),
    computeBox: (column, row) => ({
      left: MARGINS_PX.left + column * (size + PANEL_GAP_PX),
      top: MARGINS_PX.top + row * (size + PANEL_GAP_PX),
      size,
    }),
    along: parameters.map((parameter) => {
      const axis = cornerAxis(parameter);
      return { scale: createScale(axis, [0, size]), ticks: createTicks(axis, ticks) };
    }),
  };
}

/** The bars of a histogram, as one path. */
export function barsPath({ edges, counts }: CornerParameter, scale: Scale, box: Box): string {
  const highest = Math.max(...counts, 1);
  const bottom = box.top + box.size;
  return counts
    .map((count, bin) => {
      const [left, right] = [scale.to(edges[bin] ?? 0), scale.to(edges[bin + 1] ?? 0)];
      const height = (0.94 * box.size * count) / highest;
      return height === 0
        ? ""
        : `M${roundToHundredths(box.left + left)} ${bottom}v${-roundToHundredths(height)}h${roundToHundredths(right - left)}V${bottom}Z`;
    })
    .join("");
}

/** The cells of a region, as one path. */
export function cellsPath(
  pair: CornerPair,
  isIn: (cell: number) => boolean,
  [x, y]: readonly [Scale, Scale],
  box: Box,
): string {
  const columns = pair.x.length - 1;
  const parts: string[] = [];
  for (let cell = 0; cell < pair.counts.length; cell++) {
    if (!isIn(cell)) continue;
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const [left, right] = [x.to(pair.x[column] ?? 0), x.to(pair.x[column + 1] ?? 0)];
    const [low, high] = [y.to(pair.y[row] ?? 0), y.to(pair.y[row + 1] ?? 0)];
    parts.push(
      `M${roundToHundredths(box.left + left)} ${roundToHundredths(box.top + box.size - low)}H${roundToHundredths(box.left + right)}V${roundToHundredths(box.top + box.size - high)}H${roundToHundredths(box.left + left)}Z`,
    );
  }
  return parts.join("");
}

const roundToHundredths = (pixel: number): number => Math.round(pixel * 100) / 100;

/** The bin that a value lies in; null: none. */
export function binAt(edges: readonly number[], value: number): number | null {
  const at = edges.findIndex((edge) => value < edge) - 1;
  return at < 0 ? null : at;
}

/** Finds the panel that a point of the drawing lies in, and the position in it; null: none below the diagonal. */
export function panelAt(
  layout: CornerLayout,
  parameters: number,
  [left, top]: readonly [number, number],
): { readonly column: number; readonly row: number; readonly x: number; readonly y: number } | null {
  for (let row = 0; row < parameters; row++)
    for (let column = 0; column <= row; column++) {
      const box = layout.computeBox(column, row);
      const [x, y] = [left - box.left, box.top + box.size - top];
      if (x >= 0 && x < box.size && y >= 0 && y < box.size) return { column, row, x, y };
    }
  return null;
}
