import type { LiveEvent } from "@understudy/shared/live/live.ts";
import {
  type Activity,
  formatPage,
  type ListedPresence,
  type NotesCursor,
  type PageViewer,
  type PersonState,
  type SharedPage,
} from "@understudy/shared/live/presence.ts";
import { keyed } from "./store.ts";

/** A face stays for this long (ms) after its person has gone: a page that is reloaded, or reconnects, does not flicker. */
export const FAREWELL_MS = 3_000;

/** A person on a page, who may have left it a moment ago. */
export type ShownViewer = PageViewer & { readonly hasLeft: boolean };

const NO_VIEWERS: readonly ShownViewer[] = [];
const viewers = keyedByPage<readonly ShownViewer[]>(NO_VIEWERS);

/** Returns the people who have a page open now, the reader included. */
export const usePresence = viewers.useValue;
export const getPresence = viewers.get;

/** Takes the people who are on a page now. Those who are gone stay for a moment, marked. */
export function setPresence(page: SharedPage, present: readonly PageViewer[]): void {
  const ids = new Set(present.map(({ user_id }) => user_id));
  const leaving = viewers.get(page).filter(({ user_id }) => !ids.has(user_id));
  const shown = [
    ...present.map((viewer) => ({ ...viewer, hasLeft: false })),
    ...leaving.map((viewer) => ({ ...viewer, hasLeft: true })),
  ];
  viewers.set(
    page,
    shown.sort((a, b) => a.user_id - b.user_id),
  );
  for (const { user_id, hasLeft } of leaving)
    if (!hasLeft) setTimeout(() => remove(page, user_id), FAREWELL_MS);
}

function remove(page: SharedPage, userId: number): void {
  const all = viewers.get(page);
  const rest = all.filter(({ user_id, hasLeft }) => user_id !== userId || !hasLeft);
  if (rest.length < all.length) viewers.set(page, rest);
}

export function setPersonState(page: SharedPage, userId: number, state: PersonState): void {
  const all = viewers.get(page);
  if (!all.some(({ user_id }) => user_id === userId)) return;
  viewers.set(
    page,
    all.map((viewer) => (viewer.user_id === userId ? { ...viewer, state } : viewer)),
  );
}

/** The keys are pages, as `formatPage` writes them. */
const listed = keyed<string, ListedPresence | null>(null);

/** Returns the people on a page, as the list of such pages shows them; null: nobody. */
export const useListedPresence = (page: SharedPage): ListedPresence | null =>
  listed.useValue(formatPage(page));

/** @param is_all nobody is on any other page of the kind */
export function setListedPresence({ kind, is_all, pages }: ListPresenceEvent): void {
  const keys = new Set(pages.map(({ page }) => formatPage(page)));
  if (is_all)
    for (const key of listed.keys()) if (key.startsWith(`${kind}:`) && !keys.has(key)) listed.set(key, null);
  for (const people of pages) listed.set(formatPage(people.page), people.count === 0 ? null : people);
}
type ListPresenceEvent = Extract<LiveEvent, { type: "list-presence" }>;

/** An activity is forgotten after this time (ms). A page repeats it while it lasts, see `HEARTBEAT_MS` of outbox.ts. */
const EXPIRES_MS = 10_000;

/** A place that a person touches. */
export type Touch = { readonly userId: number; readonly place: string };
/** A person's pointer on a plot, in the units of its axes. */
export type PersonPointer = { readonly userId: number; readonly x: number; readonly y: number };

const NO_TOUCHES: readonly Touch[] = [];
const NO_POINTERS: readonly PersonPointer[] = [];
const touches = keyedByPage<readonly Touch[]>(NO_TOUCHES);
const pointers = keyed<string, readonly PersonPointer[]>(NO_POINTERS);
const expiries = new Map<string, ReturnType<typeof setTimeout>>();
const plots = new Map<string, string>();

/**
 * Pointers are drawn anew after this time (ms), in which those of ten people come fifteen times. Each time costs the
 * whole page a frame.
 */
const POINTERS_EVERY_MS = 50;

