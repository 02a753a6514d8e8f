/** The skeleton of staged tasks, and the contract that each task on it keeps: stopped anywhere and gone on, it finds the same. */
import { createAxes } from "@understudy/engine/designs/axes.ts";
import { optimizeOnEmulator } from "@understudy/engine/tasks/optimization/emulator/optimize.ts";
import { SEARCH_CODEC } from "@understudy/engine/tasks/optimization/emulator/search-file.ts";
import { findFailingRegions } from "@understudy/engine/tasks/out-of-spec/search.ts";
import { SPEC_SEARCH_CODEC } from "@understudy/engine/tasks/out-of-spec/search-file.ts";
import { sampleOnEmulator } from "@understudy/engine/tasks/sampling/emulator-sampling.ts";
import { SamplingRun, type SamplingState } from "@understudy/engine/tasks/sampling/sampling-run.ts";
import {
  type CheckpointCodec,
  createCheckpointCodec,
} from "@understudy/engine/tasks/staged/checkpoint-codec.ts";
import { runStages, type StagedState, type Stages } from "@understudy/engine/tasks/staged/staged-task.ts";
import { estimateYield, type YieldTask } from "@understudy/engine/tasks/yield/yield.ts";
import { z } from "zod";
import { assert, suite } from "../../../../harness.ts";
import { unit, y } from "../../../../support/engine/emulator-optima.ts";
import { unitInputs } from "../../../../support/engine/function-emulators.ts";
import { balls, levelSet, realAxes } from "../../../../support/engine/level-sets.ts";
import { plane } from "../../../../support/engine/limit-states.ts";
import { smoothEmulator } from "../../../../support/engine/smooth-emulators.ts";

/** A checkpoint of a task, as the bytes of a file, and the stage that it is in. */
type Stop = { readonly stage: string; readonly bytes: Uint8Array };
/** Runs a task from its beginning (null) or from a checkpoint, which it yields after every step. @returns its result */
type Start = (bytes: Uint8Array | null) => Generator<Stop, unknown>;

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function* stopAtSteps<State extends StagedState, Result>(
  task: Generator<{ stage: string; checkpoint(): State }, Result>,
  codec: CheckpointCodec<State>,
): Generator<Stop, Result> {
  for (let step = task.next(); ; step = task.next()) {
    if (step.done === true) return step.value;
    yield { stage: step.value.stage, bytes: codec.write(step.value.checkpoint()) };
  }
}

const WAVE_EMULATOR = smoothEmulator(unitInputs(2), {
  y: ([a = 0, b = 0]) => ({ mean: Math.sin(9 * a) * Math.cos(7 * b) - b, reach: a }),
});
function optimize(bytes: Uint8Array | null): Generator<Stop, unknown> {
  const checkpoint = SEARCH_CODEC.read(bytes);
  const task = optimizeOnEmulator({
    emulator: WAVE_EMULATOR,
    variables: unit(2),
    goals: { ...y, furtherGoals: [({ x1 }: { x1?: unknown }) => Number(x1)] },
    options: { seed: 4, maxEvaluations: 4_000 },
    clock: () => 0,
    ...(checkpoint !== null && { checkpoint }),
  });
  return stopAtSteps(task, SEARCH_CODEC);
}

const TWO_BALLS = levelSet(
  realAxes(2),
  balls(
    [
      [0.2, 0.2],
      [0.8, 0.3],
    ],
    [0.1, 0.05],
  ),
);
function searchOutOfSpec(bytes: Uint8Array | null): Generator<Stop, unknown> {
  const options = { seed: 5, screened: 256 };
  const checkpoint = SPEC_SEARCH_CODEC.read(bytes) ?? undefined;
  return stopAtSteps(
    findFailingRegions(TWO_BALLS, options, () => 0, checkpoint),
    SPEC_SEARCH_CODEC,
  );
}

const YIELD_CODEC = createCheckpointCodec(
  "yield",
  1,
  z.custom<NonNullable<YieldTask["checkpoint"]>>(isObject),
);
function estimate(bytes: Uint8Array | null): Generator<Stop, unknown> {
  const checkpoint = YIELD_CODEC.read(bytes);
  const problem = { limitState: plane(2, 4), options: { seed: 1 }, clock: () => 0 };
  return stopAtSteps(estimateYield({ ...problem, ...(checkpoint !== null && { checkpoint }) }), YIELD_CODEC);
}

