import { type JobView, type ScrollPosition, viewChoice } from "@understudy/shared/api/job-view.ts";
import { jobPage, type NotesCursor } from "@understudy/shared/live/presence.ts";
import { COMMENT_PARAMETER } from "@understudy/shared/texts/notification-text.ts";
import { createOutbox } from "#data/outbox.ts";
import { followedViews, getPresence, wantedViews } from "#data/presence.ts";
import { sendPresence } from "#data/socket/socket.ts";
import { keyed, single } from "#data/store.ts";
import { onAddressUpdate, readAddress } from "#job/url-state.ts";
import { viewParts } from "#job/view-parts.ts";
import type { Zoom } from "#plots/chart/layout.ts";
import type { PlotPin } from "#plots/chart/plot-presence.ts";
import { sharePage } from "#presence/share-page.ts";

const NO_PINS: readonly PlotPin[] = [];

/** Parts of the address that the view has fields of its own for. */
const VIEW_FIELDS = new Set(["tab", "at", "row", "profiler", COMMENT_PARAMETER]);

/** The people on one job's page, from the point of view of one of them. It exists outside React: most of it draws nothing. */
export function createRoom(jobId: number) {
  const followed = single<number | null>(null);
  const isPresenting = single(false);
  const zooms = new Map<string, NonNullable<Zoom>>();
  const followedZooms = keyed<string, Zoom | undefined>(undefined);
  const pins = keyed<string, readonly PlotPin[]>(NO_PINS);
  const page = jobPage(jobId);
  const outbox = createOutbox({
    page,
    send: sendPresence,
    countViewers: () => getPresence(page).length,
    readView: viewParts.read,
  });

  function releaseView(): void {
    viewParts.release();
    for (const plot of followedZooms.keys()) followedZooms.set(plot, undefined);
  }
  function follow(userId: number | null): void {
    if (followed.get() === userId) return;
    followed.set(userId);
    releaseView();
    if (userId !== null) present(false);
    outbox.setState({ following: userId });
  }
  function present(next: boolean): void {
    isPresenting.set(next);
    if (next) follow(null);
    outbox.setState({ is_presenting: next });
  }
  const showZooms = ({ zooms: theirs }: JobView): void => {
    for (const plot of new Set([...followedZooms.keys(), ...Object.keys(theirs)])) {
      const next = theirs[plot] ?? null;
      if (JSON.stringify(next) !== JSON.stringify(followedZooms.get(plot))) followedZooms.set(plot, next);
    }
  };

  /** Begins to send and to listen. @returns what ends it */
  function start(root: HTMLElement): () => void {
    let frame = 0;
    const readPart = () => outbox.setState({ part: readScroll(root).part });
    const scrolled = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        readPart();
        viewParts.changed();
      });
    };
    window.addEventListener("scroll", scrolled, { passive: true });
    const ends = [
      wantedViews.subscribe((id) => id === jobId && outbox.wantView()),
      followedViews.subscribe(({ job_id, user_id, view }) => {
        if (job_id === jobId && user_id === followed.get()) viewParts.show(view);
      }),
      viewParts.onChange(outbox.viewChanged),
      onAddressUpdate(viewParts.changed),
      viewParts.add({ read: () => ({ choices: readChoices() }), apply: () => {} }),
      viewParts.add({ read: () => ({ zooms: Object.fromEntries(zooms) }), apply: showZooms }),
      viewParts.add({
        read: () => ({ scroll: readScroll(root) }),
        apply: ({ scroll }) => scrollToPosition(root, scroll),
      }),
      () => window.removeEventListener("scroll", scrolled),
      () => cancelAnimationFrame(frame),
      sharePage(outbox, page, root, () => {
        follow(null);
        releaseView();
      }),
      viewParts.release,
    ];
    readPart();
    return () => {
      for (const end of ends) end();
    };
  }

  return {
    ...{ jobId, page },
    ...{ useFollowed: followed.useValue, useIsPresenting: isPresenting.useValue },
    follow,
    /** Asks the page of the followed person for its views again: it was loaded anew. */
    renew: outbox.repeatState,
    present,
    start,
    setTab: (tab: JobView["tab"] | null): void => {
      outbox.setState({ tab });
      viewParts.changed();
    },
    /** Shows a view that was kept, until the reader moves something. */
    showView: (view: JobView): void => {
      follow(null);
      viewParts.show(view);
    },
    readView: viewParts.read,
    useFollowedZoom: followedZooms.useValue,
    usePins: pins.useValue,
    /** Replaces the pins on all plots. @param next by the label of each plot */
    setPins: (next: ReadonlyMap<string, readonly PlotPin[]>): void => {
      for (const plot of new Set([...pins.keys(), ...next.keys()])) pins.set(plot, next.get(plot) ?? NO_PINS);
    },
    pointed: (plot: string, at: readonly [number, number] | null): void => {
      const isFinitePoint = at?.every(Number.isFinite) === true;
      outbox.setActivity({ pointer: at !== null && isFinitePoint ? { plot, x: at[0], y: at[1] } : null });
    },
    /** The person's cursor in the notes; null: they do not edit them. */
    setCursor: (cursor: NotesCursor | null): void => outbox.setActivity({ cursor }),
    zoomed: (plot: string, zoom: Zoom): void => {
      if (zoom === null) zooms.delete(plot);
      else zooms.set(plot, zoom);
      viewParts.changed();
    },
  };
}
export type Room = ReturnType<typeof createRoom>;

/** The choices of the address. One that is too long for a view is left out: a server would refuse the whole view. */
function readChoices(): Record<string, string[]> {
  const address = readAddress();
  const names = [...new Set(address.keys())].filter((name) => !VIEW_FIELDS.has(name));
  const choices = names.map((name) => [name, address.getAll(name)] as const);
  return Object.fromEntries(choices.filter(([, values]) => viewChoice.safeParse(values).success));
}

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
function readScroll(root: ParentNode): ScrollPosition {
  const line = LINE_SHARE * window.innerHeight;
  for (const part of root.querySelectorAll(PART_SELECTOR)) {
    const { top, bottom, height } = part.getBoundingClientRect();
    const heading = top <= line && line < bottom ? getHeading(part) : null;
    if (heading !== null) return { part: heading, offset: clamp((line - top) / height) };
  }
  return { part: null, offset: clamp(window.scrollY / getScrollLength()) };
}

/** Scrolls to a position; a part that this page does not show leaves it where it is. */
function scrollToPosition(root: ParentNode, { part, offset }: ScrollPosition): void {
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
