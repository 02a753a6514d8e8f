/** Netlists in Cadence's Spectre language, with the parts that are written in SPICE. */
import { readAssignments } from "./assignments.ts";
import { type Collector, createCollector, createPlace, type Dialect } from "./collector.ts";
import { createLogicalLine, type LogicalLine, type PhysicalLine, physicalLines } from "./logical-line.ts";
import type { Netlist, NetlistFiles } from "./netlist.ts";
import { createSpiceReader } from "./ngspice.ts";
import { spectreNumber } from "./numbers.ts";
import { spiceLines } from "./spice-lines.ts";

const SPECTRE_DIALECT: Dialect = { number: spectreNumber, key: (name) => name };

/** @param main the path of the netlist among the files. Never throws: what cannot be read is a problem. */
export function parseSpectre(main: string, files: NetlistFiles): Netlist {
  const collector = createCollector(files);
  const text = files.get(main) ?? "";
  readSpectre({ file: main, section: null, bound: null }, text, "spectre", collector);
  return collector.finish({ within: null, before: text.length });
}

type Language = "spectre" | "spice";
type SpectreFile = {
  readonly file: string;
  /** The only section that is read; null: all that is in none. */
  readonly section: string | null;
  readonly bound: "library" | null;
};

/** Each `simulator lang=` line changes the language of what follows it in the same file. */
function readSpectre(spectreFile: SpectreFile, text: string, language: Language, collector: Collector): void {
  const spice = createSpiceReader({ ...spectreFile, section: null }, collector);
  const spectre = createSpectreReader(spectreFile, collector);
  for (const { language: spoken, lines } of parts(physicalLines(text), language)) {
    if (spoken === "spectre") {
      for (const line of spectreLines(lines)) {
        if (!collector.mayGoOn()) return;
        spectre.read(line);
      }
      continue;
    }
    for (const line of spiceLines(lines)) {
      if (!collector.mayGoOn()) return;
      // What is written in SPICE inside a section or subcircuit of Spectre belongs to it.
      if (spectre.isRead() && spice.read(line) === "end") return;
    }
  }
}

function parts(
  lines: readonly PhysicalLine[],
  first: Language,
): { language: Language; lines: PhysicalLine[] }[] {
  const sections: { language: Language; lines: PhysicalLine[] }[] = [{ language: first, lines: [] }];
  for (const line of lines) {
    const [, name] = /^\s*simulator\s[^/]*?\blang\s*=\s*(spectre|spice)\b/i.exec(line.text) ?? [];
    if (name === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ language: name.toLowerCase() === "spice" ? "spice" : "spectre", lines: [] });
  }
  return sections;
}

function createSpectreReader({ file, section, bound }: SpectreFile, collector: Collector) {
  let [subcircuits, braces] = [0, 0];
  let open: string | null = null;
  const isRead = () => open === section && subcircuits === 0;
  const readInclude = (statement: string, line: number) => {
    const [, path] = /^\w+\s+"([^"]*)"/.exec(statement) ?? [];
    const [, inSection = null] = /\bsection\s*=\s*"?(\w+)/.exec(statement) ?? [];
    if (path === undefined) {
      collector.problem(file, line, "the name of the included file must be in double quotes");
      return;
    }
    collector.include(path, { file, line }, (includedFile, text) => {
      if (statement.startsWith("ahdl_include")) return;
      const included = {
        file: includedFile,
        section: inSection,
        bound: inSection === null ? bound : ("library" as const),
      };
      // Files of other names begin in SPICE, unless they switch the language.
      readSpectre(
        included,
        text,
        includedFile.endsWith(".scs") || inSection !== null ? "spectre" : "spice",
        collector,
      );
    });
  };
  const readParameters = (line: LogicalLine, from: number) => {
    const { assignments, unread } = readAssignments(line.text, from);
    const place = { file, bound: braces > 0 ? ("conditional" as const) : bound };
    for (const assignment of assignments) {
      if (!assignment.isFunction) collector.define(SPECTRE_DIALECT, assignment, line, place);
    }
    if (unread !== null) {
      const rest = line.text.slice(unread, unread + 30);
      collector.problem(file, line.line, `expected name=value in parameters at "${rest}"`);
    }
  };
  const read = (line: LogicalLine): void => {
    const { text } = line;
    const [word = "", next = ""] = text.split(/[\s(]+/, 2);
    if (word === "library" || word === "endlibrary") return;
    if (word === "section") open = /^section\s*=?\s*(\w+)/.exec(text)?.[1] ?? next;
    else if (word === "endsection") open = null;
    else if (word === "subckt" || (word === "inline" && next === "subckt")) subcircuits++;
    else if (word === "ends") subcircuits = Math.max(0, subcircuits - 1);
    else if (!isRead()) return;
    else if (word === "parameters") readParameters(line, word.length);
    else if (word === "include" || word === "ahdl_include") readInclude(text, line.line);
    else {
      braces = Math.max(0, braces + count(text, "{") - count(text, "}"));
      if (SPECTRE_ANALYSES.has(next))
        collector.analysis({
          type: next,
          arguments: text.trim().split(/\s+/).slice(2),
          ...createPlace(file, line),
        });
    }
  };
  return { read, isRead };
}

const SPECTRE_ANALYSES: ReadonlySet<string> = new Set([
  "dc",
  "ac",
  "tran",
  "noise",
  "sp",
  "xf",
  "pss",
  "pnoise",
  "stb",
  "hb",
]);

const count = (text: string, character: string): number => text.split(character).length - 1;

/**
 * The statements of a file in Spectre's own writing: a `\` at the end or a `+` at the beginning of a line goes on, `//`
 * begins a comment, and so does a `*` at the beginning of a line.
 */
function* spectreLines(lines: readonly PhysicalLine[]): Generator<LogicalLine> {
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
