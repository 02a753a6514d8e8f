import type { Palette } from "./palette.ts";

/** From nothing, which is the paper's grid, to the most: one hue, so that it reads in grey as well. */
export const colourScale = ({ grid, prediction, ink }: Palette): [number, string][] => [
  [0, grid],
  [0.6, prediction],
  [1, ink],
];
