/** tests/bench/results/*.json: what was measured, when, on which machine, with which versions, beside how much other work. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const RESULTS_FOLDER = join(import.meta.dirname, "results");

const cellSchema = z.union([z.string(), z.number(), z.null()]);
const resultsSchema = z.object({
  environment: z.object({
    processor: z.string(),
    cores: z.number(),
    memoryGB: z.number(),
    node: z.string(),
    commit: z.string(),
    date: z.string(),
    /** Mean number of processes that wanted a core in the minute before. */
    load: z.number(),
  }),
  tables: z.array(z.object({ title: z.string(), rows: z.array(z.record(z.string(), cellSchema)) })),
});

export type Results = z.infer<typeof resultsSchema>;
export type ResultTable = Results["tables"][number];
export type Environment = Results["environment"];

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

export function environment(): Environment {
  return {
    processor: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGB: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    commit: commit(),
    date: new Date().toISOString().slice(0, 16),
    load: round(loadavg()[0] ?? 0, 1),
  };
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: RESULTS_FOLDER,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}

export const resultsPath = (name: string): string => join(RESULTS_FOLDER, `${name}.json`);

/** @returns null where it was never measured. */
export function readResults(name: string): Results | null {
  const text = readIfThere(resultsPath(name));
  return text === null ? null : resultsSchema.parse(JSON.parse(text));
}

export function writeResults(name: string, tables: ResultTable[], where = environment()): void {
  const rows = (table: ResultTable) => table.rows.map((row) => `      ${JSON.stringify(row)}`).join(",\n");
  const shown = tables.map(
    (table) => `    {\n    "title": ${JSON.stringify(table.title)},\n    "rows": [\n${rows(table)}\n    ]}`,
  );
  writeWhole(
    resultsPath(name),
    `{\n  "environment": ${JSON.stringify(where)},\n  "tables": [\n${shown.join(",\n")}\n  ]\n}\n`,
  );
}

export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Never leaves half a file behind. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

/** One sentence about the machine and its load. */
export const measuredOn = ({ date, processor, cores, memoryGB, node, load }: Environment): string =>
  `<sub>Measured on ${date.slice(0, 10)}: ${processor}, ${cores} cores, ${memoryGB} GB, Node ${node}; load average at the start: ${load}.</sub>`;
