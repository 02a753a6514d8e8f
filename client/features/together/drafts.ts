/** Comments that are not sent yet. The browser keeps them over a reload of the page and a log-in, until they are stored or cancelled. */
import { type CommentPerson, commentPerson } from "@understudy/shared/api/comment.ts";
import { useRef, useState } from "react";
import { z } from "zod";

/** `people`: those that were chosen to be mentioned; the text may name fewer of them. */
type Draft = { readonly text: string; readonly people: readonly CommentPerson[] };

const storedDraft = z.object({ text: z.string(), people: z.array(commentPerson) });
const EMPTY_DRAFT: Draft = { text: "", people: [] };

type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The keys of drafts that are being sent: a box that is opened meanwhile begins empty. */
const keysBeingSent = new Set<string>();

/** People who share a browser have drafts of their own. */
export const draftKey = (userId: number, jobId: number, name: string): string =>
  `comment-draft-${userId}-${jobId}-${name}`;

export function readDraft(key: string, storage: DraftStorage = sessionStorage): Draft | null {
  const json = storage.getItem(key);
  return json === null ? null : storedDraft.parse(JSON.parse(json));
}

export function storeDraft(key: string, draft: Draft, storage: DraftStorage = sessionStorage): void {
  if (draft.text === "") storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(draft));
}

/** Removes a draft that was sent, unless another text was begun since. */
export function removeSentDraft(key: string, sent: Draft, storage: DraftStorage = sessionStorage): void {
  if (readDraft(key, storage)?.text === sent.text) storage.removeItem(key);
}

/** Joins a draft that was refused and one that was begun since, so that neither is lost. */
export const joinDrafts = (refused: Draft, begun: Draft): Draft => ({
  text: begun.text === "" ? refused.text : `${refused.text}\n\n${begun.text}`,
  people: [...new Map([...refused.people, ...begun.people].map((person) => [person.id, person])).values()],
});

/** @param key the place of the draft in the browser's storage; null: it is not stored */
export function useDraft(key: string | null, initial: Draft = EMPTY_DRAFT) {
  const [draft, setDraft] = useState(() => {
    const isStored = key !== null && !keysBeingSent.has(key);
    return (isStored ? readDraft(key) : null) ?? initial;
  });
  const latest = useRef(draft);
  const show = (next: Draft) => {
    latest.current = next;
    setDraft(next);
  };
  const change = (next: Draft) => {
    show(next);
    if (key !== null) storeDraft(key, next);
  };
  /** Empties the box at once. @param write resolves with whether the draft is stored by the server */
  const send = async (write: () => Promise<boolean>) => {
    const sent = draft;
    show(EMPTY_DRAFT);
    if (key !== null) keysBeingSent.add(key);
    const isWritten = await write();
    if (key !== null) keysBeingSent.delete(key);
    if (!isWritten) change(joinDrafts(sent, latest.current));
    else if (key !== null) removeSentDraft(key, sent);
  };
  return { draft, change, clear: () => change(EMPTY_DRAFT), send };
}
