/** The address of a form that several people fill in together: that of the form, with the id of what is shared. */
import type { StoredDraft } from "#data/job-drafts.ts";

export const DRAFT_PARAMETER = "draft";

/** Returns the query of a form's address without the id of what is shared, written in one way. */
export function withoutDraft(search: string): string {
  const query = new URLSearchParams(search);
  query.delete(DRAFT_PARAMETER);
  return query.toString();
}

export function addDraft(search: string, draftId: number): string {
  const query = new URLSearchParams(withoutDraft(search));
  query.set(DRAFT_PARAMETER, String(draftId));
  return `?${query}`;
}

type Addressed = Pick<StoredDraft, "id" | "spec_version_id" | "search">;

/**
 * Returns the address of a shared form where it is another than that of the page: of another objective or spec, for example; null: it
 * is that of the page.
 */
export function findOtherAddress(draft: Addressed, specVersionId: number, search: string): string | null {
  const isHere =
    draft.spec_version_id === specVersionId && withoutDraft(draft.search) === withoutDraft(search);
  if (isHere) return null;
  return `/spec_versions/${draft.spec_version_id}/jobs/new${addDraft(draft.search, draft.id)}`;
}
