/** The rules that focus regions keep: one law for the fields of the page and for the server. */
import { MESSAGES } from "../messages/messages.ts";

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
