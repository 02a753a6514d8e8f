import type {
  DraftField,
  DraftValue,
  JobDraft,
  JobDraftChange,
  ListedDraft,
  ListedDraftChange,
} from "@understudy/shared/api/job-draft.ts";
import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { call } from "../api/call.ts";
import { liveQuery } from "./live-query.ts";
import { keyed, single } from "./store.ts";

/** A form that several people fill in together, as the server has it. */
export type StoredDraft = Omit<JobDraft, "fields"> & { readonly fields: ReadonlyMap<string, DraftField> };

/** The forms that pages have open; null: not read yet. HTTP answers and pushes enter through `mergeDraft` alike. */
const drafts = keyed<number, StoredDraft | null>(null);
export const getJobDraft = drafts.get;
export const useStoredDraft = drafts.useValue;

/** Takes a change. Of each field the highest revision stays: answers and pushes may arrive in any order. */
export function mergeDraft(draft: StoredDraft, change: JobDraftChange): StoredDraft {
  const newer = change.fields.filter(
    ({ key, revision }) => revision > (draft.fields.get(key)?.revision ?? 0),
  );
  const fields =
    newer.length === 0
      ? draft.fields
      : new Map([...draft.fields, ...newer.map((field) => [field.key, field] as const)]);
  return {
    ...draft,
    fields,
    revision: Math.max(draft.revision, change.revision),
    created_job: draft.created_job ?? change.created_job,
    is_deleted: draft.is_deleted || change.is_deleted,
  };
}

export function upsertDraft({ fields, ...rest }: JobDraft): void {
  const stored = drafts.get(rest.id);
  const change = { ...rest, fields };
  drafts.set(rest.id, mergeDraft(stored ?? { ...rest, fields: new Map() }, change));
}

/** Takes a pushed change. After a gap the form is read again: a change before this one was missed. */
export function applyDraftChange(change: JobDraftChange): void {
  const stored = drafts.get(change.id);
  if (stored === null) return;
  drafts.set(change.id, mergeDraft(stored, change));
  if (change.revision > stored.revision + 1) void liveJobDraft.reload(change.id);
}

/** Takes note that a form is gone where no push said so, as after its time is over. */
export function markDraftDeleted(id: number): void {
  const stored = drafts.get(id);
  if (stored !== null) drafts.set(id, { ...stored, is_deleted: true });
}

/** Reads a form, such as after a refusal that says that it has changed. @throws ApiFailure */
export const loadDraft = async (draft_id: number, signal?: AbortSignal): Promise<void> =>
  upsertDraft(await call("getJobDraft", { params: { draft_id }, ...(signal && { signal }) }));

const liveJobDraft = liveQuery<number>({
  subject: (draft_id) => ({ kind: "job-draft", draft_id }),
  load: loadDraft,
  pollMs: () => HISTORY_POLL_MS,
});

/** Follows a form while the component is on the page. */
export const useLiveDraft = liveJobDraft.useLive;

export type FormValues = Readonly<Record<string, DraftValue>>;

export const toValues = ({ fields }: StoredDraft): FormValues =>
  Object.fromEntries([...fields].map(([key, { value }]) => [key, value]));

export type DraftList = { readonly items: readonly ListedDraft[]; readonly further_count: number };
const list = single<DraftList>({ items: [], further_count: 0 });

/** Takes a pushed change of a form that is in the list. */
export function applyListedDraft(change: ListedDraftChange): void {
  const { items, further_count } = list.get();
  const isNewer = (draft: ListedDraft) => draft.id === change.id && draft.revision < change.revision;
  list.set({
    items: items.map((draft) => (isNewer(draft) ? { ...draft, ...change } : draft)),
    further_count,
  });
}

/** The list of the forms that people fill in now. */
export const liveDraftList = liveQuery<"list">({
  subject: () => ({ kind: "job-drafts" }),
  load: async (_, signal) => list.set(await call("listJobDrafts", { signal })),
  pollMs: () => HISTORY_POLL_MS,
});

/** Follows the list while the component is on the page. @param isFollowed false: the person sees no forms */
export function useDraftList(isFollowed: boolean): DraftList {
  liveDraftList.useLive(isFollowed ? "list" : null);
  return list.useValue();
}
