import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { computeSha256 } from "@understudy/engine/dataset/storage/files.ts";
import type { SpecFile } from "../../models/spec.ts";
import type { Storage } from "../storage.ts";
import type { Source } from "./sources.ts";

/** A version's folder before it has its place. */
export type Staged = {
  readonly folder: string;
  files(): SpecFile[];
  /** Adds a file, or puts it in the place of another. */
  write(path: string, text: string): Promise<void>;
  /** Puts the folder where it belongs, which nothing may hold yet. */
  moveTo(target: string): Promise<void>;
  remove(): Promise<void>;
};

/**
 * Writes files into a folder of their own. Their paths have been judged: see `paths.ts`.
 * @throws Unreadable when one of them is damaged; nothing is left behind then.
 */
export async function stage(storage: Storage, sources: readonly Source[]): Promise<Staged> {
  const folder = join(storage.staging, randomBytes(12).toString("hex"));
  const files = new Map<string, SpecFile>();
  const remove = () => rm(folder, { recursive: true, force: true });
  const add = async ({ path, writeTo }: Pick<Source, "path" | "writeTo">) => {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeTo(target);
    files.set(path, await describe(folder, path));
  };
  await mkdir(folder, { mode: 0o700 });
  try {
    for (const source of sources) await add(source);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    files: () => [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    write: async (path, text) => {
      // Never written in place: the same bytes may lie under another name elsewhere.
      await rm(join(folder, path), { force: true });
      await add({ path, writeTo: (target) => writeFile(target, text, { flag: "wx", mode: 0o600 }) });
    },
    moveTo: async (target) => {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(folder, target);
    },
    remove,
  };
}

async function describe(folder: string, path: string): Promise<SpecFile> {
  const file = join(folder, path);
  const sha256 = await computeSha256(file);
  const { size } = await stat(file);
  return { path, size, sha256 };
}
