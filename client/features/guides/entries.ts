import type { GuideEntry } from "@understudy/shared/api/guide.ts";

/** Every entry with a page, in the order of the table of contents. */
export const listPages = (entries: readonly GuideEntry[]): GuideEntry[] =>
  entries.flatMap((entry) => [...(entry.has_page ? [entry] : []), ...listPages(entry.contents)]);

/** The pages before and after one; null where there is none. */
export function findNeighbours(entries: readonly GuideEntry[], slug: string) {
  const pages = listPages(entries);
  const at = pages.findIndex((page) => page.slug === slug);
  if (at === -1) return { previous: null, next: null };
  return { previous: pages[at - 1] ?? null, next: pages[at + 1] ?? null };
}
