import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SpecFiles } from "@understudy/engine/specs/check-manifest.ts";
import type { Folder } from "./tasks.ts";

/** Larger files are data, which are not read as a whole. */
const MAX_READ_BYTES = 4 * 1024 ** 2;
/** The size of all files that are held at once, in bytes. */
const MAX_HELD_BYTES = 128 * 1024 ** 2;

/** The files of a folder, each read when it is asked for and then forgotten; only in a thread of its own. */
export function folderFiles({ folder, files }: Folder): SpecFiles {
  const sizes = new Map(files.map(({ path, size }) => [path, size]));
  return {
    has: (path) => sizes.has(path),
    keys: () => sizes.keys(),
    get: (path) => {
      const size = sizes.get(path);
      if (size === undefined) return undefined;
      return size > MAX_READ_BYTES ? null : readFileSync(join(folder, path));
    },
  };
}

/** The contents of a folder's files by path, as many as can be held at once. */
export function heldFiles({ folder, files }: Folder): Map<string, Uint8Array | null> {
  let held = 0;
  return new Map(
    files.map(({ path, size }) => {
      const fits = size <= MAX_READ_BYTES && held + size <= MAX_HELD_BYTES;
      if (fits) held += size;
      return [path, fits ? readFileSync(join(folder, path)) : null];
    }),
  );
}
