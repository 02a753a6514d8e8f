/** `npm run bench -- report`: what people read of tests/bench/results. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readmeTables } from "./readme-tables.ts";
import { writeWhole } from "./results.ts";
import { resultsPage } from "./results-page.ts";

const README_FILE = join(import.meta.dirname, "../../README.md");
const RESULTS_FILE = join(import.meta.dirname, "RESULTS.md");
const START_MARK = "<!-- tables of npm run bench -- report -->";
const END_MARK = "<!-- end of the tables -->";

/**
 * The files whose tables come from tests/bench/results, as they should be.
 * @throws Error when the README has no place for its tables.
 */
export function reports(): { path: string; text: string }[] {
  return [
    { path: RESULTS_FILE, text: resultsPage() },
    { path: README_FILE, text: withTables(readFileSync(README_FILE, "utf8"), readmeTables()) },
  ];
}

export function writeReports(): void {
  for (const { path, text } of reports()) writeWhole(path, text);
  console.log("tests/bench/RESULTS.md and the tables of README.md are up to date with tests/bench/results.");
}

function withTables(readme: string, tables: string): string {
  const [before, rest] = readme.split(START_MARK);
  const after = rest?.split(END_MARK)[1];
  if (before === undefined || after === undefined)
    throw new Error(`README.md has no "${START_MARK}" with "${END_MARK}" after it.`);
  return `${before}${START_MARK}\n\n${tables}\n\n${END_MARK}${after}`;
}
