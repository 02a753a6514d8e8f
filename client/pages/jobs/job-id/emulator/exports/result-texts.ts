/** What is said of a complete export. */

import type { ExportResult } from "@understudy/shared/api/emulator-export.ts";
import { countText, percentText } from "@understudy/shared/number-text.ts";

/** Smaller shares are all the same to people. */
const MIN_SHARE = 1e-4;

/** A share as percent, with two figures. */
export const shareText = (share: number): string =>
  share > 0 && share < MIN_SHARE ? `<${100 * MIN_SHARE}%` : percentText(share, 2);

export type ExportVerdict = { isGood: boolean; title: string; text: string };

export function verdictOf({ network, has_bounds }: ExportResult): ExportVerdict {
  if (network === null) {
    const values = has_bounds ? "means and 95% bounds" : "means";
    return {
      isGood: true,
      title: "Exact",
      text: `The file computes the same ${values} as this emulator, to rounding.`,
    };
  }
  const layers = `A network with hidden layers of ${network.hidden.join(", ")} units, fitted to the emulator.`;
  const wanted = shareText(network.wanted_share);
  return network.holds
    ? {
        isGood: true,
        title: "A network that stands for the emulator",
        text: `${layers} It keeps to the error allowed, ${wanted} of the emulator's own: see the share of each output.`,
      }
    : {
        isGood: false,
        title: "A network that does not keep to the error allowed",
        text: `${layers} It could not be made to add at most ${wanted} of the emulator's own error: see the share of each output. Allow more, export fewer outputs, or use a format that is exact, such as C or Python.`,
      };
}

export function comparisonText({ network, has_bounds, compared_points }: ExportResult): string {
  const where = `at ${countText(compared_points)} points inside the ranges of the training rows`;
  if (network === null) return `Differences of the means ${where}.`;
  return [
    `Differences of the means ${where}, none of which the network was fitted to.`,
    "The share is of the emulator's error, or of 0.1% of the output's range where that is larger.",
    ...(has_bounds ? ["Of the 95% bounds it is a share of their distance from the mean."] : []),
  ].join(" ");
}
