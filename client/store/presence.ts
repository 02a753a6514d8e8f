import type { ListedPresence, PageViewer, PersonState } from "@understudy/shared/presence.ts";
import { keyed } from "./keyed.ts";

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
