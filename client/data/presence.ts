import type { LiveEvent } from "@understudy/shared/live/live.ts";
import type {
  Activity,
  ListedPresence,
  NotesCursor,
  PageViewer,
  PersonState,
} from "@understudy/shared/live/presence.ts";
import { keyed } from "./store.ts";

/** A face stays for this long (ms) after its person has gone: a page that is reloaded, or reconnects, does not flicker. */
export const FAREWELL_MS = 3_000;

/** A person on a job's page, who may have left it a moment ago. */
export type ShownViewer = PageViewer & { readonly hasLeft: boolean };

const NO_VIEWERS: readonly ShownViewer[] = [];
const viewers = keyed<number, readonly ShownViewer[]>(NO_VIEWERS);

/** Returns the people who have a job's page open now, the reader included. */
export const usePresence = viewers.useValue;
export const getPresence = viewers.get;

/** Takes the people who are on a job's page now. Those who are gone stay for a moment, marked. */
export function setPresence(jobId: number, present: readonly PageViewer[]): void {
  const ids = new Set(present.map(({ user_id }) => user_id));
  const leaving = viewers.get(jobId).filter(({ user_id }) => !ids.has(user_id));
  const shown = [
    ...present.map((viewer) => ({ ...viewer, hasLeft: false })),
    ...leaving.map((viewer) => ({ ...viewer, hasLeft: true })),
  ];
  viewers.set(
    jobId,
    shown.sort((a, b) => a.user_id - b.user_id),
  );
  for (const { user_id, hasLeft } of leaving)
    if (!hasLeft) setTimeout(() => remove(jobId, user_id), FAREWELL_MS);
}

function remove(jobId: number, userId: number): void {
  const all = viewers.get(jobId);
  const rest = all.filter(({ user_id, hasLeft }) => user_id !== userId || !hasLeft);
  if (rest.length < all.length) viewers.set(jobId, rest);
}

export function setPersonState(jobId: number, userId: number, state: PersonState): void {
  const all = viewers.get(jobId);
  if (!all.some(({ user_id }) => user_id === userId)) return;
  viewers.set(
    jobId,
    all.map((viewer) => (viewer.user_id === userId ? { ...viewer, state } : viewer)),
  );
}

const listed = keyed<number, ListedPresence | null>(null);

/** Returns the people on a job's page, as the job list shows them; null: nobody. */
export const useListedPresence = listed.useValue;

/** @param isAll nobody is on the page of any other job */
export function setListedPresence(jobs: readonly ListedPresence[], isAll: boolean): void {
  const ids = new Set(jobs.map(({ job_id }) => job_id));
  if (isAll) for (const jobId of listed.keys()) if (!ids.has(jobId)) listed.set(jobId, null);
  for (const job of jobs) listed.set(job.job_id, job.count === 0 ? null : job);
}

/** An activity is forgotten after this time (ms). A page repeats it while it lasts, see `HEARTBEAT_MS` of outbox.ts. */
const EXPIRES_MS = 10_000;

/** A place that a person touches. */
export type Touch = { readonly userId: number; readonly place: string };
/** A person's pointer on a plot, in the units of its axes. */
export type PersonPointer = { readonly userId: number; readonly x: number; readonly y: number };

const NO_TOUCHES: readonly Touch[] = [];
const NO_POINTERS: readonly PersonPointer[] = [];
const touches = keyed<number, readonly Touch[]>(NO_TOUCHES);
const pointers = keyed<string, readonly PersonPointer[]>(NO_POINTERS);
const expiries = new Map<string, ReturnType<typeof setTimeout>>();
const plots = new Map<string, string>();

const pointerKey = (jobId: number, plot: string): string => `${jobId} ${plot}`;

export const useTouches = touches.useValue;
export type PersonCursor = NotesCursor & { readonly userId: number };
const NO_CURSORS: readonly PersonCursor[] = [];
const cursors = keyed<number, readonly PersonCursor[]>(NO_CURSORS);
/** Returns the cursors of other people in the notes of a job. */
export const useCursors = cursors.useValue;
export const usePointers = (jobId: number | null, plot: string): readonly PersonPointer[] =>
  pointers.useValue(jobId === null ? null : pointerKey(jobId, plot));

/** Takes what a person does now; it replaces what the person did before. */
export function setActivity(jobId: number, userId: number, { touched, pointer, cursor }: Activity): void {
  const person = `${jobId} ${userId}`;
  clearTimeout(expiries.get(person));
  setTouch(jobId, userId, touched);
  setCursor(jobId, userId, cursor);
  const plotBefore = plots.get(person);
  if (plotBefore !== undefined && plotBefore !== pointer?.plot) {
    plots.delete(person);
    removePointer(jobId, userId, plotBefore);
  }
  if (pointer !== null) {
    const { plot, x, y } = pointer;
    const key = pointerKey(jobId, plot);
    plots.set(person, plot);
    pointers.set(key, [...pointers.get(key).filter((other) => other.userId !== userId), { userId, x, y }]);
  }
  if (touched === null && pointer === null && cursor === null) expiries.delete(person);
  else
    expiries.set(
      person,
      setTimeout(() => clearActivity(jobId, userId), EXPIRES_MS),
    );
}

/** Forgets what a person did. */
export const clearActivity = (jobId: number, userId: number): void =>
  setActivity(jobId, userId, { touched: null, pointer: null, cursor: null });

function setTouch(jobId: number, userId: number, place: string | null): void {
  const all = touches.get(jobId);
  const before = all.find((touch) => touch.userId === userId);
  if ((before?.place ?? null) === place) return;
  const rest = all.filter((touch) => touch.userId !== userId);
  touches.set(jobId, place === null ? rest : [...rest, { userId, place }]);
}

function setCursor(jobId: number, userId: number, cursor: NotesCursor | null): void {
  const all = cursors.get(jobId);
  const before = all.find((other) => other.userId === userId);
  if (before?.anchor === cursor?.anchor && before?.head === cursor?.head) return;
  const rest = all.filter((other) => other.userId !== userId);
  cursors.set(jobId, cursor === null ? rest : [...rest, { userId, ...cursor }]);
}

function removePointer(jobId: number, userId: number, plot: string): void {
  const key = pointerKey(jobId, plot);
  pointers.set(
    key,
    pointers.get(key).filter((pointer) => pointer.userId !== userId),
  );
}

/** A channel of messages that nobody keeps. */
function createChannel<Message>() {
  const listeners = new Set<(message: Message) => void>();
  return {
    publish: (message: Message): void => {
      for (const listener of listeners) listener(message);
    },
    subscribe: (listener: (message: Message) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Views of the page of a person who is followed. */
export const followedViews = createChannel<Extract<LiveEvent, { type: "view" }>>();

/** The ids of jobs on whose pages somebody follows this person. */
export const wantedViews = createChannel<number>();

/** Edits of notes. */
export const notesEdits = createChannel<Extract<LiveEvent, { type: "notes" }>>();
