/** The designs that parallel coordinates draw where a browser would need many seconds for all of them. */
import { counted } from "@understudy/shared/counted.ts";
import { countText } from "@understudy/shared/number-text.ts";

/** More lines take longer: software needed 31 s for an overview with 100,000 of them. With fewer, more designs are left out. */
export const MAX_LINES = 5_000;

/** Formats how many of the designs are drawn: `3 designs`, or `5,000 of 12,000 designs`. */
export const formatLineCount = (drawnCount: number, designCount: number): string =>
  `${drawnCount < designCount ? `${countText(drawnCount)} of ` : ""}${counted(designCount, "design")}`;

type LineCandidates = {
  /** The designs that can be drawn. */
  readonly designs: readonly number[];
  readonly getClass: (design: number) => string;
  /** null: the design has none. */
  readonly getScore: (design: number) => number | null;
  readonly isSelected: (design: number) => boolean;
  /** The design that is marked; null: none. */
  readonly chosen: number | null;
};

/**
 * Chooses `limit` designs: the one with the lowest score of each class, then selected ones, then others, each evenly spread over the classes
 * and, within a class, over the ranks of the scores (systematic sampling). The chosen design comes last unless it is among them, so that
 * the places of the others stay the same when another one is chosen.
 * @returns all designs where there are no more than `limit`, and otherwise `limit` or, with the chosen one, `limit + 1`
 */
export function chooseLines(candidates: LineCandidates, limit: number): readonly number[] {
  const { designs, getClass, getScore, isSelected, chosen } = candidates;
  if (designs.length <= limit) return designs;
  const classes = Map.groupBy(designs, getClass);
  const ranked = [...classes.values()].map((members) =>
    members.toSorted((first, second) => compareScores(getScore(first), getScore(second))),
  );
  const lowest = ranked.flatMap(([design]) => design ?? []).slice(0, limit);
  const higher = ranked.flatMap((members) => members.slice(1));
  const selected = takeEvenly(higher.filter(isSelected), limit - lowest.length);
  const unselected = higher.filter((design) => !isSelected(design));
  const drawn = [...lowest, ...selected, ...takeEvenly(unselected, limit - lowest.length - selected.length)];
  drawn.sort((first, second) => first - second);
  return chosen === null || drawn.includes(chosen) || !designs.includes(chosen) ? drawn : [...drawn, chosen];
}

/** Designs without a score come last. */
const compareScores = (first: number | null, second: number | null): number =>
  first === second ? 0 : (first ?? Number.POSITIVE_INFINITY) - (second ?? Number.POSITIVE_INFINITY);

/** Takes the first and the last member, and others at equal distances between them. */
export function takeEvenly(members: readonly number[], count: number): readonly number[] {
  if (members.length <= count) return members;
  const step = (members.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, at) => members[Math.round(at * step)] ?? 0);
}
