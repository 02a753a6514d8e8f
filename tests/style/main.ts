/**
 * `npm run check`: the language of the code and the shape of its folders, as figures that may only get better
 * (`figures.json`). `npm run style -- --update` stores better figures; `npm run style -- --table` prints them all.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ChangedLines, readChangedLines } from "./changed-lines.ts";
import { countPackageLines, measurePackages } from "./measure.ts";
import { WORD_RULES } from "./plain-words.ts";
import { type Figures, findSetbacks, improveFigures, type Setback, storedFigures } from "./ratchet.ts";
import { type Finding, PACKAGE_NAMES, PROJECT_ROOT, readSources } from "./sources.ts";

const FIGURES_FILE = "tests/style/figures.json";
/** A longer list of places is cut: the rest is seen once these are mended. */
const MAX_PLACES = 20;
const MAX_WORST_FILES = 5;

const path = join(PROJECT_ROOT, FIGURES_FILE);
const figures = storedFigures.parse(JSON.parse(readFileSync(path, "utf8")));
const sources = readSources();
const measured = measurePackages(sources);
const setbacks = findSetbacks(measured, figures);

if (process.argv.includes("--table")) printTable();
if (process.argv.includes("--update")) {
  const improved: Figures = improveFigures(measured, figures);
  writeFileSync(path, `${JSON.stringify(improved, null, 2)}\n`);
}
const refused = process.argv.includes("--update")
  ? setbacks.filter(({ stored }) => stored !== null)
  : setbacks;
const changed = refused.length > 0 ? readChangedLines(PROJECT_ROOT, FIGURES_FILE) : null;
for (const setback of refused) console.log(describe(setback, changed));
if (refused.length > 0) console.log("\n.github/STYLE.md has the rules, with examples.");
process.exitCode = refused.length === 0 ? 0 : 1;

function describe(
  { package: name, figure, stored, measurement }: Setback,
  lines: ChangedLines | null,
): string {
  const { value, better, findings } = measurement;
  const heading = `${name}: ${figure}: ${value}, ${stored === null ? "not stored yet" : `was ${stored}`} (${better} is better)`;
  const suspects = findings.filter(({ file, line }) => lines?.has(file, line) === true);
  if (lines === null || suspects.length === 0) return [heading, ...describeWorstFiles(findings)].join("\n");
  const places = suspects.slice(0, MAX_PLACES).map(({ file, line, text }) => `  ${file}:${line}: ${text}`);
  const rest = suspects.length - places.length;
  const more = rest > 0 ? [`  and ${rest} more`] : [];
  return [`${heading}; on lines changed since ${lines.since}:`, ...places, ...more].join("\n");
}

function describeWorstFiles(findings: readonly Finding[]): string[] {
  const files = [...Map.groupBy(findings, ({ file }) => file)].sort(([, a], [, b]) => b.length - a.length);
  return files.slice(0, MAX_WORST_FILES).map(([file, places]) => {
    const rows = places.slice(0, MAX_PLACES).map(({ line }) => line);
    return `  ${file}: ${places.length}, on ${rows.length === 1 ? "line" : "lines"} ${rows.join(", ")}`;
  });
}

function printTable(): void {
  for (const name of PACKAGE_NAMES) {
    const lineCount = countPackageLines(sources, name);
    console.log(`${name}, ${lineCount} lines`);
    for (const [figure, { value }] of Object.entries(measured[name] ?? {})) {
      const isRate = WORD_RULES.some((rule) => rule === figure);
      const rate = isRate ? `  (${((1000 * value) / lineCount).toFixed(1)} per 1,000 lines)` : "";
      console.log(`  ${figure}: ${value}${rate}`);
    }
  }
}
