const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export type JsonSize = {
  /** How many brackets lie around the innermost value. */
  readonly depth: number;
  /** Lists and objects. */
  readonly brackets: number;
  /** Of the object that has the most. */
  readonly keys: number;
};

/**
 * What a JSON text would make of itself, in one pass and without memory: a parser recurses into what is deep, and an object of
 * many keys, or a million empty lists, cost it a hundred times what they cost to send. Of a text that is no JSON the answer
 * means nothing.
 */
export function measureJson(text: string): JsonSize {
  const keys: number[] = [0];
  let [depth, deepest, brackets, most] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        brackets++;
        keys[++depth] = 0;
        if (depth > deepest) deepest = depth;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth > 0) depth--;
        break;
      case COLON: {
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

/** Behind an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}
