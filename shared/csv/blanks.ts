/** Files whose cells are separated by runs of blanks, as tools print them. */

/**
 * Writes a tab for each run of blanks between cells; runs at the ends of a line, in quotes and in brackets stay.
 * @returns a function that takes the text in pieces of any length, cut anywhere
 */
export function createBlankCollapser(): (piece: string) => string {
  let isQuoted = false;
  let depth = 0;
  let isLineStart = true;
  let isBlankPending = false;
  return (piece) => {
    let collapsed = "";
    for (const character of piece) {
      const isBlank = character === " " || character === "\t";
      const isLineEnd = character === "\n" || character === "\r";
      if (isBlank && !isQuoted && depth === 0) {
        isBlankPending = true;
        continue;
      }
      if (isBlankPending && !isLineStart && !isLineEnd) collapsed += "\t";
      isBlankPending = false;
      isLineStart = isLineEnd && !isQuoted;
      if (character === '"') isQuoted = !isQuoted;
      else if (isLineStart) depth = 0;
      else if (character === "[" && !isQuoted) depth++;
      else if (character === "]" && !isQuoted) depth = Math.max(0, depth - 1);
      collapsed += character;
    }
    return collapsed;
  };
}
