import { countText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import type { Chart } from "../model/chart.ts";
import { lineMark, numberAxis, seriesTable } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent } from "../model/ranges.ts";

export type TimesByLength = {
  readonly steps: readonly number[];
  /** A time is null where a parameter has not varied. */
  readonly parameters: readonly { readonly name: string; readonly times: readonly (number | null)[] }[];
};

/** A chain must be this many autocorrelation times long before their estimate can be trusted. */
export const MIN_AUTOCORRELATION_TIMES = 50;

/** The autocorrelation time by the length of the chain, over the line below which it can be trusted. */
export function autocorrelationTimesChart({ steps, parameters }: TimesByLength, palette: Palette): Chart {
  const estimatedTimes = parameters.flatMap(({ times }) =>
    times.flatMap((time) => (time === null ? [] : [time])),
  );
  const last = steps.at(-1) ?? 2;
  const first = Math.min(steps[0] ?? 1, last / 2);
  const trusted = [first, last].map((length) => length / MIN_AUTOCORRELATION_TIMES);
  const [low, high] = extent(estimatedTimes, trusted) ?? [0.1, 10];
  const getLineColor = (at: number): string =>
    palette.series[at % palette.series.length] ?? palette.prediction;
  const parts = (at: number) => [
    { label: "Steps", text: countText(steps[at] ?? 0), color: null },
    ...parameters.map(({ name, times }, p) => ({
      label: name,
      text: times[at] == null ? "–" : formatValue(times[at]),
      color: getLineColor(p),
    })),
  ];
  return {
    x: numberAxis("Steps", "", [first, last], { type: "log" }),
    y: numberAxis("Autocorrelation time", "", [low / 1.2, high * 1.2], { type: "log" }),
    zones: [],
    marks: [
      lineMark({
        name: `Steps / ${MIN_AUTOCORRELATION_TIMES}`,
        x: [first, last],
        y: trusted,
        color: palette.muted,
        width: 1.5,
        dash: "5 4",
      }),
      ...parameters.map(({ name, times }, p) =>
        lineMark({ name, x: steps, y: times, color: getLineColor(p), width: 1.75 }),
      ),
    ],
    revision: "autocorrelation times",
    summary: `The autocorrelation time of ${parameters.length} parameters by the number of steps. Times below the number of steps divided by ${MIN_AUTOCORRELATION_TIMES} can be trusted.`,
    readout: {
      x: steps,
      y: parameters[0]?.times ?? [],
      count: steps.length,
      parts,
    },
    table: () =>
      seriesTable(
        "steps",
        "autocorrelation_time",
        parameters.map(({ name, times }) => ({ name, x: steps, y: times })),
      ),
  };
}
