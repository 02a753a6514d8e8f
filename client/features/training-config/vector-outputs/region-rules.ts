import type { FocusRegion } from "@understudy/shared/api/job-config.ts";
import { type StretchProblems, stretchProblems } from "@understudy/shared/job-config/focus-regions.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { storedValue } from "@understudy/shared/quantities/shown-unit.ts";

/** A region as it is being edited: its bounds in the units shown. */
export type RegionDraft = {
  readonly key: number;
  readonly from: number;
  readonly to: number;
  readonly sections: number;
};

/** The range that regions lie on, in the units shown. */
export type Span = { readonly min: number; readonly max: number; readonly multiplier: number };

export type RegionProblems = StretchProblems & { readonly sections: string | null };

/** The problems of the fields of each region, in their order. */
export function findProblems(regions: readonly RegionDraft[], span: Span): RegionProblems[] {
  return stretchProblems(regions, span).map((problems, at) => {
    const sections = regions[at]?.sections ?? Number.NaN;
    const isWhole = Number.isInteger(sections) && sections >= 1;
    return { ...problems, sections: isWhole ? null : "Must be a whole number, at least 1" };
  });
}

export const sectionsIn = (regions: readonly RegionDraft[]): number =>
  regions.reduce((sum, { sections }) => sum + sections, 0);

/** The problem that keeps the regions from being saved; null: none. */
export function regionsProblem(
  regions: readonly RegionDraft[],
  span: Span,
  maxSections: number,
): string | null {
  const [first] = findProblems(regions, span).flatMap((problems, index) => {
    const problem = Object.values(problems).find((text) => text !== null);
    return problem ? [`Region ${index + 1}: ${problem}`] : [];
  });
  return first ?? (sectionsIn(regions) > maxSections ? MESSAGES.maximumSections(maxSections) : null);
}

const DEFAULT_SECTION_COUNT = 10;

/** A new region in the middle of the widest stretch that no region covers; null when no section is left. */
export function newRegion(
  regions: readonly RegionDraft[],
  span: Span,
  maxSections: number,
  key: number,
): RegionDraft | null {
  const left = maxSections - sectionsIn(regions);
  if (left < 1) return null;
  const sorted = regions.toSorted((a, b) => a.from - b.from);
  let widest = { from: span.min, to: sorted[0]?.from ?? span.max };
  let covered = span.min;
  for (const [index, region] of sorted.entries()) {
    covered = Math.max(covered, region.to);
    const gap = { from: covered, to: sorted[index + 1]?.from ?? span.max };
    if (gap.to - gap.from > widest.to - widest.from) widest = gap;
  }
  const third = (widest.to - widest.from) / 3;
  return {
    key,
    from: widest.from + third,
    to: widest.to - third,
    sections: Math.min(DEFAULT_SECTION_COUNT, left),
  };
}

/** Within the span, as stored; conversion to the units shown may have moved an end by a rounding error. */
export const toStored = ({ from, to, sections }: RegionDraft, span: Span): FocusRegion => {
  const clamp = (value: number) => storedValue(Math.min(span.max, Math.max(span.min, value)), span);
  return { range: [clamp(from), clamp(to)], number_of_sections: sections };
};

export const toDraft = (
  { range, number_of_sections }: FocusRegion,
  span: Span,
  key: number,
): RegionDraft => ({
  key,
  from: range[0] / span.multiplier,
  to: range[1] / span.multiplier,
  sections: number_of_sections,
});
