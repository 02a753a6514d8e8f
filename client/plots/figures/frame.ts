import type { Layout, LayoutAxis } from "plotly.js";
import { axisTitle, takesPrefix } from "./figure.ts";
import type { Palette } from "./palette.ts";
import type { Range } from "./ranges.ts";

/** An axis with a fixed range: nothing moves by itself. */
export const axis = (
  palette: Palette,
  title: string,
  range: Range,
  more: Partial<LayoutAxis> = {},
): Partial<LayoutAxis> => ({ ...fittingAxis(palette, title, more), range: [...range], autorange: false });

/** An axis of a quantity. Its ticks have prefixes only where its unit can take one: 10k is no number of mV. */
export const quantityAxis = (
  palette: Palette,
  [name, unit]: readonly [name: string, unit: string],
  range: Range,
  more: Partial<LayoutAxis> = {},
): Partial<LayoutAxis> =>
  axis(palette, axisTitle(name, unit), range, {
    ...(unit !== "" && !takesPrefix(unit) && more.type !== "log" && { exponentformat: "e" }),
    ...more,
  });

/** An axis that fits what is drawn. */
export function fittingAxis(
  palette: Palette,
  title: string,
  more: Partial<LayoutAxis> = {},
): Partial<LayoutAxis> {
  return {
    title: { text: title, standoff: 8, font: { color: palette.muted, size: 12 } },
    gridcolor: palette.grid,
    linecolor: palette.grid,
    tickcolor: palette.grid,
    zeroline: false,
    showline: true,
    ticks: "outside",
    ticklen: 4,
    tickfont: { color: palette.muted, size: 11 },
    // 10n and 1µ read better than 1e-8 where engineers look for them; decades read best as powers of ten.
    exponentformat: more.type === "log" ? "power" : "SI",
    hoverformat: ".5~g",
    nticks: 7,
    ...more,
  };
}

/** What all plots share. `revision` keeps the reader's zoom until it changes. */
export function frame(palette: Palette, revision: string, more: Partial<Layout>): Partial<Layout> {
  return {
    font: { family: "inherit", size: 12, color: palette.ink },
    paper_bgcolor: palette.paper,
    plot_bgcolor: palette.paper,
    margin: { l: 64, r: 16, t: 12, b: 48 },
    showlegend: false,
    hovermode: "closest",
    uirevision: revision,
    ...more,
  };
}
