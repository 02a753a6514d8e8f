/** Bars on a slider's track or under a list: how the training rows are spread. Drawn as two paths, however many bars there are. */
import type { Histogram, TrainedInput } from "@understudy/shared/api/emulator-report.ts";

/** The drawing's own units; it is stretched over the track. */
export const BARS_WIDTH = 1000;
export const BARS_HEIGHT = 20;
/** A bar that holds a single row among thousands is still seen. */
const MIN_HEIGHT = 1.5;
/** Training rows that all have one value still make a bar. */
const MIN_WIDTH = 8;
/** The gap between two bars, as a share of a bar's width. */
const GAP_SHARE = 0.14;

export type Bar = { readonly from: number; readonly to: number; readonly count: number };

/** Bars over a slider's range: where the training data end earlier than the slider, there are none. */
export function sliderBars({ edges, counts }: Histogram, { min, max }: { min: number; max: number }): Bar[] {
  const at = (value: number): number => ((value - min) / (max - min)) * BARS_WIDTH;
  return counts.map((count, bin) => {
    const from = at(edges[bin] ?? min);
    return { from, to: Math.max(at(edges[bin + 1] ?? max), from + MIN_WIDTH), count };
  });
}

/** One bar a level, in the order of a list's values. */
export function levelBars(
  levels: NonNullable<TrainedInput["levels"]>,
  values: readonly (string | number)[],
): Bar[] {
  const width = BARS_WIDTH / Math.max(1, values.length);
  return values.map((value, index) => ({
    from: index * width,
    to: (index + 1) * width,
    count: levels.find((level) => level.value === String(value))?.count ?? 0,
  }));
}

/** The bin that holds a value, an edge belonging to the bin above; null outside. */
export function findBin({ edges }: Histogram, value: number): number | null {
  const [low = 0] = edges;
  const high = edges.at(-1) ?? 0;
  if (!(value >= low && value <= high)) return null;
  const above = edges.findIndex((edge) => edge > value);
  return above === -1 ? edges.length - 2 : above - 1;
}

/** An SVG path of the bars, `tallest` rows filling the height. */
export function barsPath(bars: readonly Bar[], tallest: number): string {
  return bars
    .filter(({ count }) => count > 0)
    .map(({ from, to, count }) => {
      const room = ((to - from) * GAP_SHARE) / 2;
      const height = Math.max(MIN_HEIGHT, (count / tallest) * BARS_HEIGHT);
      const [left, right, top] = [from + room, to - room, BARS_HEIGHT - height].map(roundToTenths);
      return `M${left} ${BARS_HEIGHT}V${top}H${right}V${BARS_HEIGHT}Z`;
    })
    .join("");
}

const roundToTenths = (value: number): number => Math.round(value * 10) / 10;

export const findTallest = (bars: readonly Bar[]): number => Math.max(1, ...bars.map(({ count }) => count));
