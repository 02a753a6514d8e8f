/**
 * The order in which test files run: the longest first, so that at the end no long one runs alone. How long each took is
 * remembered beside the engines; on a machine that knows nothing yet, files with more to start are taken to be longer.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { readLaunchConfig } from "../../../server/config.ts";
import type { FileResult } from "./run-file.ts";

const memory = join(readLaunchConfig(process.env).enginesDir, "../test-seconds.json");
const remembered = z.record(z.string(), z.number());
const GUESSES = { browser: 60, live: 30, api: 15, unit: 2 };

function recall(): z.infer<typeof remembered> {
  try {
    return remembered.parse(JSON.parse(readFileSync(memory, "utf8")));
  } catch {
    return {};
  }
}

function guess(file: string): number {
  const kind = Object.entries(GUESSES).find(([folder]) => file.startsWith(join("tests", folder)));
  return kind?.[1] ?? 0;
}

export function longestFirst(files: readonly string[]): string[] {
  const seconds = recall();
  const expected = (file: string) => seconds[file] ?? guess(file);
  return files.toSorted((a, b) => expected(b) - expected(a));
}

export function rememberSeconds(results: readonly FileResult[]): void {
  const seconds = Object.fromEntries(results.map((result) => [result.file, result.seconds]));
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, JSON.stringify({ ...recall(), ...seconds }));
}
