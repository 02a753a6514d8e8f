import { fixedPercentText } from "@understudy/shared/number-text.ts";
import type { Chart } from "../model/chart.ts";
import { bandMark, lineMark, numberAxis } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";

export type Calibration = {
  readonly output: string;
  /** Levels of intervals, 0 .. 1. */
  readonly expected: readonly number[];
  /** The share of validation values inside each interval. */
  readonly observed: readonly number[];
};

const COVERAGE_RANGE = [0, 100] as const;

/** Observed against nominal coverage of the prediction intervals; calibrated intervals lie on the diagonal. */
export function calibrationChart({ output, expected, observed }: Calibration, palette: Palette): Chart {
  const x = expected.map((level) => level * 100);
  const y = observed.map((share) => share * 100);
  const formatNominal = (at: number): string => fixedPercentText(expected[at] ?? Number.NaN, 0);
  const formatObserved = (at: number): string => fixedPercentText(observed[at] ?? Number.NaN);
  const extendedCurve = { x: [0, ...x, 100], y: [0, ...y, 100] };
  return {
    x: numberAxis("Nominal coverage (%)", "", COVERAGE_RANGE),
    y: numberAxis("Observed coverage (%)", "", [0, 103]),
    zones: [],
    marks: [
      bandMark({
        name: "",
        x: extendedCurve.x,
        lower: extendedCurve.x,
        upper: extendedCurve.y,
        color: palette.band,
      }),
      lineMark({
        name: "Calibrated",
        x: COVERAGE_RANGE,
        y: COVERAGE_RANGE,
        color: palette.muted,
        width: 1,
        dash: "5 4",
      }),
      lineMark({ name: "Observed", x, y, color: palette.prediction, hasPoints: true }),
    ],
    revision: `calibration ${output}`,
    summary: `Calibration curve of ${output}: the observed coverage of validation values against the nominal coverage of the intervals; calibrated intervals lie on the diagonal.`,
    readout: {
      x,
      y,
      count: x.length,
      parts: (at) => [
        { label: "Nominal", text: formatNominal(at), color: palette.muted },
        { label: "Observed", text: formatObserved(at), color: palette.prediction },
      ],
    },
    table: () => ({
      header: ["Nominal coverage (%)", "Observed coverage (%)"],
      rows: x.map((value, at) => [value, y[at] ?? null]),
    }),
  };
}
