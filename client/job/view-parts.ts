import type { JobView } from "@understudy/shared/api/job-view.ts";
import { useEffect, useRef } from "react";

/** A part of the page that reads its part of the page's view, and can be made to show another one. */
export type ViewPart = {
  readonly read: () => Partial<JobView>;
  readonly apply: (view: JobView) => void;
};

/** The tab is always there; everything else may be missing. */
export const PLAIN_VIEW: JobView = {
  tab: "progress",
  choices: {},
  sliders: null,
  compared: null,
  zooms: {},
  design: null,
  profiler: null,
  scroll: { part: null, offset: 0 },
};

/** A tab that was just drawn has the height to be scrolled in a little later, in ms. */
const SETTLED_AFTER_MS = 300;

/** The parts of a job's page, from which its view is put together. */
export function createViewParts() {
  const parts = new Set<ViewPart>();
  const listeners = new Set<() => void>();
  let shownView: JobView | null = null;
  const apply = (): void => {
    if (shownView !== null) for (const part of parts) part.apply(shownView);
  };
  return {
    /** A part that appears while a view is shown takes it at once: the tab that a view leads to is drawn later. */
    add: (part: ViewPart): (() => void) => {
      parts.add(part);
      if (shownView !== null) {
        part.apply(shownView);
        setTimeout(apply, SETTLED_AFTER_MS);
      }
      return () => void parts.delete(part);
    },
    read: (): JobView => Object.assign({}, PLAIN_VIEW, ...Array.from(parts, (part) => part.read())),
    /** Shows a view, until `release`. */
    show: (view: JobView): void => {
      shownView = view;
      apply();
    },
    release: (): void => {
      shownView = null;
    },
    changed: (): void => {
      for (const listener of listeners) listener();
    },
    onChange: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Those of the page that is open: there is one at a time. */
export const viewParts = createViewParts();

/** Adds a part of the view while the component is on the page. */
export function useViewPart(part: ViewPart): void {
  const latest = useRef(part);
  latest.current = part;
  useEffect(
    () => viewParts.add({ read: () => latest.current.read(), apply: (view) => latest.current.apply(view) }),
    [],
  );
}

/** A parameter of the page's address that a component shows. @param show is called with the first value of a followed view */
export function useFollowedChoice(name: string, show: (value: string | null) => void): void {
  useViewPart({ read: () => ({}), apply: ({ choices }) => show(choices[name]?.[0] ?? null) });
}
