/**
 * A `*.bench.ts` file consists of calls of `bench(title, measure)`, where `measure` answers the rows of a table. The
 * file runs in a process of its own; what it started (tests/support/processes/stack.ts) ends with it. Its tables are
 * printed, and written to `results/<file>.json`.
 */
import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { cleanUp } from "../support/cleanup.ts";
import { options } from "./options.ts";
import { environment, type ResultTable, writeResults } from "./results.ts";

export type Row = Record<string, string | number | null>;

const planned: { title: string; measure: () => Promise<Row[]> | Row[] }[] = [];

export function bench(title: string, measure: () => Promise<Row[]> | Row[]): void {
  planned.push({ title, measure });
}

const cell = (value: Row[string] | undefined) =>
  typeof value === "number" ? String(Number(value.toPrecision(6))) : (value ?? "");

function table(rows: Row[]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const isNumeric = columns.map((column) => rows.every((row) => typeof row[column] !== "string"));
  const pad = (text: string, index: number) =>
    isNumeric[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0);
  return cells.map((line) => `  ${line.map(pad).join("   ")}`.trimEnd()).join("\n");
}

/** Six digits tell all that a measurement can. */
const stored = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === "number" ? (Number.isFinite(value) ? Number(value.toPrecision(7)) : null) : value,
    ]),
  );

async function runAll(file: string): Promise<void> {
  const where = environment();
  const tables: ResultTable[] = [];
  for (const { title, measure } of planned) {
    console.log(`\n${title}`);
    const rows = await measure();
    console.log(table(rows));
    tables.push({ title, rows: rows.map(stored) });
    if (options.write) writeResults(basename(file, ".bench.ts"), tables, where);
  }
}

let ending: Promise<unknown> | null = null;
/** Ends the stores and processes of the bench before itself. When somebody breaks a bench off, its work fails meanwhile: that ends nothing sooner. */
const end = (code: number) => {
  ending ??= cleanUp(20_000).finally(() => process.exit(code));
  return ending;
};
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void end(1));

const file = realpathSync(process.argv[1] ?? "");
import(pathToFileURL(file).href)
  .then(() => runAll(file))
  .then(
    () => 0,
    (error: unknown) => {
      console.error(error);
      return 1;
    },
  )
  .then(end);
