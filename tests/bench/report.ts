/** `npm run bench -- report`: writes tests/bench/RESULTS.md and the tables of the README, from tests/bench/results alone. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accuracySection, boundsSection } from "./accuracy-tables.ts";
import { markdownTable } from "./markdown-table.ts";
import { readmeTables } from "./readme-tables.ts";
import { measuredOn, readResults, writeWhole } from "./results.ts";

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

const PAGE_INTRODUCTION = `# Results

Every figure on this page comes from a file in [results](results), which \`npm run bench\` writes: Understudy beside scikit-learn and
PyTorch on the same rows of the same machine. \`npm run bench -- report\` writes this page and the tables of the README again.
[README.md](README.md) says how everything is measured. "Promised" is a limit that the product sets itself.`;

/** A chapter shows the tables of its benches as they were printed. */
const PAGE_CHAPTERS: Readonly<Record<string, readonly string[]>> = {
  "Training: kernels, speed and memory": ["kernels", "time-to-accuracy", "gp-fit", "memory"],
  "Prediction and sensitivity": [
    "prediction",
    "prediction-starts",
    "beside",
    "job-page",
    "plots",
    "profiler",
    "sensitivity",
  ],
  "Exported files": ["exports", "verilog-a-sweep", "distillation"],
  Optimisation: ["optimisers", "optimiser-suites", "op-amp", "proposal", "emulator-optima"],
  Sampling: ["samplers"],
  "Designs out of spec": ["out-of-spec", "verified-share"],
  Yield: ["yield"],
  "Connected servers and simulations": [
    "dispatch",
    "idle-slots",
    "servers",
    "result-to-row",
    "simulations-table",
    "clusters",
    "cluster-op-amp",
  ],
  "Working together": [
    "together",
    "together-comments",
    "together-reconnects",
    "together-pages",
    "together-memory",
    "chaos",
    "faults",
  ],
  "The web process": ["start", "csv", "stalls", "fuzz"],
};

/** @returns the text of the page; benches without results are left out. */
function resultsPage(): string {
  const chapters = [
    chapter("Accuracy and bounds", [
      printed("league"),
      accuracySection(),
      boundsSection(),
      printed("bounds"),
      printed("far-marks"),
      printed("scaling"),
      printed("every-row"),
    ]),
    ...Object.entries(PAGE_CHAPTERS).map(([title, benches]) => chapter(title, benches.map(printed))),
  ];
  return `${[PAGE_INTRODUCTION, ...chapters.filter((text) => text !== null)].join("\n\n")}\n`;
}

function chapter(title: string, sections: readonly (string | null)[]): string | null {
  const measured = sections.filter((section) => section !== null);
  return measured.length === 0 ? null : [`## ${title}`, ...measured].join("\n\n");
}

function printed(bench: string): string | null {
  const results = readResults(bench);
  if (results === null) return null;
  const tables = results.tables.map(({ title, rows }) => `**${title}**\n\n${markdownTable(rows)}`);
  return [...tables, measuredOn(results.environment)].join("\n\n");
}
