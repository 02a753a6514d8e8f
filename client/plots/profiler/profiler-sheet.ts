/** The canvas behind all cells of a profiler. */
import type { Palette } from "../model/palette.ts";
import { type CellScene, drawCell } from "./cell-drawing.ts";

/** The inside of a cell's frame on the sheet, in pixels of the page. */
export type CellBox = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};
export const NO_BOX: CellBox = { left: 0, top: 0, width: 0, height: 0 };

/** Safari on phones and tablets draws nothing on a canvas of more pixels. */
const MAX_SHEET_PIXELS = 16_777_216;

/**
 * Computes the pixels of a sheet for one of the page: those of the screen, or fewer, so that all browsers draw on it. A large grid is less
 * sharp on a phone.
 */
export const limitPixelRatio = (
  screenRatio: number,
  { clientWidth, clientHeight }: Pick<HTMLCanvasElement, "clientWidth" | "clientHeight">,
): number => Math.min(screenRatio, Math.sqrt(MAX_SHEET_PIXELS / Math.max(1, clientWidth * clientHeight)));

export function createProfilerSheet() {
  let canvas: HTMLCanvasElement | null = null;
  /** The pixels of the screen for one of the page when the cells were measured. */
  let screenRatio = 0;
  let ratio = 1;
  return {
    setCanvas: (element: HTMLCanvasElement | null): void => {
      canvas = element;
    },
    getContext: (): CanvasRenderingContext2D | null => canvas?.getContext("2d") ?? null,
    /** The reader has zoomed the page, or moved its window to another screen: neither need change the size of the grid. */
    isOutdated: (): boolean => window.devicePixelRatio !== screenRatio,
    /** Reads where the cells lie on the sheet, and makes the sheet as large as its place, which empties it. */
    measure: (cells: Iterable<{ readonly element: HTMLElement; box: CellBox }>): void => {
      if (canvas === null) return;
      screenRatio = window.devicePixelRatio;
      ratio = limitPixelRatio(screenRatio, canvas);
      // All are read before anything changes: each reading after a change would lay out the page again.
      const [width, height] = [
        Math.floor(canvas.clientWidth * ratio),
        Math.floor(canvas.clientHeight * ratio),
      ];
      for (const cell of cells) {
        const { offsetLeft, offsetTop, clientLeft, clientTop, clientWidth, clientHeight } = cell.element;
        const [left, top] = [offsetLeft + clientLeft, offsetTop + clientTop];
        cell.box = { left, top, width: clientWidth, height: clientHeight };
      }
      canvas.width = width;
      canvas.height = height;
    },
    paint: (
      context: CanvasRenderingContext2D,
      scene: CellScene,
      { left, top, width, height }: CellBox,
      palette: Palette,
    ): void => {
      context.setTransform(ratio, 0, 0, ratio, ratio * left, ratio * top);
      context.save();
      context.beginPath();
      context.rect(0, 0, width, height);
      context.clip();
      drawCell(context, scene, { width, height }, palette);
      context.restore();
    },
  };
}
