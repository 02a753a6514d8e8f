/** The costs of a test run, in seconds of processor time. */
import type { FileResult } from "./run-file.ts";

/** The most expensive files that are named. */
const NAMED_FILES = 10;

/** The kind of a test file is the folder under tests/ that it stands in. */
export const readTestKind = (file: string): string => file.split(/[\\/]/)[1] ?? "";
const sum = (results: readonly FileResult[]): number =>
  results.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0);

/**
 * @param results of all files. The processor time of a file is that of its process and of the processes that it started,
 *   Chromium among them.
 * @param shared processor time of what all files share, by name
 * @returns one line with the processor time of each kind of test, and one line for each of the most expensive files
 */
export function describeCosts(
  results: readonly FileResult[],
  shared: Readonly<Record<string, number>>,
): string {
  const kinds = Object.entries(Object.groupBy(results, ({ file }) => readTestKind(file))).map(
    ([kind, some = []]) => [kind, sum(some)] as const,
  );
  const parts = [...kinds.toSorted((a, b) => b[1] - a[1]), ...Object.entries(shared)];
  const total = parts.reduce((all, [, seconds]) => all + seconds, 0);
  const files = results.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, NAMED_FILES);
  return [
    `CPU seconds: ${Math.round(total)} = ${parts.map(([name, seconds]) => `${name} ${Math.round(seconds)}`).join(" + ")}`,
    "The most expensive files:",
    ...files.map(({ file, cpuSeconds }) => `${cpuSeconds.toFixed(1).padStart(7)} ${file}`),
  ].join("\n");
}
