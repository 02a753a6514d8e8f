/** The statements of a file in SPICE's own writing: `+` goes on, `*` begins a comment line, `;`, `$ ` and `//` an inline one. */
import { createLogicalLine, type LogicalLine, type PhysicalLine } from "./logical-line.ts";

/** A statement, or a line of a .control block, which has other rules. */
export type SpiceLine = LogicalLine & { readonly isCommand: boolean; readonly offset: number };

export function* spiceLines(lines: readonly PhysicalLine[]): Generator<SpiceLine> {
  let current = createLogicalLine();
  let startOffset = 0;
  let isCommand = false;
  let continues = false;
  const finished = function* (): Generator<SpiceLine> {
    if (!current.isEmpty) yield { ...current.finish(), isCommand, offset: startOffset };
    current = createLogicalLine();
  };
  for (const { text: lineText, line, offset } of lines) {
    const indent = lineText.length - lineText.trimStart().length;
    const first = lineText.charAt(indent);
    if (first === "" || first === "*") continue;
    const uncommented = isCommand ? lineText : withoutComment(lineText);
    const goesOn = /\\\\\s*$/.test(uncommented);
    const body = uncommented.replace(/\\\\\s*$/, "").trimEnd();
    if (body.trim() === "") continue;
    const isContinuation = first === "+" || continues;
    continues = goesOn;
    if (isContinuation && !current.isEmpty) {
      const skipped = first === "+" ? indent + 1 : indent;
      current.add(body.slice(skipped), { line, offset: offset + skipped });
      continue;
    }
    yield* finished();
    if (/^\s*\.endc\b/i.test(body)) isCommand = false;
    startOffset = offset;
    current.add(body.slice(indent), { line, offset: offset + indent });
    if (/^\s*\.control\b/i.test(body)) {
      yield* finished();
      isCommand = true;
    }
  }
  yield* finished();
}

function withoutComment(line: string): string {
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
      continue;
    }
    if (character === "'" || character === '"') quote = character;
    const before = at === 0 ? " " : line.charAt(at - 1);
    const isDollar = character === "$" && /\s/.test(before) && /^(\s|$)/.test(line.charAt(at + 1));
    const isSlashes = character === "/" && line.charAt(at + 1) === "/" && /\s/.test(before);
    if (character === ";" || isDollar || isSlashes) return line.slice(0, at);
  }
  return line;
}
