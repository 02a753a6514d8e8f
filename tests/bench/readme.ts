/** The section "How good is it?" of the README: its tables stand between two markers, and come from tests/bench/results alone. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accuracySection, uncertaintySection } from "./readme-accuracy.ts";
import { markdownTable } from "./readme-table.ts";
import { type Environment, readResults, writeWhole } from "./results.ts";

const README = join(import.meta.dirname, "../../README.md");
const START = "<!-- tables of npm run bench -- readme -->";
const END = "<!-- end of the tables -->";

/** Benches whose tables are shown as they were printed, in this order. */
const AS_PRINTED = [
  ...[
    "kernels",
    "time-to-accuracy",
    "gp-fit",
    "prediction",
    "prediction-starts",
    "beside",
    "memory",
    "sensitivity",
  ],
  ...["dispatch", "servers", "result-to-row", "simulations-table"],
];

/** @throws Error when the README has no place for the tables. */
export function regenerateReadme(): void {
  const text = readFileSync(README, "utf8");
  const [before, rest] = text.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`README.md has no "${START}" with "${END}" after it.`);
  const sections = [accuracySection(), uncertaintySection(), ...AS_PRINTED.map(printed)];
  const tables = sections.filter((section) => section !== null).join("\n\n");
  writeWhole(README, `${before}${START}\n\n${tables}\n\n${END}${after}`);
  console.log("README.md is up to date with tests/bench/results.");
}

function printed(name: string): string | null {
  const results = readResults(name);
  if (results === null) return null;
  const tables = results.tables.map(({ title, rows }) => `**${title}**\n\n${markdownTable(rows)}`);
  return `${tables.join("\n\n")}\n\n${measuredOn(results.environment)}`;
}

const measuredOn = ({ date, processor, cores, memoryGB, node, load }: Environment): string =>
  `<sub>${date.slice(0, 10)}, ${processor}, ${cores} cores, ${memoryGB} GB, Node ${node}; ${load} processes wanted a core when it began.</sub>`;
