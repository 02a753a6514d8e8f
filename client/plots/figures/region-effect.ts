import type { Chart } from "../model/chart.ts";
import { lineMark } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";

export type EarlierAccuracy = {
  /** The name, such as `Job 12`. */
  readonly name: string;
  readonly x: readonly number[];
  readonly coefficients: readonly (number | null)[];
};

/** A chart over a coordinate with focus regions as its background, and the accuracy of an earlier training, where there is one. */
export function withRegions(
  chart: Chart,
  regions: readonly Range[],
  earlier: EarlierAccuracy | null,
  palette: Palette,
): Chart {
  const zones = regions.map(([from, to]) => ({ from, to, color: palette.region }));
  const before =
    earlier === null
      ? []
      : [
          lineMark({
            name: earlier.name,
            x: earlier.x,
            y: earlier.coefficients,
            color: palette.muted,
            dash: "4 3",
          }),
        ];
  return { ...chart, zones: [...chart.zones, ...zones], marks: [...before, ...chart.marks] };
}
