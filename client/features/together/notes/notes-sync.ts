import { MAX_NOTES_UPDATE_BYTES, NOTES_TEXT } from "@understudy/shared/api/job-notes.ts";
import { applyUpdate, Doc, mergeUpdates, UndoManager } from "yjs";
import { BROWSER_CLOCK, type Clock } from "#data/socket/clock.ts";
import { single } from "#data/store.ts";

/** The origin of the changes that the person before this page makes. */
const TYPED_ORIGIN = "typed";
/** The origin of changes that are stored. */
const STORED_ORIGIN = "stored";

/** The shortest time between two requests, in ms. Letters that are typed meanwhile travel together. */
const MIN_GAP_MS = 200;
/** The time until an edit that could not be sent is sent again, in ms; sooner where the connection comes back. */
const RETRY_MS = 2_000;

/** `waiting`: the server cannot be reached, and the edits are sent once it can. `refused`: they are not sent again. */
export type SyncState =
  | { readonly kind: "saved" | "saving" | "waiting" }
  | { readonly kind: "refused"; readonly message: string };

/** `retry`: the server may take it later. */
export type SendResult = "stored" | "retry" | { readonly refusal: string };

type Options = {
  /** Sends an update; one that is sent twice is stored once. Never rejects. */
  send: (update: Uint8Array) => Promise<SendResult>;
  clock?: Clock;
};

/**
 * Keeps a text the same as the stored one. Every change of the person before this page is sent until the server has it, in order
 * and one request at a time; what was sent without an answer is sent again, which changes nothing where it had arrived.
 */
export function createNotesSync({ send, clock = BROWSER_CLOCK }: Options) {
  const doc = new Doc();
  const text = doc.getText(NOTES_TEXT);
  const undoManager = new UndoManager(text, { trackedOrigins: new Set([TYPED_ORIGIN]) });
  const state = single<SyncState>({ kind: "saved" });
  const setKind = (kind: "saved" | "saving" | "waiting") => {
    if (state.get().kind !== kind) state.set({ kind });
  };
  let unsent: Uint8Array[] = [];
  /** Updates that arrived while the text must not change, as while letters of Chinese are composed. */
  let heldBack: Uint8Array[] | null = null;
  let isSending = false;
  let lastSent = Number.NEGATIVE_INFINITY;
  let cancelNext: (() => void) | null = null;

  function ask(waitMs: number): void {
    if (isSending || unsent.length === 0 || state.get().kind === "refused") return;
    cancelNext?.();
    cancelNext = clock.after(Math.max(waitMs, lastSent + MIN_GAP_MS - clock.now()), () => void sendNext());
  }

  async function sendNext(): Promise<void> {
    cancelNext = null;
    const batch = takeBatch(unsent);
    if (batch.length === 0) return;
    isSending = true;
    lastSent = clock.now();
    if (state.get().kind !== "waiting") setKind("saving");
    const result = await send(mergeUpdates(batch));
    isSending = false;
    if (result === "retry") {
      setKind("waiting");
      ask(RETRY_MS);
    } else if (result === "stored") {
      unsent = unsent.slice(batch.length);
      setKind(unsent.length === 0 ? "saved" : "saving");
      ask(0);
    } else {
      unsent = [];
      state.set({ kind: "refused", message: result.refusal });
    }
  }

  doc.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin === STORED_ORIGIN || state.get().kind === "refused") return;
    unsent.push(update);
    if (state.get().kind === "saved") setKind("saving");
    ask(0);
  });

  return {
    doc,
    text,
    getState: state.get,
    useState: state.useValue,
    /** @returns what ends it */
    onState: state.subscribe,
    /** Takes an update from the server, in whatever order they come. */
    receive: (update: Uint8Array): void => {
      if (heldBack === null) applyUpdate(doc, update, STORED_ORIGIN);
      else heldBack.push(update);
    },
    /** While it is held, the text changes by the person before this page alone. */
    setHeld: (isHeld: boolean): void => {
      const arrived = heldBack ?? [];
      heldBack = isHeld ? arrived : null;
      if (!isHeld) for (const update of arrived) applyUpdate(doc, update, STORED_ORIGIN);
    },
    /**
     * Makes changes in the name of the person before this page.
     * @param isPart true: they are undone by themselves, not together with what is typed right before or after
     */
    change: (make: () => void, isPart = false): void => {
      if (isPart) undoManager.stopCapturing();
      doc.transact(make, TYPED_ORIGIN);
      if (isPart) undoManager.stopCapturing();
    },
    undo: (): void => void undoManager.undo(),
    redo: (): void => void undoManager.redo(),
    /** @param listener is called when there may be more or less to undo @returns what ends it */
    onUndoChange: (listener: () => void): (() => void) => {
      const names = ["stack-item-added", "stack-item-popped", "stack-cleared"] as const;
      for (const name of names) undoManager.on(name, listener);
      return () => {
        for (const name of names) undoManager.off(name, listener);
      };
    },
    canUndo: (): boolean => undoManager.canUndo(),
    canRedo: (): boolean => undoManager.canRedo(),
    isTyped: (origin: unknown): boolean => origin === TYPED_ORIGIN,
    /** The connection is back: what waits is sent at once. */
    retry: (): void => ask(0),
    hasUnsent: (): boolean => unsent.length > 0,
  };
}
export type NotesSync = ReturnType<typeof createNotesSync>;

/** The first updates that one request can carry. A single update is never longer: see `MAX_PIECE_LENGTH` of text-change.ts. */
function takeBatch(updates: readonly Uint8Array[]): Uint8Array[] {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  for (const update of updates) {
    bytes += update.length;
    if (batch.length > 0 && bytes > MAX_NOTES_UPDATE_BYTES) break;
    batch.push(update);
  }
  return batch;
}
