/** The parts of a netlist, in either dialect. */

export type NetlistParameter = {
  /** As it is written where it is defined. */
  readonly name: string;
  /** Null for one that follows from others. */
  readonly value: number | null;
  /** The right-hand side, as written. */
  readonly text: string;
  /** Parameters that it follows from. */
  readonly dependsOn: readonly string[];
  /**
   * Why it cannot be given a value from outside: it belongs to a section of a library, to a choice, or follows from
   * others. Null: it may become a variable.
   */
  readonly bound: "library" | "conditional" | "expression" | null;
  readonly file: string;
  readonly line: number;
  /** The offsets of the right-hand side in the file. */
  readonly start: number;
  readonly end: number;
};

/** The place of a statement, its continuations included. */
export type NetlistPlace = {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
};
export type NetlistMeasure = NetlistPlace & { readonly name: string; readonly analysis: string };
export type NetlistAnalysis = NetlistPlace & {
  /** In lower case: ac, tran, dc ... */
  readonly type: string;
  readonly arguments: readonly string[];
};
export type NetlistProblem = { readonly file: string; readonly line: number; readonly message: string };

export type Netlist = {
  /**
   * The parameters of the top level, without those of subcircuits; one that is defined again has the last definition.
   */
  readonly parameters: readonly NetlistParameter[];
  readonly measures: readonly NetlistMeasure[];
  readonly analyses: readonly NetlistAnalysis[];
  /** Files of the upload that are read along, by path. */
  readonly included: readonly string[];
  /** Included files that lie on the server: absolute paths, or such that hold an environment variable. */
  readonly external: readonly string[];
  readonly problems: readonly NetlistProblem[];
  /** The places where commands may be put in: ngspice only. */
  readonly control: ControlPlace;
};

export type ControlPlace = {
  /**
   * The offset where a netlist's own commands may be added to: before its last quit, or the end of its last .control
   * block.
   */
  readonly within: number | null;
  /** The offset where a block may be put in: before .end, or at the end of the file. */
  readonly before: number;
};

/** Texts by path. */
export type NetlistFiles = ReadonlyMap<string, string>;

/** Bounds circular includes and netlists that grow without end. */
export const MAX_INCLUDES = 200;
export const MAX_STATEMENTS = 1_000_000;

export const isExternal = (path: string): boolean =>
  path.startsWith("/") || path.startsWith("~") || /^[A-Za-z]:/.test(path) || path.includes("$");

/** The path of an included file among the files: beside the one that includes it, or from the top. */
export function resolveInclude(path: string, from: string, files: NetlistFiles): string | null {
  const folder = from.includes("/") ? from.slice(0, from.lastIndexOf("/")) : "";
  const plain = path.replaceAll("\\", "/");
  const candidates = [normalised(`${folder}/${plain}`), normalised(plain)];
  return candidates.find((candidate) => candidate !== null && files.has(candidate)) ?? null;
}

function normalised(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.pop() === undefined) return null;
    if (part !== "..") parts.push(part);
  }
  return parts.join("/");
}
