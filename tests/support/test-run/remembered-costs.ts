/**
 * The costs of each test file in earlier runs, remembered beside the engines: the longest files run first, so that at
 * the end no long one runs alone, and `--changed` chooses what fits into its time. On a machine that knows nothing
 * yet, files with more to start are taken to be longer.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { readLaunchConfig } from "../../../server/core/config.ts";
import { readTestKind } from "./costs.ts";
import type { FileResult } from "./run-file.ts";

const costs = z.object({ seconds: z.number(), cpuSeconds: z.number() });
type Costs = z.infer<typeof costs>;
const remembered = z.record(z.string(), costs);

/** Medians of a run on two quiet cores. */
const COST_GUESSES: Readonly<Record<string, Costs>> = {
  browser: { seconds: 12, cpuSeconds: 10 },
  live: { seconds: 8, cpuSeconds: 5 },
  api: { seconds: 5, cpuSeconds: 3 },
  unit: { seconds: 0.5, cpuSeconds: 0.4 },
};
const NO_COSTS: Costs = { seconds: 0, cpuSeconds: 0 };

const pathOfMemory = () => join(readLaunchConfig(process.env).enginesDir, "../test-costs.json");

function recall(): z.infer<typeof remembered> {
  try {
    return remembered.parse(JSON.parse(readFileSync(pathOfMemory(), "utf8")));
  } catch {
    return {};
  }
}

const guess = (file: string): Costs => COST_GUESSES[readTestKind(file)] ?? NO_COSTS;

export function orderLongestFirst(files: readonly string[]): string[] {
  const rememberedCosts = recall();
  const seconds = (file: string) => (rememberedCosts[file] ?? guess(file)).seconds;
  return files.toSorted((a, b) => seconds(b) - seconds(a));
}

/** @returns what to expect of a test file, relative to the root: seconds of processor time */
export function readExpectedCpuSeconds(): (file: string) => number {
  const rememberedCosts = recall();
  return (file) => (rememberedCosts[file] ?? guess(file)).cpuSeconds;
}

/** Remembers the files that came to their end; what a killed file took says nothing of the next time. */
export function rememberCosts(results: readonly FileResult[]): void {
  const measured = results
    .filter(({ cpuSeconds }) => cpuSeconds > 0)
    .map(({ file, seconds, cpuSeconds }) => [file, { seconds, cpuSeconds }]);
  mkdirSync(dirname(pathOfMemory()), { recursive: true });
  writeFileSync(pathOfMemory(), JSON.stringify({ ...recall(), ...Object.fromEntries(measured) }));
}
