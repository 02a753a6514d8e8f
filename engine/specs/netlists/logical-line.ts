/** Statements of a netlist: physical lines put together, each character still known by its place in the file. */

export type LogicalLine = {
  readonly text: string;
  /** The number of its first physical line, from 1. */
  readonly line: number;
  /** Returns the offset in the file of the character at `index` of the text. */
  readonly offsetAt: (index: number) => number;
};

export type PhysicalLine = { readonly text: string; readonly line: number; readonly offset: number };

/** Lines without their ends. */
export function physicalLines(text: string): PhysicalLine[] {
  const lines: PhysicalLine[] = [];
  for (let offset = 0, line = 1; offset < text.length; line++) {
    const end = text.indexOf("\n", offset);
    const stop = end === -1 ? text.length : end;
    lines.push({ text: text.slice(offset, stop).replace(/\r$/, ""), line, offset });
    offset = stop + 1;
  }
  return lines;
}

/** Puts physical lines together; a blank stands where two of them meet. */
export function createLogicalLine() {
  const pieces: { start: number; offset: number }[] = [];
  const texts: string[] = [];
  let [length, line] = [0, 0];
  return {
    add: (text: string, at: { readonly line: number; readonly offset: number }) => {
      if (pieces.length === 0) line = at.line;
      pieces.push({ start: length, offset: at.offset });
      texts.push(text);
      length += text.length + 1;
    },
    get isEmpty() {
      return pieces.length === 0;
    },
    finish: (): LogicalLine => ({
      text: texts.join(" "),
      line,
      offsetAt: (index) => {
        let [low, high] = [0, pieces.length - 1];
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if ((pieces[middle]?.start ?? 0) <= index) low = middle;
          else high = middle - 1;
        }
        const piece = pieces[low] ?? { start: 0, offset: 0 };
        return piece.offset + index - piece.start;
      },
    }),
  };
}
