/** The texts about a complete export. */

import type { ExportResult } from "@understudy/shared/api/emulator-export.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { countText, exactText, percentText, roundTo } from "@understudy/shared/number-text.ts";
import { fullText } from "@understudy/shared/quantities/quantity-text.ts";
import { chosenUnit, exactShownValue, type ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";

export type ExportedOutput = ExportResult["outputs"][number];
type Columns = Pick<JobConfig, "outputs">;

/** Smaller and larger shares are all the same to people. */
const MIN_SHARE = 1e-4;
const MAX_SHARE = 10;
/** A share of an output's range: smaller differences are those of sums in another order. */
const MAX_ROUNDING = 1e-9;

/** A share as percent, with two figures. */
export function shareText(share: number): string {
  if (share > 0 && share < MIN_SHARE) return `<${100 * MIN_SHARE}%`;
  return share > MAX_SHARE ? `>${100 * MAX_SHARE}%` : percentText(share, 2);
}

const findUnit = ({ name, unit }: ExportedOutput, { outputs }: Columns): ShownUnit =>
  chosenUnit(outputs.find((output) => output.name === name) ?? { unit, multiplier: 1 });

/** Formats a value with the prefix that fits its size. */
const valueText = (value: number, shown: ShownUnit): string =>
  fullText(exactShownValue(roundTo(value, 3), shown), shown, "short");

/** A difference in an output's unit and as a share of its range: `1.2 µA (0.03%)`. */
export function differenceText(value: number | null, output: ExportedOutput, columns: Columns): string {
  if (value === null) return "–";
  const { range } = output;
  const shown = findUnit(output, columns);
  if (range === null || range === 0) return valueText(value, shown);
  if (value <= MAX_ROUNDING * range) return "rounding";
  const share = shareText(value / range);
  // Where no prefix stands before the unit, small numbers have many zeros or powers of ten.
  if (shown.unit.prefix === null && value < MIN_SHARE * range) return share;
  return `${valueText(value, shown)} (${share})`;
}

export type ExportVerdict = { isGood: boolean; title: string; text: string };

export function formatVerdict(result: ExportResult, columns: Columns): ExportVerdict {
  const { network, has_bounds, outputs } = result;
  if (network === null) {
    const values = has_bounds ? "means and 95% bounds" : "means";
    return {
      isGood: true,
      title: "Exact",
      text: `The file computes the same ${values} as this emulator, to rounding.`,
    };
  }
  const ownCount = outputs.filter(({ is_own }) => is_own).length;
  const layers = `A network with hidden layers of ${network.hidden.join(", ")} units, fitted to the emulator.`;
  const ownText =
    ownCount === 0
      ? ""
      : ` No network came near enough to ${ownCount === outputs.length ? "the means" : `the mean of ${counted(ownCount, "output")}`}: there the file has the emulator's own equations.`;
  const limit = shareText(network.wanted_share);
  return network.holds
    ? {
        isGood: true,
        title: "A network that stands for the emulator",
        text: `${layers}${ownText} It keeps to the error allowed, ${limit} of the emulator's own: see the share of each output.`,
      }
    : {
        isGood: false,
        title: "A network that does not keep to the error allowed",
        text: `${layers}${ownText} ${farthestText(outputs, columns)} You allowed ${limit}. Allow more, export fewer outputs, or use a format that is exact, such as C or Python.`,
      };
}

/** Names the output that is farthest from the emulator, and how far it is. */
function farthestText(outputs: readonly ExportedOutput[], columns: Columns): string {
  const [worst] = outputs.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0));
  if (worst === undefined) return "";
  const definition = columns.outputs.find(({ name }) => name === worst.name);
  const name = definition === undefined ? worst.name : displayName(definition);
  const share = worst.share ?? 0;
  const times = share < 1 ? `${shareText(share)} of` : `${exactText(roundTo(share, 2))} times`;
  return `“${name}” differs from the emulator by ${differenceText(worst.typical_difference, worst, columns)} of its range, root mean square: ${times} the emulator's own error.`;
}

export function comparisonText({ network, has_bounds, compared_points }: ExportResult): string {
  const where = `at ${countText(compared_points)} points inside the ranges of the training rows`;
  const shares = "In brackets, differences as shares of the range of the output.";
  if (network === null) return `Differences of the means ${where}. ${shares}`;
  return [
    `Differences ${where}, none of which the network was fitted to. ${shares}`,
    "A typical difference is the root mean square of those of the means. The share is of the emulator's error, or of 0.1% of the output's range where that is larger.",
    ...(has_bounds ? ["Half of the 95% bounds differ by less than what is said of them."] : []),
  ].join(" ");
}
