const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

export type JsonSize = {
  /** How many brackets lie around the innermost value. */
  readonly depth: number;
  /** Of the object that has the most. */
  readonly keys: number;
};

/**
 * What a JSON text would make of itself, in one pass and without memory: a parser recurses into what is deep, and an object of
 * many keys costs it a hundred times what it costs to send. Of a text that is no JSON the answer means nothing.
 */
export function measureJson(text: string): JsonSize {
  const keys: number[] = [0];
  let [depth, deepest, most] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) {
      keys[++depth] = 0;
      deepest = Math.max(deepest, depth);
    } else if (CLOSING.has(code)) depth = Math.max(0, depth - 1);
    else if (code === COLON) {
      const count = (keys[depth] ?? 0) + 1;
      keys[depth] = count;
      most = Math.max(most, count);
    }
  }
  return { depth: deepest, keys: most };
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
