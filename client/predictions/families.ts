import type { EmulatorFamily, OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { fixedPercentText } from "@understudy/shared/number-text.ts";

export const FAMILY_NAMES: Readonly<Record<EmulatorFamily, string>> = {
  "gaussian-process": "Gaussian process",
  network: "Neural networks",
  polynomial: "Polynomial",
  linear: "Linear trend",
  mean: "Mean",
};

type Share = OutputTrust["families"][number];
/** A family with less than half a percent is not shown. */
const MIN_SHOWN_WEIGHT = 0.005;

/** The model families of an output, by weight, without negligible ones. */
export const listMembers = (families: readonly Share[]): Share[] =>
  families.filter(({ weight }) => weight >= MIN_SHOWN_WEIGHT);

/** Formats "Gaussian process 82% + Neural networks 18%"; a single family stands without its share. */
export function modelText(families: readonly Share[]): string {
  const members = listMembers(families);
  const [only] = members;
  if (only === undefined) return "Constant";
  if (members.length === 1) return FAMILY_NAMES[only.family];
  return members
    .map(({ family, weight }) => `${FAMILY_NAMES[family]} ${fixedPercentText(weight, 0)}`)
    .join(" + ");
}
