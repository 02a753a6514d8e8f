/** Texts of people as they may stand in generated source, in whatever language. */

/** On one line: control characters and line separators are spaces, halves of surrogate pairs are replaced. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ")
    .trim();
}

/** Characters of units, as engineers write them in ASCII. */
const IN_ASCII: ReadonlyMap<string, string> = new Map([
  ["\u00b5", "u"],
  ["\u03bc", "u"],
  ["\u03a9", "Ohm"],
  ["\u2126", "Ohm"],
  ["\u00b0", "deg"],
  ["\u00b2", "^2"],
  ["\u00b3", "^3"],
  ["\u00b7", "*"],
]);

/** ASCII alone: those of units in letters, other characters by their code points, as \u{3b1}. */
export function asciiLine(text: string): string {
  return oneLine(text).replace(
    /[^\x20-\x7e]/gu,
    (character) => IN_ASCII.get(character) ?? `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`,
  );
}

/** Lines of these items, a comma after each, none much wider than 100 characters. */
export function wrapped(items: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const item of items) {
    if (line.length + item.length > 100) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? `${indent}${item},` : ` ${item},`;
  }
  return [...lines, line].join("\n");
}
