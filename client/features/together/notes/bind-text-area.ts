import type { NotesCursor } from "@understudy/shared/live/presence.ts";
import { fromBase64, toBase64 } from "lib0/buffer";
import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  decodeRelativePosition,
  encodeRelativePosition,
  type RelativePosition,
  type Transaction,
} from "yjs";
import type { NotesSync } from "./notes-sync.ts";
import { applyTextChange, findTextChange } from "./text-change.ts";

type Options = { sync: NotesSync; onCursor: (cursor: NotesCursor | null) => void };

/**
 * Binds a text area to the notes. Letters of other people appear without moving the cursor from the letters that it stands at, and
 * undo takes back one's own changes alone: the browser's own undo would take back those of everybody.
 * @returns what ends it
 */
export function bindTextArea(area: HTMLTextAreaElement, { sync, onCursor }: Options): () => void {
  const { text } = sync;
  /** The ends of the selection, at their letters. */
  let ends: { start: RelativePosition; end: RelativePosition } | null = null;
  const controller = new AbortController();
  const on = { signal: controller.signal };

  const keepSelection = (): void => {
    const { selectionStart, selectionEnd, selectionDirection } = area;
    const [start, end] = [selectionStart, selectionEnd].map((at) =>
      createRelativePositionFromTypeIndex(text, at),
    );
    if (start === undefined || end === undefined) return;
    ends = { start, end };
    if (document.activeElement !== area) return;
    const [anchor, head] = selectionDirection === "backward" ? [end, start] : [start, end];
    onCursor({ anchor: encodePosition(anchor), head: encodePosition(head) });
  };
  const show = (): void => {
    if (area.value === text.toString()) return;
    const { selectionDirection } = area;
    const offsets = ends && [ends.start, ends.end].map((end) => findOffset(sync, end));
    area.value = text.toString();
    const [start, end] = offsets ?? [];
    if (typeof start === "number" && typeof end === "number")
      area.setSelectionRange(start, end, selectionDirection);
  };
  const take = (): void => {
    const change = findTextChange(text.toString(), area.value, area.selectionEnd);
    if (change !== null) applyTextChange(text, change, sync.change);
    keepSelection();
  };
  const step = (isRedo: boolean): void => {
    if (isRedo) sync.redo();
    else sync.undo();
  };
  const observe = (_event: unknown, { origin }: Transaction): void => {
    if (!sync.isTyped(origin)) show();
  };

  text.observe(observe);
  show();
  area.addEventListener("compositionstart", () => sync.setHeld(true), on);
  area.addEventListener(
    "compositionend",
    () => {
      take();
      sync.setHeld(false);
    },
    on,
  );
  area.addEventListener(
    "input",
    (event) => {
      if (!(event instanceof InputEvent && event.isComposing)) take();
    },
    on,
  );
  area.addEventListener(
    "beforeinput",
    (event) => {
      const isRedo = event.inputType === "historyRedo";
      if (!isRedo && event.inputType !== "historyUndo") return;
      event.preventDefault();
      step(isRedo);
    },
    on,
  );
  area.addEventListener(
    "keydown",
    (event) => {
      const key = event.key.toLowerCase();
      const isStep = (event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y");
      if (!isStep) return;
      event.preventDefault();
      // The page around it has an undo of its own.
      event.stopPropagation();
      step(key === "y" || event.shiftKey);
    },
    on,
  );
  document.addEventListener("selectionchange", () => document.activeElement === area && keepSelection(), on);
  area.addEventListener("focus", keepSelection, on);
  area.addEventListener("blur", () => onCursor(null), on);
  return () => {
    controller.abort();
    text.unobserve(observe);
    sync.setHeld(false);
    onCursor(null);
  };
}

const encodePosition = (position: RelativePosition): string => toBase64(encodeRelativePosition(position));

function findOffset({ doc, text }: NotesSync, position: RelativePosition): number | null {
  const place = createAbsolutePositionFromRelativePosition(position, doc);
  return place?.type === text ? place.index : null;
}

/** The offsets of a colleague's cursor in the text; null: its letters have not arrived yet, or it is none. */
export function findCursor(
  sync: NotesSync,
  { anchor, head }: NotesCursor,
): { anchor: number; head: number } | null {
  try {
    const [from, to] = [anchor, head].map((end) => findOffset(sync, decodeRelativePosition(fromBase64(end))));
    return from == null || to == null ? null : { anchor: from, head: to };
  } catch {
    return null;
  }
}
