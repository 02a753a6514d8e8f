import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound } from "../../core/problem.ts";
import type { FilePath } from "../../files/explorer/file-path.ts";
import { type OpenFile, openFile } from "../../files/explorer/open-path.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform/platform.ts";
import { canBrowse } from "../../policies/files.ts";
import { labelsAlong } from "./records.ts";

type Needed = Pick<Platform, "store" | "storage" | "config">;
export type LoadedPath = { readonly path: FilePath; readonly labels: (string | null)[] };

/** A path that the person may look at, whether or not something lies there; null: to them nothing does. */
export async function loadPath(
  { store, config }: Needed,
  user: User,
  path: FilePath | null,
): Promise<LoadedPath | null> {
  if (path === null || !canBrowse(user, path.root, config)) return null;
  const labels = await labelsAlong(store, path);
  return labels && { path, labels };
}

/** A file, which the caller closes. @throws Problem 404 when there is none that this person may see */
export async function loadFile(web: Needed, user: User, path: FilePath | null): Promise<OpenFile> {
  const loaded = await loadPath(web, user, path);
  const file = loaded && (await openFile(web.storage, loaded.path));
  if (file === null) throw notFound(MESSAGES.fileNotFound);
  return file;
}
