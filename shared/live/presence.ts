import { z } from "zod";
import { jobTab, jobView } from "../api/job-view.ts";
import { assertNever } from "../assert-never.ts";
import { MAX_NAME_LENGTH } from "../limits.ts";

/**
 * Presence: who has a page open, what they look at and what they touch. None of it is stored, and each message may be
 * lost: the next one replaces it.
 */

/** A page whose people see each other: that of a job, or the form of a new job that several people fill in. */
export const sharedPage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("job"), job_id: z.int() }),
  z.object({ kind: z.literal("job-draft"), draft_id: z.int() }),
]);
export type SharedPage = z.infer<typeof sharedPage>;

export const jobPage = (job_id: number): SharedPage => ({ kind: "job", job_id });
export const draftPage = (draft_id: number): SharedPage => ({ kind: "job-draft", draft_id });

/** Returns a text that is the same for equal pages, and no others. */
export function formatPage(page: SharedPage): string {
  switch (page.kind) {
    case "job":
      return `job:${page.job_id}`;
    case "job-draft":
      return `job-draft:${page.draft_id}`;
    default:
      return assertNever(page);
  }
}

/** The longest message about presence, in bytes: a view with the sliders of several hundred inputs. */
export const MAX_PRESENCE_BYTES = 16_384;

/** A page sends at most as many messages about presence a second as this, and a server drops those beyond. */
export const PRESENCE_MESSAGES_PER_SECOND = 40;

/** A follower asks for the views of a person again after two thirds of this time, in ms; afterwards they are no longer sent. */
export const FOLLOW_LEASE_MS = 30_000;

export const viewer = z.object({ user_id: z.int(), name: z.string(), identicon_href: z.string() });
export type Viewer = z.infer<typeof viewer>;

/** The place of a person on a page, and whom the person follows. On a form all but `is_idle` is as on a page that was just opened. */
export const personState = z.object({
  /** Null: the page has no tabs, or none yet. */
  tab: jobTab.nullable(),
  /** The heading of the part of the page that is looked at; null: there is none. */
  part: z.string().max(MAX_NAME_LENGTH).nullable(),
  /** Nothing was touched for a while, or the page is in the background. */
  is_idle: z.boolean(),
  /** The person asks everyone to follow. */
  is_presenting: z.boolean(),
  /** The id of the person who is followed; null: nobody. */
  following: z.int().nullable(),
});
export type PersonState = z.infer<typeof personState>;

/** A person on a page. The state is null until the page has sent it. */
export const pageViewer = viewer.extend({ state: personState.nullable() });
export type PageViewer = z.infer<typeof pageViewer>;

/** The people on a page, as the list of such pages shows them: the first few, and how many there are. */
export const listedPresence = z.object({ page: sharedPage, viewers: z.array(viewer), count: z.int() });
export type ListedPresence = z.infer<typeof listedPresence>;
export const MAX_LISTED_VIEWERS = 4;

/** A pointer on a plot, in the units of its axes: right in a window of any size. */
export const plotPointer = z.object({
  /** The label of the plot. */
  plot: z.string().max(3 * MAX_NAME_LENGTH),
  x: z.number(),
  y: z.number(),
});

/**
 * A cursor in the notes of the job. The ends are relative positions of Yjs in Base64: they stay at their letters while other
 * people write before them.
 */
export const notesCursor = z.object({
  anchor: z.base64().max(64),
  /** The end that moves. */
  head: z.base64().max(64),
});
export type NotesCursor = z.infer<typeof notesCursor>;

/** The control or table row that a person touches now, the pointer on a plot, and the cursor in the notes. */
export const activity = z.object({
  /** A control or a table row of the page, see client/presence/places.ts; null: none. */
  touched: z
    .string()
    .max(3 * MAX_NAME_LENGTH)
    .nullable(),
  pointer: plotPointer.nullable(),
  /** Pages of an earlier version leave it out. */
  cursor: notesCursor.nullable().default(null),
});
export type Activity = z.infer<typeof activity>;

/** A message of a page about the person before it. */
export const presenceMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("state"), page: sharedPage, state: personState }),
  z.object({ type: z.literal("activity"), page: sharedPage, activity }),
  /** Sent only while somebody follows, as only people on a job's page can be. */
  z.object({ type: z.literal("view"), job_id: z.int(), view: jobView }),
]);
export type PresenceMessage = z.infer<typeof presenceMessage>;
