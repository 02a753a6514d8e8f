/**
 * Seconds until a coefficient of determination is reached on rows that take no part in training: our whole training task on all
 * cores, PyTorch with Adam, scikit-learn's best. The rows watched are our validation rows here, which decide nothing.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Table } from "../../engine/data/table.ts";
import { bench, type Row } from "./bench.ts";
import { findSet, homeNote, type Split } from "./data/sets.ts";
import { options } from "./options.ts";
import { trainTable } from "./ours.ts";
import { runPeer, versionOf, writeSplit } from "./peers.ts";
import { median } from "./spread.ts";

const GOALS = [
  { set: "engineering1", goal: 0.999 },
  { set: "spectre_lna", goal: 0.99 },
];
const RUNS = Math.min(3, options.seeds);

/** Null where it was not reached; `best` is what was. */
const reachedSchema = z.object({
  seconds: z.number().nullable(),
  cpuSeconds: z.number().nullable(),
  best: z.number(),
  how: z.string(),
});
type Reached = z.infer<typeof reachedSchema>;

/** The rows seen, then the others. */
function together({ seen, unseen }: Split): Table {
  return {
    rows: seen.rows + unseen.rows,
    inputs: seen.inputs.map((input, at) => {
      const other = unseen.inputs[at];
      if (input.kind === "continuous" && other?.kind === "continuous")
        return { ...input, values: concatenate(input.values, other.values) };
      if (input.kind === "categorical" && other?.kind === "categorical")
        return { ...input, codes: Int32Array.from([...input.codes, ...other.codes]) };
      throw new Error("The parts of a split have other inputs.");
    }),
    outputs: seen.outputs.map((output, at) => ({
      ...output,
      values: concatenate(output.values, unseen.outputs[at]?.values ?? new Float64Array(0)),
    })),
  };
}

function concatenate(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

class GoalReached extends Error {}

async function ours(split: Split, goal: number): Promise<Reached> {
  const validationRows = Int32Array.from({ length: split.unseen.rows }, (_, at) => split.seen.rows + at);
  const table = together(split);
  const started = performance.now();
  const cpu = process.cpuUsage();
  const reached: Reached = { seconds: null, cpuSeconds: null, best: 0, how: options.effort };
  const given = { effort: options.effort, validationRows, ...split.roles };
  try {
    await trainTable(table, given, split.seed, (event) => {
      if (event.type !== "progress") return;
      reached.best = Math.max(reached.best, event.coefficientOfDetermination);
      if (reached.best < goal) return;
      const { user, system } = process.cpuUsage(cpu);
      Object.assign(reached, {
        seconds: (performance.now() - started) / 1000,
        cpuSeconds: (user + system) / 1e6,
      });
      throw new GoalReached();
    });
  } catch (thrown) {
    if (!(thrown instanceof GoalReached)) throw thrown;
  }
  return reached;
}

function theirs(library: string, split: Split, goal: number): Reached {
  const folder = mkdtempSync(join(tmpdir(), "understudy-goal-"));
  try {
    writeSplit(folder, split, split.seen.outputs);
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

bench(`Time to accuracy (medians of up to ${RUNS} splits)${homeNote}`, async () => {
  const libraries = [
    { name: "torch", method: "PyTorch, Adam" },
    { name: "sklearn", method: "scikit-learn" },
  ].filter(({ name }) => versionOf(name) !== null);
  const rows: Row[] = [];
  for (const { set: name, goal } of GOALS) {
    const set = findSet(name);
    if (set === null) continue;
    const splits: Split[] = [];
    for (let seed = 1; seed <= RUNS; seed++) splits.push(await set.split(seed));
    const runs: Reached[] = [];
    for (const split of splits) runs.push(await ours(split, goal));
    rows.push(summary(name, goal, "Understudy", runs));
    for (const library of libraries)
      rows.push(
        summary(
          name,
          goal,
          library.method,
          splits.map((split) => theirs(library.name, split, goal)),
        ),
      );
  }
  return rows;
});