const SAMPLING_OPTIONS = {
  seed: 3,
  walkers: 16,
  stretchProbability: 0.5,
  maxEvaluations: 4_000,
  stopsAtConvergence: false,
  start: null,
  scan: null,
};
const CHAIN_CODEC = createCheckpointCodec(
  "chain",
  1,
  z.custom<{ run: SamplingState; rows: Float64Array[] }>(isObject),
);
/** As a runner does, it keeps the steps of the chain beside its state. */
function* sample(bytes: Uint8Array | null): Generator<Stop, unknown> {
  const stored = CHAIN_CODEC.read(bytes);
  const rows = stored?.rows ?? [];
  const axes = createAxes(unit(2));
  const onStep = (row: Float64Array) => void rows.push(row.slice());
  const run = new SamplingRun(axes, { ...SAMPLING_OPTIONS, onStep }, stored?.run ?? null);
  for (const row of rows) run.history.push(row);
  let now = 0;
  const task = sampleOnEmulator({
    run,
    scores: (points) => points.map(([a = 0, b = 0]) => -50 * ((a - 0.4) ** 2 + (b - 0.6) ** 2)),
    onLost: () => {
      throw new Error("The chain found no density.");
    },
    clock: () => (now += 10),
  });
  for (let step = task.next(); step.done !== true; step = task.next())
    yield { stage: step.value.stage, bytes: CHAIN_CODEC.write({ run: run.checkpoint(), rows }) };
  return { rows, diagnostics: run.diagnose(), evaluations: run.evaluations };
}

/**
 * The stages are those that a checkpoint holds after a step. A screening as short as these is over after one step, and its checkpoint is in
 * the next stage already. The yield never enters its stage "repeats": for a plane the importance sampling is usable.
 */
const STAGED_TASKS: Readonly<Record<string, { start: Start; stages: readonly string[] }>> = {
  "an optimization": {
    start: optimize,
    stages: ["runs", "polish", "neighbours", "robust runs", "robust polish", "front"],
  },
  "a sampling": { start: sample, stages: ["chain"] },
  "a search for designs out of spec": {
    start: searchOutOfSpec,
    stages: ["descents", "components", "regions"],
  },
  "an estimate of the yield": {
    start: estimate,
    stages: ["sampling", "rare failures", "importance sampling", "worst corner"],
  },
};

function collectStops(task: Generator<Stop, unknown>) {
  const stops: Stop[] = [];
  for (let step = task.next(); ; step = task.next()) {
    if (step.done === true) return { stops, result: step.value };
    stops.push(step.value);
  }
}

/** The first and the last stop in each stage, and one between them. */
function chooseStops(stops: readonly Stop[]): Stop[] {
  const byStage = Map.groupBy(stops, ({ stage }) => stage);
  const shares = [0, 0.5, 1];
  const chosen = [...byStage.values()].flatMap((stage) =>
    shares.flatMap((share) => stage[Math.round(share * (stage.length - 1))] ?? []),
  );
  return [...new Set(chosen)];
}

const contract = suite("the contract of staged tasks", { timeout: 300_000 });

for (const [name, { start, stages }] of Object.entries(STAGED_TASKS)) {
  contract(`${name} finds the same, wherever it is stopped and goes on from its bytes`, () => {
    const { stops, result } = collectStops(start(null));
    assert.equal([...new Set(stops.map(({ stage }) => stage))].toSorted(), [...stages].toSorted());
    for (const [at, { stage, bytes }] of chooseStops(stops).entries())
      assert.equal(collectStops(start(bytes)).result, result, `${stage}, stop ${at}`);
  });
}

const skeleton = suite("a staged task");

type Counted = StagedState & { stage: "first" | "second" | "done"; sum: number };
const begin = (): Counted => ({ stage: "first", evaluations: 0, elapsed: 0, sum: 0 });
function createStages(state: Counted): Stages<Counted["stage"]> {
  return {
    *first() {
      yield 2;
      yield 3;
      state.sum = 5;
      state.stage = "second";
    },
    second: () => {
      state.stage = "done";
    },
  };
}

skeleton("counts the points of an unfinished step in its progress, and not in its checkpoint", () => {
  const state = begin();
  const task = runStages({ state, stages: createStages(state), clock: () => 0 });
  const steps: [string, number, number][] = [];
  for (let step = task.next(); step.done !== true; step = task.next())
    steps.push([step.value.stage, step.value.evaluations, step.value.checkpoint().evaluations]);
  assert.equal(steps, [
    ["first", 2, 0],
    ["first", 5, 0],
    ["second", 5, 5],
  ]);
  assert.equal([state.stage, state.evaluations, state.sum], ["done", 5, 5]);
});

skeleton("measures the time of its own steps, and not that between them", () => {
  const state = begin();
  let now = 0;
  const clock = () => now++;
  const task = runStages({ state, stages: createStages(state), clock });
  for (let step = task.next(); step.done !== true; step = task.next()) now += 1_000;
  assert.is(state.elapsed, 4);
});
