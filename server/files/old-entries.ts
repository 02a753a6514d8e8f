import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Names of what lies in a folder and was last changed before `limit`. What vanishes meanwhile is left out. */
export async function oldEntries(folder: string, limit: Date): Promise<string[]> {
  const names = await readdir(folder);
  const ages = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  return names.filter((_, i) => (ages[i]?.mtime ?? limit) < limit);
}
