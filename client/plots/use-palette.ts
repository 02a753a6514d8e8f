import { useComputedColorScheme } from "@mantine/core";
import { DARK_PALETTE, LIGHT_PALETTE, type Palette } from "./model/palette.ts";

/** The colours of figures in the scheme that the reader has chosen. */
export const usePalette = (): Palette =>
  useComputedColorScheme("light") === "dark" ? DARK_PALETTE : LIGHT_PALETTE;
