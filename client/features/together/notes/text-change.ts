import type { Text } from "yjs";

/** The letters of one change, so that its update is short enough to be sent: a letter takes at most three bytes. */
export const MAX_PIECE_LENGTH = 10_000;

/** The replacement of a part of a text. */
export type TextChange = { readonly at: number; readonly removed: number; readonly inserted: string };

const isLowSurrogate = (text: string, at: number): boolean => /^[\uDC00-\uDFFF]$/.test(text.charAt(at));

/**
 * Finds the one replacement that turns a text into another. Among several it is the one that ends at the cursor: in "aa", a third
 * "a" is inserted where it was typed. Characters of two units stay whole.
 * @param cursor the offset in the new text where typing has left the cursor
 * @returns null: the texts are the same
 */
export function findTextChange(before: string, after: string, cursor: number): TextChange | null {
  if (before === after) return null;
  const maxEnd = Math.min(before.length, after.length, Math.max(0, after.length - cursor));
  let end = 0;
  while (end < maxEnd && before.at(-1 - end) === after.at(-1 - end)) end++;
  const maxStart = Math.min(before.length, after.length) - end;
  let start = 0;
  while (start < maxStart && before.charAt(start) === after.charAt(start)) start++;
  if (isLowSurrogate(before, start) || isLowSurrogate(after, start)) start = Math.max(0, start - 1);
  if (isLowSurrogate(before, before.length - end) || isLowSurrogate(after, after.length - end))
    end = Math.max(0, end - 1);
  return {
    at: start,
    removed: before.length - start - end,
    inserted: after.slice(start, after.length - end),
  };
}

/** Cuts a text into pieces that can be sent one by one; no character is cut. */
export function cutIntoPieces(text: string, maxLength = MAX_PIECE_LENGTH): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + maxLength;
    const next = isLowSurrogate(text, end) ? end - 1 : end;
    pieces.push(text.slice(at, next));
    at = next;
  }
  return pieces;
}

/**
 * Makes a change of a shared text. Long ones are made in parts: to undo a deletion is to insert its letters again.
 * @param change makes each part in a transaction of its own, so that it travels, and is undone, by itself
 */
export function applyTextChange(
  text: Text,
  { at, removed, inserted }: TextChange,
  change: (make: () => void, isPart: boolean) => void,
): void {
  const removedPieces = cutIntoPieces(text.toString().slice(at, at + removed));
  const [first = "", ...rest] = cutIntoPieces(inserted);
  const last = removedPieces.pop() ?? "";
  const isPart = removedPieces.length + rest.length > 0;
  for (const piece of removedPieces) change(() => text.delete(at, piece.length), isPart);
  change(() => {
    if (last !== "") text.delete(at, last.length);
    if (first !== "") text.insert(at, first);
  }, isPart);
  let position = at + first.length;
  for (const piece of rest) {
    change(() => text.insert(position, piece), isPart);
    position += piece.length;
  }
}
