/** Keeps the pages and logs of a test that fails. The module that opens something registers how to keep it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { withDeadline } from "./waiting.ts";

const COLLECT_WITHIN_MS = 20_000;

type Collect = (folder: string) => unknown;
const collectors = new Set<Collect>();

/** Registers what writes files into a folder when a test of this file has failed, before its hooks close anything. */
export function onFailure(collect: Collect): void {
  collectors.add(collect);
}

/** The name of a folder or file for a sentence. */
export const toFileName = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80);

/** Writes what there is into `<folder>/<title>`. A collector that fails or hangs does not keep the others from writing. */
export async function collectEvidence(folder: string, title: string): Promise<void> {
  // An empty folder says nothing.
  if (collectors.size === 0) return;
  const target = join(folder, toFileName(title));
  mkdirSync(target, { recursive: true });
  for (const collect of collectors) {
    await withDeadline(() => collect(target), COLLECT_WITHIN_MS).catch((error: unknown) => {
      console.error("Some evidence could not be kept:", error);
    });
  }
}
