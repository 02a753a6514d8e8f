/** The common properties of the designs in a failing region, in sentences. */

import type { BoxBound, FailingRegion } from "@understudy/shared/api/out-of-spec.ts";
import { elementName } from "@understudy/shared/domain/variable.ts";
import { fixedPercentText, roundTo } from "@understudy/shared/number-text.ts";
import { fullText } from "@understudy/shared/quantities/quantity-text.ts";
import type { ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { inputLook, type Looks } from "#designs/quantities.ts";
import { partText } from "#designs/share-text.ts";

/** Bounds are rounded to steps of a hundredth of the range between them, or of the bound itself. */
const STEPS_PER_RANGE = 100;

/** `1.2 V < Vdd < 1.62 V`, `T > 110 °C`, `fingers ≤ 3`, `corner is ss or sf`: rounded outward. */
export function boundText(bound: BoxBound, looks: Looks | null): string {
  const { name, element, options, is_integer } = bound;
  const { display, unit } = inputLook(looks, name);
  const shown = element === null ? display : elementName(display, element);
  if (options !== null) return `${shown} is ${listed(options.map(String), "or")}`;
  const [lower, upper] = shownBounds(bound, unit);
  if (is_integer && lower !== null && lower === upper) return `${shown} = ${fullText(lower, unit, "short")}`;
  const less = is_integer ? "≤" : "<";
  const more = is_integer ? "≥" : ">";
  if (lower === null) return `${shown} ${less} ${fullText(upper ?? 0, unit, "short")}`;
  if (upper === null) return `${shown} ${more} ${fullText(lower, unit, "short")}`;
  return `${fullText(lower, unit, "short")} ${less} ${shown} ${less} ${fullText(upper, unit, "short")}`;
}

function shownBounds(
  { lower, upper, is_integer }: BoxBound,
  { multiplier }: ShownUnit,
): [number | null, number | null] {
  const [low, high] = [lower, upper].map((value) => (value === null ? null : value / multiplier));
  if (is_integer) return [low ?? null, high ?? null];
  const size = low != null && high != null ? high - low : Math.abs(low ?? high ?? 0);
  const step = size > 0 ? 10 ** Math.floor(Math.log10(size / STEPS_PER_RANGE) + 1e-9) : 0;
  return [roundToStep(low ?? null, step, Math.floor), roundToStep(high ?? null, step, Math.ceil)];
}

function roundToStep(value: number | null, step: number, to: (value: number) => number): number | null {
  if (value === null || step === 0) return value;
  // What lies on a step but for its last digits stays there.
  const steps = value / step;
  const nearest = Math.round(steps);
  const roundedSteps = Math.abs(steps - nearest) < 1e-6 ? nearest : to(steps);
  return roundTo(roundedSteps * step, 12);
}

const listed = (parts: readonly string[], by: "and" | "or"): string =>
  new Intl.ListFormat("en", { type: by === "and" ? "conjunction" : "disjunction" }).format(parts);

export const boundsText = (bounds: readonly BoxBound[], looks: Looks | null): string =>
  listed(
    bounds.map((bound) => boundText(bound, looks)),
    "and",
  );

/** A box in which at least this share of the designs fail, fails as a whole. */
const MIN_FAILING_SHARE = 0.95;

/** `Fails where Vdd < 1.62 V and T > 110 °C.` */
export function regionText(
  { bounds, density, core }: Pick<FailingRegion, "bounds" | "density" | "core">,
  looks: Looks | null,
): string {
  const where = boundsText(bounds, looks);
  const most = core === null ? "" : ` ${coreText(core, looks)}`;
  if (bounds.length === 0)
    return density >= MIN_FAILING_SHARE
      ? "Fails everywhere within the ranges."
      : `Reaches across all ranges: ${roundedPercent(density)} of the designs fail.${most}`;
  if (density >= MIN_FAILING_SHARE) return `Fails where ${where}.`;
  return `Lies where ${where}: ${roundedPercent(density)} of the designs there fail.${most}`;
}

const coreText = (
  { bounds, density, coverage }: NonNullable<FailingRegion["core"]>,
  looks: Looks | null,
): string =>
  `${roundedPercent(coverage)} of it lies where ${boundsText(bounds, looks)}: ${roundedPercent(density)} fail there.`;

/** A share of designs in percent, without digits behind the point unless it is below 1%. */
const roundedPercent = (share: number): string =>
  share < 0.01 ? partText(share) : fixedPercentText(share, 0);
