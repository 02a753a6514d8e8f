/** Axes, colour bars and backgrounds of figures in the page's colours. */
import { parseUnit } from "@understudy/shared/quantities/unit.ts";
import type { ColorBar, Layout, LayoutAxis } from "plotly.js/lib/core";
import type { Palette } from "../model/palette.ts";

const TICK_FONT_PX = 11;
const TITLE_FONT_PX = 12;
const TITLE_STANDOFF_PX = 8;

/**
 * Ticks of values whose unit takes a prefix have it themselves, as `10k` over `Frequency (Hz)`. Under `(kHz)` or without a unit they are
 * powers of ten: two prefixes cannot be read.
 */
export function chooseTickFormat(unit: string): { exponentformat: "SI" | "power" } {
  const { prefix, power } = parseUnit(unit);
  return { exponentformat: prefix === 0 && power === 1 ? "SI" : "power" };
}

/** @param titleColor the colour of the title, where one trace alone belongs to the axis */
export function themeAxis(palette: Palette, unit: string, titleColor = palette.muted): Partial<LayoutAxis> {
  const { axis, grid, muted } = palette;
  return {
    ...chooseTickFormat(unit),
    automargin: true,
    showline: true,
    linecolor: axis,
    gridcolor: grid,
    zeroline: false,
    ticks: "outside",
    // Plain digits between the decades, as in "100 2 5 1000", are misread.
    minorloglabels: "none",
    ticklen: 4,
    tickcolor: axis,
    tickfont: { size: TICK_FONT_PX, color: muted },
    // The crosshair.
    showspikes: true,
    spikemode: "across",
    spikesnap: "hovered data",
    spikethickness: 1,
    spikedash: "dot",
    spikecolor: muted,
    title: { standoff: TITLE_STANDOFF_PX, font: { size: TITLE_FONT_PX, color: titleColor } },
  };
}

/** An axis of a scene, which needs no line of its own beside the grid. */
export function themeSceneAxis({ grid, axis, muted }: Palette, unit: string) {
  return {
    ...chooseTickFormat(unit),
    showbackground: false,
    gridcolor: grid,
    linecolor: axis,
    zeroline: false,
    showspikes: false,
    tickfont: { size: TICK_FONT_PX, color: muted },
    title: { font: { size: TITLE_FONT_PX, color: muted } },
  };
}

/** Places of the shadows that together are a text's outline, in pixels. A wider outline would cover the neighbours. */
const HALO_OFFSETS_PX = [-2, 0, 2];

/** The font of texts that lie over many lines: the outline in the page's colour keeps them readable. */
export const themeTextOverLines = ({ ink, halo }: Palette, size: number) => ({
  size,
  color: ink,
  shadow: HALO_OFFSETS_PX.flatMap((x) => HALO_OFFSETS_PX.map((y) => `${x}px ${y}px 1px ${halo}`)).join(", "),
});

export function themeColorBar({ muted }: Palette): Partial<ColorBar> {
  return {
    ...chooseTickFormat(""),
    thickness: 12,
    outlinewidth: 0,
    tickfont: { size: TICK_FONT_PX, color: muted },
    title: { side: "right", font: { size: TITLE_FONT_PX, color: muted } },
  };
}

export function themeLayout({ paper, ink }: Palette): Partial<Layout> {
  return {
    font: { color: ink },
    paper_bgcolor: paper,
    plot_bgcolor: paper,
    margin: { l: 48, r: 16, t: 8, b: 40 },
    // The nearest point is read wherever the pointer is, as on every plot.
    hoverdistance: -1,
    spikedistance: -1,
    showlegend: false,
  };
}

/** A legend in a file stands below the plot, as it does on the page. */
export const FILE_LEGEND = {
  showlegend: true,
  legend: { orientation: "h", yref: "container", y: 0, yanchor: "bottom", x: 0 },
} as const satisfies Partial<Layout>;

/**
 * A text that plotly.js shows letter by letter. Titles, names and categories are pseudo-HTML to it: `<b>` is bold, `<a href>` is a link and
 * `&lt;` is `<`. People write such characters as they mean them, `Gain <dB>`, and nobody may put a link into the page of another.
 */
export const toLiteralText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Texts at the places of options; numbers have round ones. */
export const optionTicks = ({ options }: { readonly options: readonly string[] | null }) =>
  options !== null && {
    tickmode: "array" as const,
    tickvals: options.map((_, place) => place),
    ticktext: options.map(toLiteralText),
  };
