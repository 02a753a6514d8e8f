/** Optimizations on an emulator that run to their end, and the variables that they are of. */
import type { Emulator } from "../../../engine/models/emulator.ts";
import type { Goals } from "../../../engine/tasks/optimization/emulator/goals.ts";
import {
  type EmulatorOptimum,
  optimizeOnEmulator,
} from "../../../engine/tasks/optimization/emulator/optimize.ts";
import { SEARCH_CODEC } from "../../../engine/tasks/optimization/emulator/search-file.ts";
import type { KeptRelation } from "../../../shared/domain/data-note.ts";
import type { JobVariable } from "../../../shared/domain/job-variable.ts";
import { unitInputs } from "./function-emulators.ts";
import { scalarVariable } from "./job-variables.ts";

export const unit = (count: number): Record<string, JobVariable> =>
  Object.fromEntries(unitInputs(count).map(({ name }) => [name, scalarVariable(0, 1)]));

type Given = {
  seed?: number;
  maxEvaluations?: number;
  starts?: readonly Float64Array[];
  /** Continues from bytes every so many steps. */
  interruptions?: number;
  relation?: KeptRelation | null;
};

export function optimum(
  emulator: Emulator,
  variables: Record<string, JobVariable>,
  goals: Goals,
  {
    seed = 1,
    maxEvaluations = 8000,
    starts = [],
    interruptions = Number.POSITIVE_INFINITY,
    relation = null,
  }: Given = {},
): EmulatorOptimum {
  const search = {
    emulator,
    variables,
    goals,
    relation,
    options: { seed, maxEvaluations, starts },
    clock: () => 0,
  };
  let work = optimizeOnEmulator(search);
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (steps % interruptions !== 0) continue;
    const checkpoint = SEARCH_CODEC.read(SEARCH_CODEC.write(step.value.checkpoint()));
    if (checkpoint === null) throw new Error("The state cannot be read.");
    work = optimizeOnEmulator({ ...search, checkpoint });
  }
}

/** The score is the output y. */
export const y: Goals = { score: (_, { y: value }) => Number(value) };
