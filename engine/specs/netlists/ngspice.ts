/** Netlists in the dialect of ngspice (Vogt, Atkinson and Nenzi, "Ngspice User's Manual", version 39). */
import { readAssignments } from "./assignments.ts";
import { type Collector, createCollector, createPlace, type Dialect } from "./collector.ts";
import { type PhysicalLine, physicalLines } from "./logical-line.ts";
import type { ControlPlace, Netlist, NetlistFiles } from "./netlist.ts";
import { spiceNumber } from "./numbers.ts";
import { type SpiceLine, spiceLines } from "./spice-lines.ts";

const SPICE_DIALECT: Dialect = { number: spiceNumber, key: (name) => name.toLowerCase() };

/** @param main the path of the netlist among the files. Never throws: what cannot be read is a problem. */
export function parseNgspice(main: string, files: NetlistFiles): Netlist {
  const collector = createCollector(files);
  const text = files.get(main) ?? "";
  // The first line of a main file is its title, whatever stands there.
  const lines = physicalLines(text).slice(1);
  readSpice({ file: main, section: null, bound: null }, lines, collector);
  return collector.finish(controlPlace(lines, text.length));
}

type SpiceFile = {
  readonly file: string;
  /** The only section of a library that is read; null: all that is in none. */
  readonly section: string | null;
  readonly bound: "library" | null;
};

/** Reads a file, and what it includes. */
function readSpice(spiceFile: SpiceFile, lines: readonly PhysicalLine[], collector: Collector): void {
  const reader = createSpiceReader(spiceFile, collector);
  for (const line of spiceLines(lines)) {
    if (!collector.mayGoOn() || reader.read(line) === "end") return;
  }
}

/** Takes the statements one by one. Also for the parts of a Spectre netlist that are written in SPICE. */
export function createSpiceReader({ file, section, bound }: SpiceFile, collector: Collector) {
  let [subcircuits, choices] = [0, 0];
  let library: string | null = null;
  const include = (path: string, line: number, inSection: string | null) =>
    collector.include(path, { file, line }, (includedFile, text) =>
      readSpice(
        { file: includedFile, section: inSection, bound: inSection === null ? bound : "library" },
        physicalLines(text),
        collector,
      ),
    );
  const readCard = (line: SpiceLine): "end" | undefined => {
    const card = /^\.[A-Za-z]+/.exec(line.text)?.[0].toLowerCase() ?? "";
    if (card === ".lib" || card === ".endl") {
      const [path, name] = unquotedWords(line.text.slice(card.length));
      if (card === ".endl") library = null;
      else if (name === undefined) library = path?.toLowerCase() ?? "";
      else if (isRead()) include(path ?? "", line.line, name.toLowerCase());
      return;
    }
    if (!isRead()) return;
    if (card === ".subckt") subcircuits++;
    else if (card === ".ends") subcircuits = Math.max(0, subcircuits - 1);
    if (subcircuits > 0) return;
    switch (card) {
      case ".if":
        choices++;
        return;
      case ".endif":
        choices = Math.max(0, choices - 1);
        return;
      case ".param":
      case ".parameter":
        readParameters(line, card.length);
        return;
      case ".include":
      case ".inc":
        include(unquotedWords(line.text.slice(card.length))[0] ?? "", line.line, null);
        return;
      case ".meas":
      case ".measure":
        readMeasure(line.text.slice(card.length), line);
        return;
      case ".end":
        return "end";
      default:
        readAnalysis(line.text.slice(1), line);
    }
  };
  const isRead = () => (library === null ? section === null : library === section);
  const readParameters = (line: SpiceLine, from: number) => {
    const { assignments, unread } = readAssignments(line.text, from);
    const place = { file, bound: choices > 0 ? ("conditional" as const) : bound };
    for (const assignment of assignments) {
      if (!assignment.isFunction) collector.define(SPICE_DIALECT, assignment, line, place);
    }
    if (unread !== null) {
      const rest = line.text.slice(unread, unread + 30);
      collector.problem(file, line.line, `expected name=value in .param at "${rest}"`);
    }
  };
  const readMeasure = (rest: string, line: SpiceLine) => {
    const [analysis, name] = rest.trim().split(/\s+/, 2);
    if (analysis === undefined || name === undefined) return;
    const place = createPlace(file, line);
    collector.measure({ analysis: analysis.toLowerCase(), name: name.toLowerCase(), ...place });
  };
  const readAnalysis = (text: string, line: SpiceLine) => {
    const [type = "", ...analysisArguments] = text.trim().split(/[\s,]+/);
    if (!NGSPICE_ANALYSES.has(type.toLowerCase())) return;
    collector.analysis({
      type: type.toLowerCase(),
      arguments: analysisArguments,
      ...createPlace(file, line),
    });
  };
  return {
    read: (line: SpiceLine): "end" | undefined => {
      if (!line.isCommand) return line.text.startsWith(".") ? readCard(line) : undefined;
      if (!isRead()) return;
      const [, rest] = /^meas(?:ure)?\s(.*)$/i.exec(line.text) ?? [];
      if (rest !== undefined) readMeasure(rest, line);
      else readAnalysis(line.text, line);
    },
  };
}

const NGSPICE_ANALYSES: ReadonlySet<string> = new Set([
  "ac",
  "dc",
  "tran",
  "op",
  "noise",
  "sp",
  "tf",
  "pz",
  "disto",
]);

function unquotedWords(text: string): string[] {
  const words = text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g);
  return [...words].map(([, double, single, plain]) => double ?? single ?? plain ?? "");
}

function controlPlace(lines: readonly PhysicalLine[], end: number): ControlPlace {
  let [within, before]: [number | null, number] = [null, end];
  let quit: number | null = null;
  for (const { text: line, isCommand, offset } of spiceLines(lines)) {
    if (/^\.control\b/i.test(line)) quit = null;
    else if (isCommand && /^(quit|exit)\b/i.test(line)) quit ??= offset;
    else if (/^\.endc\b/i.test(line)) within = quit ?? offset;
    else if (/^\.end\s*$/i.test(line)) {
      before = offset;
      break;
    }
  }
  return { within, before };
}
