/** The files of DATA_DIR that a backup holds. Everything else there belongs to a running copy, or to nobody. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isUnfinished } from "../../files/explorer/file-path.ts";

/** See `server/files/storage.ts` and `server/files/secret.ts`. Of the folders listed there, the others hold nothing that is kept. */
export const DATA_FOLDERS: readonly string[] = ["secrets", "specs", "uploads", "work_dirs"];

/** An interrupted backup or start leaves entries of these names, and so did an interrupted restore of an earlier version. */
const LEFTOVER_NAME = /^\.(backup|restore|write-check)-|\.tar\.gz\.unfinished$/;
/** The embedded stores (and their folders of earlier versions), logs, drafts, locks, and backups. */
const TRANSIENT_NAME =
  /^(mongodb|redis)\b|^(logs|staging|demo)$|^understudy\.lock|^ending\.json$|^restoring-|\.tar\.gz$/;

/** Removes what interrupted backups left. Only who has the lock of DATA_DIR may call it. */
export function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => LEFTOVER_NAME.test(entry))) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/** @returns names of a folder that are neither people's data nor anything that the product makes */
export const findUnknownEntries = (folder: string): string[] =>
  readdirSync(folder).filter(
    (name) => !DATA_FOLDERS.includes(name) && !LEFTOVER_NAME.test(name) && !TRANSIENT_NAME.test(name),
  );

/** A file that was being written when its process was killed is a draft: nothing refers to it. */
function isDraft([folder, ...names]: readonly string[]): boolean {
  if (folder === "secrets") return names.some((name) => /\.\d+$/.test(name));
  return folder === "work_dirs" && isUnfinished(names);
}

/**
 * @returns the paths, relative to `dataDir`, of all that a backup holds. A folder precedes what lies in it. Sockets, pipes and
 * devices are left out.
 */
export function listDataFiles(dataDir: string): string[] {
  const paths: string[] = [];
  const visit = (names: readonly string[]) => {
    for (const entry of readdirSync(join(dataDir, ...names), { withFileTypes: true })) {
      const path = [...names, entry.name];
      const isKept = entry.isDirectory() || entry.isFile() || entry.isSymbolicLink();
      if (!isKept || isDraft(path)) continue;
      paths.push(path.join("/"));
      if (entry.isDirectory()) visit(path);
    }
  };
  const present = readdirSync(dataDir);
  // A folder of data may be a link to another disk. It is not listed itself: an archive would hold the link alone.
  for (const name of DATA_FOLDERS) if (present.includes(name)) visit([name]);
  return paths;
}
