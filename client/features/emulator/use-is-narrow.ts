import { useMediaQuery } from "@mantine/hooks";

/**
 * True where the sliders stand under the plots, which then stick to the window's top and are small. As in
 * emulator.module.css.
 */
export const useIsNarrow = (): boolean =>
  useMediaQuery("(max-width: 62em)", false, { getInitialValueInEffect: false });
