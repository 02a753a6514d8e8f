import { errorOf } from "@understudy/shared/domain/learning-curve.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import type { RoundLine } from "#plots/figures/run-rounds.ts";

/** An error that changed by less than this fraction has stayed the same. */
const MAX_UNCHANGED_FRACTION = 0.1;

type Line = Pick<RoundLine, "label" | "coefficients">;

/** The trend of the accuracy as simulations were added, in one sentence; null for lines of fewer than two points. */
export function roundsTrend(lines: readonly Line[]): string | null {
  const measured = lines.flatMap(({ label, coefficients }) => {
    const [first, last] = [coefficients[0], coefficients.at(-1)];
    if (coefficients.length < 2 || first === undefined || last === undefined) return [];
    return [
      {
        text: `${label} (${formatAccuracy(first)} to ${formatAccuracy(last)})`,
        ratio: errorOf(last) / errorOf(first),
      },
    ];
  });
  if (measured.length === 0) return null;
  const texts = (holds: (ratio: number) => boolean) =>
    new Intl.ListFormat("en").format(measured.filter(({ ratio }) => holds(ratio)).map(({ text }) => text));
  const parts = [
    ["rose", texts((ratio) => ratio < 1 - MAX_UNCHANGED_FRACTION)],
    ["fell", texts((ratio) => ratio > 1 + MAX_UNCHANGED_FRACTION)],
    [
      "hardly changed",
      texts((ratio) => ratio >= 1 - MAX_UNCHANGED_FRACTION && ratio <= 1 + MAX_UNCHANGED_FRACTION),
    ],
  ].flatMap(([verb, outputs]) => (outputs === "" ? [] : [`${verb} for ${outputs}`]));
  return `As simulations were added, the accuracy ${parts.join("; it ")}.`;
}
