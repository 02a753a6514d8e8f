import { MantineProvider, useComputedColorScheme } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { theme } from "#styles/theme.ts";

const SCHEME_ATTRIBUTE = "data-mantine-color-scheme";

/** Shows the page in light colours, as paper is, while it is open. */
export function LightPage({ children }: { children: ReactNode }) {
  const chosen = useComputedColorScheme("light");
  useEffect(() => {
    const root = document.documentElement;
    root.setAttribute(SCHEME_ATTRIBUTE, "light");
    return () => root.setAttribute(SCHEME_ATTRIBUTE, chosen);
  }, [chosen]);
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
