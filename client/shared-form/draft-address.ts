/** The address of a form that several people fill in together: that of the form, with the id of what is shared. */
import type { StoredDraft } from "#data/job-drafts.ts";
import { numberInAddress } from "#ui/number-in-address.ts";

const DRAFT_PARAMETER = "draft";

/** Reads the id of the shared form; 0, which is no form's id, where the address names none that can be. */
export function readDraftId(search: URLSearchParams): number | null {
  const draft = search.get(DRAFT_PARAMETER);
  return draft === null ? null : (numberInAddress(draft) ?? 0);
}

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

/** Returns the address of a shared form. A form that runs no spec makes a job from files. */
export function formatAddress({ id, spec_version_id, search }: Addressed): string {
  const path = spec_version_id === null ? "/jobs/new" : `/spec_versions/${spec_version_id}/jobs/new`;
  return `${path}${addDraft(search, id)}`;
}

/**
 * Returns the address of a shared form where it is another than that of the page: of another objective or spec, for example; null: it
 * is that of the page.
 */
export function findOtherAddress(
  draft: Addressed,
  specVersionId: number | null,
  search: string,
): string | null {
  const isHere =
    draft.spec_version_id === specVersionId && withoutDraft(draft.search) === withoutDraft(search);
  return isHere ? null : formatAddress(draft);
}
