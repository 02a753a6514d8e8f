/** The paths by which people name files: a root, then names separated by slashes. Nothing of them reaches the disk unjudged. */
import { type FileRoot, fileRoot } from "@understudy/shared/api/file.ts";
import type { Storage } from "../storage.ts";

export type FilePath = { readonly root: FileRoot; readonly names: readonly string[] };

/** A backslash separates folders on Windows; control characters, NUL among them, end or hide a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN_CHARACTERS = /[\u0000-\u001f\u007f\\]/;

/** @param path decoded, once. Null: no file has such a path */
export function parseFilePath(path: string): FilePath | null {
  const [first, ...names] = path.replace(/\/$/, "").split("/");
  const root = fileRoot.safeParse(first);
  const isPlain = names.every(
    (name) => name !== "" && name !== "." && name !== ".." && !FORBIDDEN_CHARACTERS.test(name),
  );
  return root.success && isPlain ? { root: root.data, names } : null;
}

/** As `parseFilePath`, of a path as it stands in an address. */
export function decodeFilePath(encoded: string): FilePath | null {
  try {
    const parts = encoded.split("/").map(decodeURIComponent);
    // A slash that was encoded would be part of a name.
    return parts.some((part) => part.includes("/")) ? null : parseFilePath(parts.join("/"));
  } catch {
    return null;
  }
}

export const rootFolder = ({ workDirs, specs, logs }: Storage, root: FileRoot): string =>
  ({ work_dirs: workDirs, specs, logs })[root];

/**
 * Matches files that a job is getting or losing, see `engine/dataset/storage`, `training-files.ts` and
 * `replace-files.ts`.
 */
const UNFINISHED_NAME = /\.part$|^data\.(new|old)-|^arrivals$|^(parameters|outputs)\.csv\./;

/**
 * Tells whether a file is on its way to its place, or out of it. @param names below `work_dirs`: a job's id, and the
 * path in its folder
 */
export function isUnfinished([, ...names]: readonly string[]): boolean {
  const [first, second = ""] = names;
  if (first === "exports" && second.startsWith(".")) return true;
  // The files that simulations kept have the names that their programs gave them.
  return first !== "simulations" && names.some((name) => UNFINISHED_NAME.test(name));
}

/** Tells whether nobody may see a file: in work directories the unfinished, and the names that begin with a dot. */
export const isHidden = ({ root, names }: FilePath): boolean =>
  root === "work_dirs" && (isUnfinished(names) || names.some((name) => name.startsWith(".")));
