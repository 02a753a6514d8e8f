import type { Activity } from "@understudy/shared/presence.ts";
import { keyed } from "./keyed.ts";

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
export const usePointers = (jobId: number | null, plot: string): readonly PersonPointer[] =>
  pointers.useValue(jobId === null ? null : pointerKey(jobId, plot));

/** Takes what a person does now; it replaces what the person did before. */
export function setActivity(jobId: number, userId: number, { touched, pointer }: Activity): void {
  const person = `${jobId} ${userId}`;
  clearTimeout(expiries.get(person));
  setTouch(jobId, userId, touched);
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
  if (touched === null && pointer === null) expiries.delete(person);
  else
    expiries.set(
      person,
      setTimeout(() => clearActivity(jobId, userId), EXPIRES_MS),
    );
}

/** Forgets what a person did. */
export const clearActivity = (jobId: number, userId: number): void =>
  setActivity(jobId, userId, { touched: null, pointer: null });

function setTouch(jobId: number, userId: number, place: string | null): void {
  const all = touches.get(jobId);
  const before = all.find((touch) => touch.userId === userId);
  if ((before?.place ?? null) === place) return;
  const rest = all.filter((touch) => touch.userId !== userId);
  touches.set(jobId, place === null ? rest : [...rest, { userId, place }]);
}

function removePointer(jobId: number, userId: number, plot: string): void {
  const key = pointerKey(jobId, plot);
  pointers.set(
    key,
    pointers.get(key).filter((pointer) => pointer.userId !== userId),
  );
}
