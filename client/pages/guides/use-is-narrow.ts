import { useMediaQuery } from "@mantine/hooks";

/** True where the window has no room for the table of contents beside the page. As in guide.module.css. */
export const useIsNarrow = (): boolean =>
  useMediaQuery("(max-width: 62em)", false, { getInitialValueInEffect: false });
