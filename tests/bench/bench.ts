/**
 * What a `*.bench.ts` file is made of: `bench(title, measure)`, where `measure` answers the rows of a table. The file runs in
 * a process of its own; what it started (tests/stack.ts) ends with it.
 */
import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { cleanUp } from "../cleanup.ts";

export type Row = Record<string, string | number>;

const planned: { title: string; measure: () => Promise<Row[]> | Row[] }[] = [];

export function bench(title: string, measure: () => Promise<Row[]> | Row[]): void {
  planned.push({ title, measure });
}

const cell = (value: string | number | undefined) =>
  typeof value === "number" ? String(Number(value.toPrecision(4))) : (value ?? "");

function table(rows: Row[]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const isNumeric = columns.map((column) => rows.every((row) => typeof row[column] !== "string"));
  const pad = (text: string, index: number) =>
    isNumeric[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0);
  return cells.map((line) => `  ${line.map(pad).join("   ")}`.trimEnd()).join("\n");
}

async function runAll(): Promise<void> {
  for (const { title, measure } of planned) {
    console.log(`\n${title}`);
    console.log(table(await measure()));
  }
}

import(pathToFileURL(realpathSync(process.argv[1] ?? "")).href)
  .then(runAll)
  .then(
    () => 0,
    (error: unknown) => {
      console.error(error);
      return 1;
    },
  )
  .then(async (code) => {
    await cleanUp(20_000);
    process.exit(code);
  });