/** Pointers that came since they were drawn last. */
const undrawn = new Map<string, readonly PersonPointer[]>();
const getPointers = (key: string) => undrawn.get(key) ?? pointers.get(key);
function setPointers(key: string, next: readonly PersonPointer[]): void {
  if (undrawn.size === 0) setTimeout(drawPointers, POINTERS_EVERY_MS);
  undrawn.set(key, next);
}
function drawPointers(): void {
  for (const [key, next] of undrawn) pointers.set(key, next);
  undrawn.clear();
}

const pointerKey = (page: SharedPage, plot: string): string => `${formatPage(page)} ${plot}`;

export const useTouches = touches.useValue;
export type PersonCursor = NotesCursor & { readonly userId: number };
const NO_CURSORS: readonly PersonCursor[] = [];
const cursors = keyedByPage<readonly PersonCursor[]>(NO_CURSORS);
/** Returns the cursors of other people in the notes of a job. */
export const useCursors = cursors.useValue;
export const usePointers = (page: SharedPage | null, plot: string): readonly PersonPointer[] =>
  pointers.useValue(page === null ? null : pointerKey(page, plot));

/** Takes what a person does now; it replaces what the person did before. */
export function setActivity(page: SharedPage, userId: number, { touched, pointer, cursor }: Activity): void {
  const person = `${formatPage(page)} ${userId}`;
  clearTimeout(expiries.get(person));
  setTouch(page, userId, touched);
  setCursor(page, userId, cursor);
  const plotBefore = plots.get(person);
  if (plotBefore !== undefined && plotBefore !== pointer?.plot) {
    plots.delete(person);
    removePointer(page, userId, plotBefore);
  }
  if (pointer !== null) {
    const { plot, x, y } = pointer;
    plots.set(person, plot);
    movePointer(pointerKey(page, plot), { userId, x, y });
  }
  if (touched === null && pointer === null && cursor === null) expiries.delete(person);
  else
    expiries.set(
      person,
      setTimeout(() => clearActivity(page, userId), EXPIRES_MS),
    );
}

/** Forgets what a person did. */
export const clearActivity = (page: SharedPage, userId: number): void =>
  setActivity(page, userId, { touched: null, pointer: null, cursor: null });

function setTouch(page: SharedPage, userId: number, place: string | null): void {
  const all = touches.get(page);
  const before = all.find((touch) => touch.userId === userId);
  if ((before?.place ?? null) === place) return;
  const rest = all.filter((touch) => touch.userId !== userId);
  touches.set(page, place === null ? rest : [...rest, { userId, place }]);
}

function setCursor(page: SharedPage, userId: number, cursor: NotesCursor | null): void {
  const all = cursors.get(page);
  const before = all.find((other) => other.userId === userId);
  if (before?.anchor === cursor?.anchor && before?.head === cursor?.head) return;
  const rest = all.filter((other) => other.userId !== userId);
  cursors.set(page, cursor === null ? rest : [...rest, { userId, ...cursor }]);
}

/** Everybody keeps their place in the list: elements that change places would be laid out and painted anew. */
function movePointer(key: string, pointer: PersonPointer): void {
  const all = getPointers(key);
  const isThere = all.some(({ userId }) => userId === pointer.userId);
  setPointers(
    key,
    isThere ? all.map((before) => (before.userId === pointer.userId ? pointer : before)) : [...all, pointer],
  );
}

function removePointer(page: SharedPage, userId: number, plot: string): void {
  const key = pointerKey(page, plot);
  setPointers(
    key,
    getPointers(key).filter((pointer) => pointer.userId !== userId),
  );
}

/** Keeps one value a page. */
function keyedByPage<Value>(initial: Value) {
  const values = keyed<string, Value>(initial);
  return {
    get: (page: SharedPage): Value => values.get(formatPage(page)),
    set: (page: SharedPage, value: Value): void => values.set(formatPage(page), value),
    /** A component that is on no such page gets the initial value. */
    useValue: (page: SharedPage | null): Value => values.useValue(page === null ? null : formatPage(page)),
  };
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
