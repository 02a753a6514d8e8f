/**
 * Ends everything that a test file has started, whether its tests passed or not. The harness does so when the last
 * test is over.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withDeadline } from "./waiting.ts";

const cleanups: { name: string; run: () => unknown }[] = [];

/** Registers `run` to be called once, last registered first, when this test file is over. */
export function atEnd(name: string, run: () => unknown): void {
  cleanups.push({ name, run });
}

/** A folder of this test file's own, removed at its end. */
export function temporaryFolder(purpose: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `understudy-${purpose}-`));
  atEnd(folder, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Ends everything registered; a cleanup that fails or hangs does not keep the others from running. */
export async function cleanUp(deadlineMs: number): Promise<{ name: string; error: unknown }[]> {
  const problems: { name: string; error: unknown }[] = [];
  for (let next = cleanups.pop(); next !== undefined; next = cleanups.pop()) {
    try {
      await withDeadline(next.run, deadlineMs);
    } catch (error) {
      problems.push({ name: next.name, error });
    }
  }
  return problems;
}
