import type { DraftField, DraftValue } from "@understudy/shared/api/job-draft.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { asFailure, call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import {
  applyDraftChange,
  type FormValues,
  getJobDraft,
  loadDraft,
  markDraftDeleted,
  upsertDraft,
  useStoredDraft,
} from "#data/job-drafts.ts";
import { createEditHistory } from "#ui/edit-history.ts";
import { useAction } from "#ui/use-action.ts";
import { useSaveState } from "#ui/use-save-state.ts";
import {
  createFormSync,
  listChanges,
  type OverruledField,
  type SendOutcome,
  type SentChange,
} from "./form-sync.ts";

type FieldValue = { readonly key: string; readonly value: DraftValue };

/** The person has begun too many forms, or this one is too large. */
const REFUSED_STATUS = 400;
/** Somebody else was first, or a job was created from the form. */
const CONFLICT_STATUS = 409;
const NOT_FOUND_STATUS = 404;

async function sendChange(draftId: number, { values: fields, base }: SentChange): Promise<SendOutcome> {
  const params = { draft_id: draftId };
  if (!isOpen(draftId)) return "ended";
  try {
    applyDraftChange(await call("updateJobDraft", { params, body: { fields, base } }));
    return "stored";
  } catch (thrown) {
    const { status } = asFailure(thrown);
    if (status === NOT_FOUND_STATUS) {
      markDraftDeleted(draftId);
      return "ended";
    }
    if (status !== CONFLICT_STATUS) return "failed";
    const isRead = await loadDraft(draftId).then(
      () => true,
      () => false,
    );
    if (!isRead) return "failed";
    return isOpen(draftId) ? "refused" : "ended";
  }
}

/** Tells whether the form can still be changed: no job was created from it, and nobody has deleted it. */
function isOpen(draftId: number): boolean {
  const draft = getJobDraft(draftId);
  return draft !== null && draft.created_job === null && !draft.is_deleted;
}

const NO_FIELDS: ReadonlyMap<string, DraftField> = new Map();

const after = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

/** Ids of the merges of all forms: a later one is larger. */
let merges = 0;

type Options = {
  /** Null: the person fills the form in alone. */
  draftId: number | null;
  /** The spec version that the job runs; null: the job is made from files. */
  specVersionId: number | null;
  /** Reads the values of the form as it is drawn: another function once they have changed. */
  readValues: () => FormValues;
  /** The last merge that the form shows; 0: none. */
  lastMerge: number;
  /** Shows other values in some fields, always the same function. A merge is a number that is larger than those before it. */
  showMerge: (values: FormValues, merge: number) => void;
};

/** Lets several people fill in the form of a new job. */
export function useSharedForm({ draftId, specVersionId, readValues, lastMerge, showMerge }: Options) {
  const { id: userId } = useCurrentUser();
  const stored = useStoredDraft(draftId);
  const [saveState, setSaveState] = useSaveState();
  const values = useMemo(() => (draftId === null ? null : readValues()), [draftId, readValues]);
  /** The values that the form shows, or will show once it is drawn again, and the last merge in them. */
  const shown = useRef<{ values: FormValues | null; merge: number }>({ values: null, merge: 0 });

  const show = useCallback(
    (newValues: FormValues) => {
      const merge = ++merges;
      shown.current = { values: { ...shown.current.values, ...newValues }, merge };
      showMerge(newValues, merge);
    },
    [showMerge],
  );
  const sync = useMemo(() => {
    if (draftId === null) return null;
    const getStored = () => getJobDraft(draftId)?.fields ?? NO_FIELDS;
    const send = (change: SentChange) => sendChange(draftId, change);
    const getShown = () => shown.current.values ?? {};
    return createFormSync({ userId, getStored, getShown, show, send, after, onState: setSaveState });
  }, [draftId, userId, show, setSaveState]);
  const history = useMemo(
    () => createEditHistory<DraftValue, FieldValue>({ formatId: ({ key }) => key }),
    [],
  );

  // Before anything else happens on the page: an edit of this person is told from a merge by the values before it.
  useLayoutEffect(() => {
    if (values === null || sync === null) return;
    const before = shown.current.values;
    if (before === null) {
      shown.current = { ...shown.current, values };
      return;
    }
    // A merge that is not drawn yet would look like an edit that takes it back.
    if (lastMerge < shown.current.merge) return;
    const changes = listChanges(before, values);
    if (changes.length === 0) return;
    shown.current = { ...shown.current, values };
    history.record(changes);
    sync.takeEdits(changes);
  }, [values, lastMerge, sync, history]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored has changed
  useEffect(() => sync?.reconcile(), [sync, stored]);
  useEffect(() => () => void sync?.flush(), [sync]);

  const { run, busy } = useAction("beginning to fill in the form together", {
    message: ({ status, message }) => (status === REFUSED_STATUS ? message : MESSAGES.creatingDraft),
  });
  /** Stores the form, so that others can open it. @returns its id; null: it could not be stored */
  async function begin(search: string): Promise<number | null> {
    let id: number | null = null;
    await run(async () => {
      const fields = readValues();
      const body = { spec_version_id: specVersionId, search, fields };
      const draft = await call("createJobDraft", { body });
      shown.current = { values: fields, merge: shown.current.merge };
      upsertDraft(draft);
      id = draft.id;
    });
    return id;
  }

  /** Gives fields other values, as an edit of this person. */
  function edit(fields: readonly FieldValue[] | null): void {
    if (fields === null || sync === null) return;
    const present = shown.current.values ?? {};
    const changes = fields.map((field) => ({ ...field, before: present[field.key] ?? null }));
    show(Object.fromEntries(fields.map(({ key, value }) => [key, value])));
    sync.takeEdits(changes);
  }
  const isOpenNow = stored !== null && stored.created_job === null && !stored.is_deleted;
  const read = ({ key }: FieldValue) => shown.current.values?.[key];
  return {
    /** The id of the form while people can change it; null: they cannot, or the person fills it in alone. */
    openId: isOpenNow ? draftId : null,
    /** Null: the person fills the form in alone, or the form is not read yet. */
    stored: draftId === null ? null : stored,
    ...{ sync, begin, isBeginning: busy, saveState },
    history: {
      useSteps: history.useSteps,
      undo: () => edit(history.undo(read)),
      redo: () => edit(history.redo(read)),
    },
    /** Takes this person's value after all, or leaves the field as it is. */
    settle: ({ key, personValue }: OverruledField, isTaken: boolean): void => {
      sync?.leave(key);
      if (!isTaken) return;
      history.record([{ key, value: personValue, before: shown.current.values?.[key] ?? null }]);
      edit([{ key, value: personValue }]);
    },
  };
}

export type SharedForm = ReturnType<typeof useSharedForm>;

/** Returns the part of the request that creates the job, by which it completes the shared form. */
export const completedDraft = ({ stored }: Pick<SharedForm, "stored">): { draft_id?: number } =>
  stored !== null && !stored.is_deleted ? { draft_id: stored.id } : {};
