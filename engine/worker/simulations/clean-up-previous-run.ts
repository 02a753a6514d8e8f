import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAX_EARLIER_INSTANCES } from "@understudy/shared/worker/worker-protocol.ts";
import { killMarked } from "../../processes/marked.ts";
import type { Folder } from "../files/folder.ts";
import { marksOf } from "./environment.ts";

/**
 * Ends what an earlier start of this client, which was killed, has left running, and remembers this one.
 * @returns the earlier starts, the last one first
 */
export async function cleanUpPreviousRun(folder: Folder, instance: string): Promise<string[]> {
  const file = join(folder.root, "instance");
  const text = await readFile(file, "utf8").catch(() => "");
  const earlier = text.split("\n").filter((line) => /^[0-9a-f]{24}$/.test(line));
  const [last] = earlier;
  if (last !== undefined) await killMarked(marksOf(last));
  const remembered = earlier.slice(0, MAX_EARLIER_INSTANCES);
  await writeFile(file, `${[instance, ...remembered].join("\n")}\n`, { mode: 0o600 });
  return remembered;
}
