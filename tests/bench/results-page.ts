/** tests/bench/RESULTS.md: every table that was measured, from tests/bench/results alone. */
import { accuracySection, boundsSection } from "./accuracy-tables.ts";
import { markdownTable } from "./markdown-table.ts";
import { measuredOn, readResults } from "./results.ts";

const PAGE_INTRODUCTION = `# Results

Every figure on this page comes from a file in [results](results), which \`npm run bench\` writes: Understudy beside scikit-learn and
PyTorch on the same rows of the same machine. \`npm run bench -- report\` writes this page and the tables of the README again.
[README.md](README.md) says how everything is measured. "Promised" is a limit that the product sets itself.`;

/** A chapter shows the tables of its benches as they were printed. */
const PAGE_CHAPTERS: Readonly<Record<string, readonly string[]>> = {
  "Training: kernels, speed and memory": ["kernels", "time-to-accuracy", "gp-fit", "memory"],
  "Prediction and sensitivity": ["prediction", "prediction-starts", "beside", "job-page", "sensitivity"],
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
  ],
  "The web process": ["start", "csv", "stalls", "fuzz"],
};

/** @returns the text of the page; benches without results are left out. */
export function resultsPage(): string {
  const chapters = [
    chapter("Accuracy and bounds", [
      printed("league"),
      accuracySection(),
      boundsSection(),
      printed("bounds"),
      printed("scaling"),
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
