/** The scale of a response surface: its ticks, and the bar of its colours. */
import { logTickText } from "@understudy/shared/quantities/tick-text.ts";
import type { ColorBar } from "plotly.js/lib/core";
import { formatAxisTitle } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";
import { themeColorBar, toLiteralText } from "./axis-theme.ts";
import type { ResponseSurface } from "./surface-model.ts";

/** Ticks per decade where few decades are shown. */
const TICK_MULTIPLES = { few: [1, 2, 5], many: [1] } as const;
/** Over more decades than these, each has one tick. */
const FEW_DECADES = 2;
const MAX_TICKS = 8;

/** The ticks of an axis of exponents of ten, named by their values; on a linear axis plotly.js chooses them. */
export function formatSurfaceTicks(
  { unit, isLogarithmic }: { unit: string; isLogarithmic: boolean },
  [low, high]: Range,
) {
  if (!isLogarithmic) return {};
  const multiples = high - low <= FEW_DECADES ? TICK_MULTIPLES.few : TICK_MULTIPLES.many;
  const step = Math.max(1, Math.ceil((high - low) / MAX_TICKS));
  const decades = Array.from(
    { length: Math.ceil((Math.ceil(high) - Math.floor(low)) / step) + 1 },
    (_, at) => Math.floor(low) + at * step,
  );
  const values = decades.flatMap((decade) => multiples.map((multiple) => multiple * 10 ** decade));
  return {
    tickmode: "array" as const,
    tickvals: values.map(Math.log10),
    ticktext: values.map((value) => toLiteralText(logTickText(value, unit))),
  };
}

/**
 * A share of the height of the axes. Where a horizontal bar stands at their very top, plotly.js moves the titles of the axes with the title of
 * the bar, onto their ticks; a thousandth lower it does not.
 */
const HORIZONTAL_BAR_Y = 0.999;
const BAR_LENGTHS = { narrow: 0.9, wide: 0.8 } as const;

/** The scale of colours, with values for ticks. */
export function layOutColorBar({ output, isNarrow }: ResponseSurface, palette: Palette): Partial<ColorBar> {
  const theme = themeColorBar(palette);
  const text = toLiteralText(formatAxisTitle(output.name, output.unit));
  return {
    ...theme,
    ...formatSurfaceTicks(output, output.colorRange),
    ...(isNarrow
      ? { orientation: "h", y: HORIZONTAL_BAR_Y, yanchor: "bottom", len: BAR_LENGTHS.narrow }
      : { len: BAR_LENGTHS.wide }),
    title: { ...theme.title, text, ...(isNarrow && { side: "top" }) },
  };
}
