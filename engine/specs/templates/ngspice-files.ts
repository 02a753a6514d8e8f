/**
 * The files that ngspice runs. After several analyses in one run it measures the last one only: each then gets a netlist of
 * its own, and one more runs them in turn.
 */
import type { Netlist } from "../netlists/netlist.ts";
import { createTemplates, type Edit } from "./netlist-variables.ts";
import { type ChosenVector, WRITE_SETTINGS, writeCommands } from "./ngspice-curves.ts";

export type NgspiceFiles = {
  /** The file with which ngspice is started. */
  readonly main: string;
  /** Templates, by path. */
  readonly templates: ReadonlyMap<string, string>;
  /** Other files, by path. */
  readonly plain: ReadonlyMap<string, string>;
};

type Given = {
  /** The path of the netlist. */
  readonly file: string;
  readonly netlist: Netlist;
  readonly vectors: readonly ChosenVector[];
  /** Placeholders for values. */
  readonly edits: readonly Edit[];
  readonly texts: ReadonlyMap<string, string>;
};

/** The types of analysis that something is read from, in the order of the netlist. */
export function readAnalyses({ netlist, vectors }: Pick<Given, "netlist" | "vectors">): string[] {
  const read = new Set<string>([
    ...netlist.measures.map(({ analysis }) => analysis),
    ...vectors.map(({ sweep }) => sweep),
  ]);
  return [...new Set(netlist.analyses.map(({ type }) => type))].filter((type) => read.has(type));
}

export function ngspiceFiles(request: Given): NgspiceFiles {
  const { file, netlist, vectors, edits, texts } = request;
  const types = readAnalyses(request);
  if (netlist.control.within === null && types.length > 1) return filesOfAnalyses(request, types);
  const write = vectors.length === 0 ? [] : [...WRITE_SETTINGS, ...writeCommands(vectors)];
  const lines = netlist.control.within === null ? block(["run", ...write]) : write;
  const at = netlist.control.within ?? netlist.control.before;
  const before = texts.get(file)?.[at - 1] ?? "\n";
  const commands = (before === "\n" ? "" : "\n") + lines.map((line) => `${line}\n`).join("");
  const insertion = { file, start: at, end: at, text: commands };
  return { main: file, templates: createTemplates([...edits, insertion], texts), plain: new Map() };
}

/** In batch mode alone ngspice keeps no vectors. */
const block = (commands: readonly string[]): string[] => [".control", ...commands, "quit 0", ".endc"];

function filesOfAnalyses(
  { file, netlist, vectors, edits, texts }: Given,
  types: readonly string[],
): NgspiceFiles {
  const [, name = file, suffix = ""] = /^(.*?)(\.[^./]*)?$/s.exec(file) ?? [];
  const createPath = (type: string) => `${name}-${type}${suffix}`;
  const ofOthers = (edit: Edit) => edit.file !== file;
  const templates = createTemplates(edits.filter(ofOthers), texts);
  for (const type of types) {
    const foreign = [
      ...netlist.analyses.filter((analysis) => analysis.type !== type),
      ...netlist.measures.filter((measure) => measure.analysis !== type),
    ];
    const without = foreign.map(({ start, end }): Edit => ({ file, start, end, text: "" }));
    const fileTemplates = createTemplates([...edits.filter((edit) => edit.file === file), ...without], texts);
    templates.set(`${createPath(type)}.tmpl`, fileTemplates.get(`${file}.tmpl`) ?? "");
  }
  const runs = types.flatMap((type) => [
    `source ${createPath(type)}`,
    "run",
    ...writeCommands(vectors.filter(({ sweep }) => sweep === type)),
  ]);
  const main = `${name}-run${suffix}`;
  const text = [`Runs the analyses of ${file} in turn`, ...block([...WRITE_SETTINGS, ...runs]), ".end"];
  return { main, templates, plain: new Map([[main, `${text.join("\n")}\n`]]) };
}
