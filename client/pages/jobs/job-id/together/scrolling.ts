import type { ScrollPosition } from "@understudy/shared/job-view.ts";

/**
 * Scroll positions that mean the same in windows of any size: the part of the page at a line of the window, and the share of
 * it that lies above the line.
 */

/** The line, as a share of the window's height from its top. */
const LINE_SHARE = 0.3;
const PART_SELECTOR = "section[aria-labelledby]";

const clamp = (share: number): number => Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0));
const getHeading = (part: Element): string | null =>
  document
    .getElementById(part.getAttribute("aria-labelledby") ?? "")
    ?.textContent?.trim()
    .slice(0, 200) ?? null;
const getScrollLength = (): number => document.documentElement.scrollHeight - window.innerHeight;

/** Returns the position that the window is scrolled to. */
export function readScroll(root: ParentNode): ScrollPosition {
  const line = LINE_SHARE * window.innerHeight;
  for (const part of root.querySelectorAll(PART_SELECTOR)) {
    const { top, bottom, height } = part.getBoundingClientRect();
    const heading = top <= line && line < bottom ? getHeading(part) : null;
    if (heading !== null) return { part: heading, offset: clamp((line - top) / height) };
  }
  return { part: null, offset: clamp(window.scrollY / getScrollLength()) };
}

/** Scrolls to a position; a part that this page does not show leaves it where it is. */
export function scrollToPosition(root: ParentNode, { part, offset }: ScrollPosition): void {
  if (part === null) {
    window.scrollTo({ top: offset * getScrollLength() });
    return;
  }
  const target = [...root.querySelectorAll(PART_SELECTOR)].find(
    (candidate) => getHeading(candidate) === part,
  );
  if (target === undefined) return;
  const { top, height } = target.getBoundingClientRect();
  const distance = top + offset * height - LINE_SHARE * window.innerHeight;
  if (Math.abs(distance) > 1) window.scrollBy({ top: distance });
}
