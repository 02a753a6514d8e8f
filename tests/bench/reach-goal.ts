/**
 * A process that trains on one split of a set until a coefficient of determination is told, and says what that took: the
 * set, the seed and the goal are its arguments. The rows watched are our validation rows here, which decide nothing.
 */
import type { Table } from "../../engine/dataset/table.ts";
import { threadKernels } from "../../engine/math/kernels/layer-kernels.ts";
import { findSet, type Split } from "./data/sets.ts";
import { options } from "./options.ts";
import { trainTable } from "./ours.ts";

/** The rows seen, then the others. */
function together({ training, unseen }: Split): Table {
  return {
    rows: training.rows + unseen.rows,
    inputs: training.inputs.map((input, at) => {
      const other = unseen.inputs[at];
      if (input.kind === "continuous" && other?.kind === "continuous")
        return { ...input, values: concatenate(input.values, other.values) };
      if (input.kind === "categorical" && other?.kind === "categorical")
        return { ...input, codes: Int32Array.from([...input.codes, ...other.codes]) };
      throw new Error("The parts of a split have other inputs.");
    }),
    outputs: training.outputs.map((output, at) => ({
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

async function reach(split: Split, goal: number) {
  const validationRows = Int32Array.from({ length: split.unseen.rows }, (_, at) => split.training.rows + at);
  const table = together(split);
  // As the peers' libraries are loaded before their time is taken.
  threadKernels();
  const started = performance.now();
  const cpu = process.cpuUsage();
  const reached = { best: -1, how: options.effort };
  try {
    await trainTable(
      table,
      { effort: options.effort, validationRows, ...split.roles },
      split.seed,
      (event) => {
        if (event.type !== "progress") return;
        reached.best = Math.max(reached.best, event.coefficientOfDetermination);
        if (reached.best >= goal) throw new GoalReached();
      },
    );
  } catch (thrown) {
    if (!(thrown instanceof GoalReached)) throw thrown;
  }
  const { user, system } = process.cpuUsage(cpu);
  const cost = { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 };
  return reached.best >= goal ? { ...reached, ...cost } : { ...reached, seconds: null, cpuSeconds: null };
}

const [name = "", seed = "1", goal = "1"] = process.argv.slice(2);
const set = findSet(name);
if (set === null) throw new Error(`There is no set ${name}.`);
console.log(JSON.stringify(await reach(await set.split(Number(seed)), Number(goal))));
process.exit(0);
