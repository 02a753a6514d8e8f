/**
 * Finds the files that literals name: programs that run as threads or processes, fixtures, and sources that a test reads.
 *
 * A literal is a path when it begins with a dot, contains a slash, ends in an extension, or is joined to a path by `join`,
 * `resolve` or `new URL`. It is taken relative to the folder of its module, to the root, and to every folder that its module
 * names. A template is read up to the last slash before what it inserts. A folder stands for every file in it, with two
 * exceptions, which only serve to build longer paths: a folder that contains the module itself, and a whole package.
 */
import { matchesGlob, posix } from "node:path";
import { type Literal, TEMPLATE_HOLE } from "./module-facts.ts";

const { dirname, join } = posix;
const PATH_PATTERN = /^[\w.@+-]+(\/[\w.@+-]+)*\/?$/;
const FILE_LISTING = /\bglob(Sync)?\(\s*$/;
const EXTENSION_PATTERN = /\.\w+$/;

export type PathResolver = {
  /** Says whether a piece of a source text may name a file relative to the folder of `module` or to the root. */
  mayName(module: string, piece: string): boolean;
  /** Finds the files that some literals of `module` name. @param moduleLiterals all literals of it, which name the folders to begin from */
  resolve(module: string, literals: readonly Literal[], moduleLiterals?: readonly Literal[]): Set<string>;
};

/** @param packages top-level folders that hold modules */
export function createPathResolver(files: readonly string[], packages: ReadonlySet<string>): PathResolver {
  const filesByFolder = groupByFolder(files);
  const fileSet = new Set(files);

  const resolvePath = (path: string, module: string): readonly string[] => {
    if (fileSet.has(path)) return [path];
    return module.startsWith(`${path}/`) || packages.has(path) ? [] : (filesByFolder.get(path) ?? []);
  };

  return {
    mayName: (module, piece) => {
      if (FILE_LISTING.test(piece)) return true;
      const path = readPath({ text: piece.split("${")[0] ?? "", use: "path" });
      if (path === null) return false;
      const joined = [joinPath(dirname(module), path), joinPath("", path)];
      return joined.some((name) => fileSet.has(name) || filesByFolder.has(name));
    },
    resolve: (module, literals, moduleLiterals = literals) => {
      const targets = new Set<string>();
      const starts = [dirname(module), ""];
      const folders = moduleLiterals
        .map(readPath)
        .filter((path) => path !== null)
        .flatMap((path) => starts.map((start) => joinPath(start, path)))
        .filter((path) => filesByFolder.has(path));
      for (const start of new Set([...starts, ...folders])) {
        for (const literal of literals) {
          const path = readPath(literal);
          const pattern = literal.use === "glob" ? joinPath(start, literal.text) : null;
          if (path !== null) for (const file of resolvePath(joinPath(start, path), module)) targets.add(file);
          if (pattern !== null) for (const file of files) if (matchesGlob(file, pattern)) targets.add(file);
        }
      }
      targets.delete(module);
      return targets;
    },
  };
}

/** Lists all files below every folder. */
function groupByFolder(files: readonly string[]): Map<string, string[]> {
  const byFolder = new Map<string, string[]>();
  for (const file of files) {
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
      const below = byFolder.get(folder);
      if (below === undefined) byFolder.set(folder, [file]);
      else below.push(file);
    }
  }
  return byFolder;
}

const joinPath = (base: string, path: string): string => join(base, path).replace(/\/$/, "");

/** Reads the path that a literal names, relative to a folder that is not known yet; null: it cannot be a path. */
function readPath({ text, use }: Literal): string | null {
  if (use === "pattern" || use === "glob" || text.length > 200) return null;
  const tail = text.startsWith(`${TEMPLATE_HOLE}/`) ? text.slice(2) : text;
  const hole = tail.indexOf(TEMPLATE_HOLE);
  const path = hole < 0 ? tail : tail.slice(0, tail.lastIndexOf("/", hole) + 1);
  if (!PATH_PATTERN.test(path)) return null;
  return use === "path" || path.includes("/") || EXTENSION_PATTERN.test(path) ? path : null;
}
