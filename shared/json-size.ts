const QUOTE_CODE = 0x22;
const COLON_CODE = 0x3a;
const OPEN_LIST_CODE = 0x5b;
const BACKSLASH_CODE = 0x5c;
const CLOSE_LIST_CODE = 0x5d;
const OPEN_OBJECT_CODE = 0x7b;
const CLOSE_OBJECT_CODE = 0x7d;

export type JsonSize = {
  /** The number of brackets around the innermost value. */
  readonly depth: number;
  /** Lists and objects. */
  readonly brackets: number;
  /** The number of keys of the object that has the most. */
  readonly keys: number;
};

/**
 * Measures the nesting and the number of objects of a JSON text, in one pass and without memory. A parser recurses
 * into deep texts, and an object of many keys, or a million empty lists, costs it a hundred times what they cost to
 * send. The result for a text that is no JSON means nothing.
 */
export function measureJson(text: string): JsonSize {
  const keys: number[] = [0];
  let [depth, deepest, brackets, most] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE_CODE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST_CODE:
      case OPEN_OBJECT_CODE:
        brackets++;
        keys[++depth] = 0;
        if (depth > deepest) deepest = depth;
        break;
      case CLOSE_LIST_CODE:
      case CLOSE_OBJECT_CODE:
        if (depth > 0) depth--;
        break;
      case COLON_CODE: {
        const count = (keys[depth] ?? 0) + 1;
        keys[depth] = count;
        if (count > most) most = count;
      }
    }
  }
  return { depth: deepest, brackets, keys: most };
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** A character is escaped behind an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH_CODE) before--;
  return (at - before) % 2 === 0;
}
