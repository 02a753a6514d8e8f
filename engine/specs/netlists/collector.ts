/** Gathers what the parsers of both dialects read in a netlist and the files that it includes. */
import { type Assignment, bare, namesInExpression } from "./assignments.ts";
import type { LogicalLine } from "./logical-line.ts";
import {
  isExternal,
  MAX_INCLUDES,
  MAX_STATEMENTS,
  type Netlist,
  type NetlistAnalysis,
  type NetlistFiles,
  type NetlistMeasure,
  type NetlistParameter,
  type NetlistPlace,
  type NetlistProblem,
  resolveInclude,
} from "./netlist.ts";

export type Dialect = {
  readonly number: (text: string) => number | null;
  /** Returns the key by which names are compared: SPICE knows no case. */
  readonly key: (name: string) => string;
};

type Found = Omit<NetlistParameter, "dependsOn">;

export type Collector = {
  define(dialect: Dialect, assignment: Assignment, line: LogicalLine, place: Place): void;
  measure(measure: NetlistMeasure): void;
  analysis(analysis: NetlistAnalysis): void;
  problem(file: string, line: number, message: string): void;
  /** Calls `read` with a file that is included; a circle, or more than there may be, is reported. */
  include(
    path: string,
    from: { file: string; line: number },
    read: (file: string, text: string) => void,
  ): void;
  /** False once the limit of statements is reached. */
  mayGoOn(): boolean;
  finish(control: Netlist["control"]): Netlist;
};

export type Place = { readonly file: string; readonly bound: "library" | "conditional" | null };

const MAX_PROBLEMS = 50;

export const createPlace = (file: string, { line, text, offsetAt }: LogicalLine): NetlistPlace => ({
  file,
  line,
  start: offsetAt(0),
  end: offsetAt(Math.max(0, text.length - 1)) + 1,
});

export function createCollector(files: NetlistFiles): Collector {
  const parameters = new Map<string, Found & { readonly key: Dialect["key"] }>();
  const measures: NetlistMeasure[] = [];
  const analyses: NetlistAnalysis[] = [];
  const problems: NetlistProblem[] = [];
  const included = new Set<string>();
  const external = new Set<string>();
  const open: string[] = [];
  let [includes, statements] = [0, 0];
  const problem = (file: string, line: number, message: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ file, line, message });
  };
  return {
    problem,
    measure: (measure) => measures.push(measure),
    analysis: (analysis) => analyses.push(analysis),
    mayGoOn: () => ++statements <= MAX_STATEMENTS,
    define: (dialect, { name, text, start, end }, line, { file, bound }) => {
      const value = dialect.number(bare(text));
      // A name that is defined again means its last value everywhere; the order of names stays that of the first.
      parameters.set(dialect.key(name), {
        ...{ name, value, text, file, line: line.line, key: dialect.key },
        bound: value === null ? "expression" : bound,
        start: line.offsetAt(start),
        // Of the last character, because a value may go on in the next physical line.
        end: line.offsetAt(Math.max(start, end - 1)) + Math.min(1, end - start),
      });
    },
    include: (path, { file, line }, read) => {
      if (isExternal(path)) {
        external.add(path);
        return;
      }
      const includedFile = resolveInclude(path, file, files);
      if (includedFile === null) problem(file, line, `the included file ${path} is not among the files`);
      else if (open.includes(includedFile)) problem(file, line, `${path} includes itself`);
      else if (++includes > MAX_INCLUDES) problem(file, line, `more than ${MAX_INCLUDES} files are included`);
      else {
        included.add(includedFile);
        open.push(includedFile);
        read(includedFile, files.get(includedFile) ?? "");
        open.pop();
      }
    },
    finish: (control) => ({
      parameters: [...parameters.values()].map(({ key, ...parameter }) => ({
        ...parameter,
        dependsOn: parameter.value === null ? dependencies(parameter.text, key, parameters) : [],
      })),
      measures,
      analyses,
      problems,
      control,
      included: [...included],
      external: [...external],
    }),
  };
}

function dependencies(
  text: string,
  key: Dialect["key"],
  parameters: ReadonlyMap<string, { readonly name: string }>,
): string[] {
  const names = namesInExpression(text).flatMap((name) => parameters.get(key(name))?.name ?? []);
  return [...new Set(names)];
}
