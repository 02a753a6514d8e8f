/** The accuracy of a curve on validation rows inside and outside its focus regions. Coordinates are as stored. */
import type { FocusRegion } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";

/** The accuracy at each point at which an emulator predicts a curve; null where nothing varies. */
export type AccuracyAlong = {
  readonly places: readonly number[];
  readonly coefficients: readonly (number | null)[];
};

/** The mean coefficient of determination of some points of a curve. */
export type MeanAccuracy = { readonly mean: number; readonly points: number };
export type RegionEffect = { readonly inside: MeanAccuracy | null; readonly outside: MeanAccuracy | null };

/** The accuracy of the points inside the regions, ends included, and of those outside; null where there is no such point. */
export function regionEffect(
  { places, coefficients }: AccuracyAlong,
  regions: readonly FocusRegion[],
): RegionEffect {
  const isInside = (place: number) => regions.some(({ range: [from, to] }) => place >= from && place <= to);
  const meanWhere = (isWanted: (place: number) => boolean): MeanAccuracy | null => {
    const measured = places.flatMap((place, at) => (isWanted(place) ? (coefficients[at] ?? []) : []));
    if (measured.length === 0) return null;
    return {
      mean: measured.reduce((sum, value) => sum + value, 0) / measured.length,
      points: measured.length,
    };
  };
  return { inside: meanWhere(isInside), outside: meanWhere((place) => !isInside(place)) };
}

const meanText = (accuracy: MeanAccuracy | null): string =>
  accuracy === null ? "not known" : `${formatAccuracy(accuracy.mean)} (${counted(accuracy.points, "point")})`;

const pairText = ({ inside, outside }: RegionEffect): string =>
  `${meanText(inside)} inside the focus regions, ${meanText(outside)} outside`;

/**
 * The effect in sentences.
 * @param before in the job that the data were taken from, which was trained with other regions; null: there is none
 */
export function regionEffectText(
  now: RegionEffect,
  before: { readonly jobId: number; readonly effect: RegionEffect } | null,
): string {
  const present = `Mean accuracy of the curve's points on validation rows: ${pairText(now)}.`;
  if (before === null) return present;
  return `${present} In job ${before.jobId}, which was trained with other focus regions, the same stretches have: ${pairText(before.effect)}.`;
}
