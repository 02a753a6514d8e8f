/**
 * The statements of a file in Spectre's own writing: a `\` at the end or a `+` at the beginning of a line goes on, `//`
 * begins a comment, and so does a `*` at the beginning of a line.
 */
import { createLogicalLine, type LogicalLine, type PhysicalLine } from "./logical-line.ts";

export function* spectreLines(lines: readonly PhysicalLine[]): Generator<LogicalLine> {
  let current = createLogicalLine();
  let continues = false;
  for (const { text, line, offset } of lines) {
    const indent = text.length - text.trimStart().length;
    const first = text.charAt(indent);
    if (first === "*") continue;
    const uncommented = withoutComment(text);
    const goesOn = /\\\s*$/.test(uncommented);
    const body = uncommented.replace(/\\\s*$/, "").trimEnd();
    if (body.trim() === "") {
      continues = goesOn;
      continue;
    }
    if ((first === "+" || continues) && !current.isEmpty) {
      const skipped = first === "+" ? indent + 1 : indent;
      current.add(body.slice(skipped), { line, offset: offset + skipped });
    } else {
      if (!current.isEmpty) yield current.finish();
      current = createLogicalLine();
      current.add(body.slice(indent), { line, offset: offset + indent });
    }
    continues = goesOn;
  }
  if (!current.isEmpty) yield current.finish();
}

function withoutComment(line: string): string {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && character === "/" && line.charAt(at + 1) === "/") return line.slice(0, at);
  }
  return line;
}
