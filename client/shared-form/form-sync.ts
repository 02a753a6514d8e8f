/** Keeps a form in step with the one that is stored: what this person changes is sent, what others change is shown. */
import type { DraftField, DraftValue } from "@understudy/shared/api/job-draft.ts";
import { isSameValue } from "@understudy/shared/job-config/config-fields.ts";
import type { FormValues } from "#data/job-drafts.ts";
import { single } from "#data/store.ts";
import { SAVE_AFTER_MS, type SaveState } from "#ui/use-save-state.ts";

/** A field with its values before and after a change. */
export type FieldChange = { readonly key: string; readonly value: DraftValue; readonly before: DraftValue };

/** Lists the fields that differ. A field that one of the forms does not have is empty there. */
export function listChanges(before: FormValues, after: FormValues): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [old = null, value = null] = [before[key], after[key]];
    return old === value || isSameValue(old, value) ? [] : [{ key, value, before: old }];
  });
}

/** An edit of this person that somebody else has overruled. */
export type OverruledField = {
  readonly key: string;
  /** The value that this person gave the field. */
  readonly personValue: DraftValue;
  /** The value that it has now, and who gave it. */
  readonly present: DraftValue;
  readonly by: string;
  /** True: this person's edit was stored, and changed afterwards. False: it was not stored, because somebody else was first. */
  readonly wasStored: boolean;
};

/** `refused`: somebody else was first; the stored form has been read anew. `ended`: nobody changes the form any more. */
export type SendOutcome = "stored" | "refused" | "failed" | "ended";
export type SentChange = { readonly values: FormValues; readonly base: FormValues };

type Options = {
  userId: number;
  /** Returns the fields as they are stored, as far as this page knows. */
  getStored: () => ReadonlyMap<string, DraftField>;
  /** Returns the values that the form shows. */
  getShown: () => FormValues;
  /** Shows other values in some fields of the form. */
  show: (values: FormValues) => void;
  /** Sends a change. Where it is stored, the stored fields have it before this resolves. */
  send: (change: SentChange) => Promise<SendOutcome>;
  /** Calls a function after some time, in ms. @returns what cancels it */
  after: (ms: number, act: () => void) => () => void;
  onState: (state: SaveState) => void;
};

/** An edit that is not stored yet, and the value that it lies on top of. */
type PendingEdit = { readonly value: DraftValue; readonly base: DraftValue };

export type FormSync = ReturnType<typeof createFormSync>;

const NO_OVERRULED: readonly OverruledField[] = [];

export function createFormSync({ userId, getStored, getShown, show, send, after, onState }: Options) {
  let waiting = new Map<string, PendingEdit>();
  let sent = new Map<string, PendingEdit>();
  /** The values that this person has stored, until somebody else changes them. */
  const personValues = new Map<string, DraftValue>();
  const overruled = single<readonly OverruledField[]>(NO_OVERRULED);
  let sending: Promise<void> | null = null;
  let cancelTimer = () => {};
  let hasEnded = false;

  const addOverruled = (field: OverruledField) =>
    overruled.set([...overruled.get().filter(({ key }) => key !== field.key), field]);
  const schedule = () => {
    cancelTimer();
    cancelTimer = after(SAVE_AFTER_MS, () => void flush());
  };

  /** Shows what is stored in all fields that this person is not changing now. */
  function reconcile(): void {
    const shown = getShown();
    const values: Record<string, DraftValue> = {};
    for (const [key, { value, by }] of getStored()) {
      if (waiting.has(key) || sent.has(key)) continue;
      if (!isSameValue(shown[key], value)) values[key] = value;
      const personValue = personValues.get(key);
      if (personValue === undefined || isSameValue(personValue, value)) continue;
      personValues.delete(key);
      if (by.id !== userId) addOverruled({ key, personValue, present: value, by: by.name, wasStored: true });
    }
    if (Object.keys(values).length > 0) show(values);
  }

  /** Takes this person's edits, which the form shows already. */
  function takeEdits(changes: readonly FieldChange[]): void {
    if (hasEnded) return;
    for (const { key, value, before } of changes) {
      waiting.set(key, { value, base: waiting.get(key)?.base ?? before });
    }
    onState("unsaved");
    schedule();
  }

  async function sendWaiting(): Promise<void> {
    [sent, waiting] = [waiting, new Map()];
    onState("saving");
    const pick = (part: "value" | "base") =>
      Object.fromEntries([...sent].map(([key, edit]) => [key, edit[part]]));
    const outcome = await send({ values: pick("value"), base: pick("base") });
    const isStored = outcome === "stored";
    if (isStored) for (const [key, { value }] of sent) personValues.set(key, value);
    if (outcome === "ended") {
      hasEnded = true;
      waiting.clear();
    }
    const isSettled = outcome === "refused" && takeRefusal();
    if (outcome === "failed" || (outcome === "refused" && !isSettled)) keepSent();
    sent = new Map();
    if (!hasEnded) reconcile();
    if (waiting.size === 0) return onState(isStored ? "saved" : "idle");
    if (!isStored && !isSettled) return onState("failed");
    onState("unsaved");
    schedule();
  }

  /** The edits that were sent wait again, under what was typed since. */
  function keepSent(): void {
    for (const [key, edit] of sent) {
      waiting.set(key, { value: waiting.get(key)?.value ?? edit.value, base: edit.base });
    }
  }

  /** Gives up the edits that lie on top of newer values; the others wait again. @returns false: there are no such edits */
  function takeRefusal(): boolean {
    const stored = getStored();
    let isSettled = false;
    keepSent();
    for (const [key, { value: personValue, base }] of [...waiting]) {
      const field = stored.get(key);
      if (!sent.has(key) || field === undefined) continue;
      if (isSameValue(field.value, base) || isSameValue(field.value, personValue)) continue;
      waiting.delete(key);
      isSettled = true;
      addOverruled({ key, personValue, present: field.value, by: field.by.name, wasStored: false });
    }
    return isSettled;
  }

  /** Sends what waits at once. */
  async function flush(): Promise<void> {
    cancelTimer();
    while (sending !== null) await sending;
    if (waiting.size === 0 || hasEnded) return;
    sending = sendWaiting().finally(() => {
      sending = null;
    });
    await sending;
  }

  return {
    ...{ takeEdits, flush, reconcile },
    useOverruled: overruled.useValue,
    getOverruled: overruled.get,
    /** Forgets an edit that was overruled. */
    leave: (key: string): void => overruled.set(overruled.get().filter((field) => field.key !== key)),
  };
}
