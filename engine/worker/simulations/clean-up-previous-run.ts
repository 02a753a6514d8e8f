import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { killMarked } from "../../processes/marked.ts";
import type { Folder } from "../files/folder.ts";
import { marksOf } from "./environment.ts";

/** Ends what an earlier start of this client, which was killed, has left running, and remembers this one. */
export async function cleanUpPreviousRun(folder: Folder, instance: string): Promise<void> {
  const file = join(folder.root, "instance");
  const earlier = (await readFile(file, "utf8").catch(() => "")).trim();
  if (/^[0-9a-f]{24}$/.test(earlier)) await killMarked(marksOf(earlier));
  await writeFile(file, `${instance}\n`, { mode: 0o600 });
}
