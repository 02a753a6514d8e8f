/** Writes what a selection of tests is, for people. */
import type { Changes } from "./changed-files.ts";
import type { ChosenTests } from "./choose.ts";
import { findKind } from "./reach.ts";

type Selection = ChosenTests & {
  readonly changes: Changes;
  /** Changed files that can show in any test. */
  readonly everywhere: readonly string[];
  readonly always: readonly string[];
  readonly seconds: number;
  readonly budgetSeconds: number;
  readonly testCount: number;
  readonly unreachedCount: number;
};

/** More names than this are counted, not listed. */
const MAX_NAMES = 8;

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

function listNames(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`;
}

/** Counts tests, as `9 unit, 3 api, 2 browser`. */
function countKinds(files: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(findKind(file), (counts.get(findKind(file)) ?? 0) + 1);
  return Array.from(counts, ([kind, number]) => `${number} ${kind}`).join(", ");
}

/** Lists tests by folder, as `tests/browser (2): emulator, units`. */
function listByFolder(files: readonly string[]): string[] {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const folder = `tests/${findKind(file)}`;
    const name = file.slice(folder.length + 1).replace(/\.test\.ts$/, "");
    folders.set(folder, [...(folders.get(folder) ?? []), name]);
  }
  return Array.from(folders, ([folder, names]) => `  ${folder} (${names.length}): ${listNames(names)}`);
}

/** Names pages and calls without the prefixes of their nodes. */
function listUncovered(nodes: readonly string[]): string[] {
  return (["page", "route"] as const).flatMap((kind) => {
    const names = nodes
      .filter((node) => node.startsWith(`${kind}:`))
      .map((node) => node.slice(kind.length + 1));
    const noun = kind === "page" ? "page" : "call";
    return names.length === 0
      ? []
      : [`No chosen test covers ${count(names.length, `reached ${noun}`)}: ${listNames(names)}.`];
  });
}

function describeReach({ changes, everywhere, chosen, leftOut, always }: Selection): string[] {
  if (everywhere.length > 0) return [`Every test depends on ${listNames(everywhere)}.`];
  if (changes.files.length === 0 || leftOut.length > 0 || chosen.length > always.length) return [];
  return ["No other test reaches what has changed."];
}

export function describeSelection(selection: Selection): string {
  const { changes, chosen, leftOut, uncovered, always, seconds, budgetSeconds } = selection;
  const lines = [
    changes.files.length === 0
      ? `Nothing has changed since ${changes.since}.`
      : `Changed since ${changes.since}: ${listNames(changes.files)}.`,
    ...describeReach(selection),
    `${chosen.length} of ${count(selection.testCount, "test file")} run (${countKinds(chosen)}), for about ${count(Math.round(seconds), "second")} of a processor.`,
  ];
  if (always.length > 0) lines.push(`The specification is always checked: ${listNames(always)}.`);
  if (leftOut.length > 0) {
    const limit = `the limit is ${budgetSeconds} seconds of a processor`;
    lines.push(`Left out for time (${limit}): ${count(leftOut.length, "file")}`, ...listByFolder(leftOut));
  }
  lines.push(...listUncovered(uncovered));
  if (selection.unreachedCount > 0) {
    lines.push(`${count(selection.unreachedCount, "file")} cannot be reached by the change.`);
  }
  if (chosen.length < selection.testCount) lines.push("`npm test` runs all of them.");
  return lines.join("\n");
}
