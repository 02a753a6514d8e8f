/** The rules that focus regions keep: one law for the fields of the page and for the server. */
import type { FocusRegion } from "../api/job-config.ts";
import { counted } from "../counted.ts";
import { MESSAGES } from "../messages/messages.ts";
import { rangeText } from "../quantities/quantity-text.ts";
import type { ShownUnit } from "../quantities/shown-unit.ts";

/** A region goes from one value of the coordinate to another, in any unit. */
export type Stretch = { readonly from: number; readonly to: number };
/** The ends of the coordinate, in the same unit. */
export type Limits = { readonly min: number; readonly max: number };
export type StretchProblems = { readonly from: string | null; readonly to: string | null };

/**
 * Share of the coordinate by which two regions may overlap: neighbours that touch do so, once their ends are converted from one
 * unit to another and back.
 */
const OVERLAP_TOLERANCE = 1e-9;

/** The problems of each region, in their order. Regions may touch, but not overlap. */
export function stretchProblems(regions: readonly Stretch[], limits: Limits): StretchProblems[] {
  return regions.map((region, at) => {
    const problems = findOwnProblems(region, limits);
    if (problems.from !== null || problems.to !== null) return problems;
    const other = regions.findIndex(
      (candidate, index) => index !== at && isOverlap(region, candidate, limits),
    );
    const met = regions[other];
    if (met === undefined) return problems;
    const message = MESSAGES.regionOverlap(other + 1);
    const startsInside = region.from >= met.from && region.from < met.to;
    return startsInside ? { from: message, to: null } : { from: null, to: message };
  });
}

function findOwnProblems({ from, to }: Stretch, { min, max }: Limits): StretchProblems {
  return {
    from: from < min ? MESSAGES.regionStart(min) : null,
    to: to > max ? MESSAGES.regionEnd(max) : to <= from ? MESSAGES.regionOrder : null,
  };
}

function isOverlap(first: Stretch, second: Stretch, { min, max }: Limits): boolean {
  const common = Math.min(first.to, second.to) - Math.max(first.from, second.from);
  return common > OVERLAP_TOLERANCE * (max - min);
}

/** Formats regions for a sentence: `2 to 4 GHz in 6 sections, 5 to 6 GHz in 1 section`. */
export const formatRegions = (regions: readonly FocusRegion[], unit: ShownUnit): string =>
  regions
    .map(({ range: [from, to], number_of_sections }) => {
      const range = rangeText(from / unit.multiplier, to / unit.multiplier, unit);
      return `${range} in ${counted(number_of_sections, "section")}`;
    })
    .join(", ");
