/**
 * Seconds until a coefficient of determination is reached on rows that take no part in training: our whole training task on all
 * cores, PyTorch with Adam, scikit-learn's best, each in a process of its own with its libraries loaded. Looking at what is
 * reached counts for us and not for them.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { bench, type Row } from "./bench.ts";
import { findSet, homeNote, type Split } from "./data/sets.ts";
import { options } from "./options.ts";
import { readVersion, runPeer, writeSplit } from "./peers.ts";
import { median } from "./spread.ts";

const ACCURACY_GOALS = [
  { set: "engineering1", goal: 0.999 },
  { set: "spectre_lna", goal: 0.99 },
];
const RUN_COUNT = Math.min(5, options.seeds);

/** Null where it was not reached; `best` is what was. */
const reachedSchema = z.object({
  seconds: z.number().nullable(),
  cpuSeconds: z.number().nullable(),
  best: z.number(),
  how: z.string(),
});
type Reached = z.infer<typeof reachedSchema>;

function ours({ set, seed }: Split, goal: number): Reached {
  const program = fileURLToPath(new URL("./reach-goal.ts", import.meta.url));
  const programArguments = [program, set, String(seed), String(goal)];
  const { status, stdout, stderr } = spawnSync(process.execPath, programArguments, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stderr}`);
  return reachedSchema.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
}

function theirs(library: string, split: Split, goal: number): Reached {
  const folder = mkdtempSync(join(tmpdir(), "understudy-goal-"));
  try {
    writeSplit(folder, split, split.training.outputs);
    return runPeer(`time_to_accuracy_${library}.py`, [folder, String(goal)], reachedSchema);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function summary(set: string, goal: number, method: string, runs: readonly Reached[]): Row {
  const reached = runs.filter(({ seconds }) => seconds !== null);
  const over = (pick: (run: Reached) => number | null) =>
    reached.length === 0 ? null : median(reached.map((run) => pick(run) ?? Number.NaN));
  return {
    set,
    "R2 to reach": goal,
    method,
    reached: `${reached.length} of ${runs.length}`,
    seconds: over(({ seconds }) => seconds),
    "CPU s": over(({ cpuSeconds }) => cpuSeconds),
    "best R2": Math.max(...runs.map(({ best }) => best)),
    how: runs[0]?.how ?? "",
  };
}

bench(`Time to accuracy (medians of up to ${RUN_COUNT} splits)${homeNote}`, async () => {
  const libraries = [
    { name: "torch", method: "PyTorch, Adam" },
    { name: "sklearn", method: "scikit-learn" },
  ].filter(({ name }) => readVersion(name) !== null);
  const rows: Row[] = [];
  for (const { set: name, goal } of ACCURACY_GOALS) {
    const set = findSet(name);
    if (set === null) continue;
    // In turn, so that what else the machine does falls on all of them.
    const runs = new Map<string, Reached[]>([["Understudy", []]]);
    const note = (method: string, run: Reached) => runs.set(method, [...(runs.get(method) ?? []), run]);
    for (let seed = 1; seed <= RUN_COUNT; seed++) {
      const split = await set.split(seed);
      note("Understudy", ours(split, goal));
      for (const { name: library, method } of libraries) note(method, theirs(library, split, goal));
    }
    for (const [method, methodRuns] of runs) rows.push(summary(name, goal, method, methodRuns));
  }
  return rows;
});
