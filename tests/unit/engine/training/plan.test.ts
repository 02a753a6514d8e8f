import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { FitResult, FitTask, TrainingData } from "@understudy/engine/models/fit-task.ts";
import { createFolds, heldOutRows } from "@understudy/engine/training/fit/folds.ts";
import { EFFORT_LIMITS } from "@understudy/engine/training/plan/effort.ts";
import { gaussianProcessTasks } from "@understudy/engine/training/plan/gaussian-processes.ts";
import { planTasks } from "@understudy/engine/training/plan/plan.ts";
import { type PlanData, type Stage, sumCosts } from "@understudy/engine/training/plan/stages.ts";
import type { Effort } from "@understudy/engine/training/prepare/messages.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the plan of a training");

function planData(count: number, width = 3, varianceShares: readonly number[] = [1, 1]): PlanData {
  const random = createRandom(1);
  const inputs = new Matrix(
    width,
    count,
    Float64Array.from({ length: width * count }, () => random.normal()),
  );
  const targets = varianceShares.map(() => Float64Array.from({ length: count }, () => random.normal()));
  const folds = createFolds(inputs, random);
  const sources = Int32Array.from({ length: width }, (_, at) => at);
  const trainingData: TrainingData = { inputs, targets, sources, ...folds };
  return {
    trainingData,
    varianceShares: Float64Array.from(varianceShares),
    outputs: Int32Array.from(varianceShares, (share, at) => (share === 1 ? at : 0)),
    rank: () => Array.from({ length: width }, (_, at) => at),
    seed: (...labels) => createRandom(1, ...labels).integer(2 ** 32),
  };
}

/** The result of a task with the same error on every held-out row. */
function outcome({ trainingData }: PlanData, task: FitTask, error: number): FitResult {
  const rows = heldOutRows(trainingData.folds, task.fold);
  const heldOut = task.targets.map((target) => ({
    mean: Float64Array.from(rows, (row) => (trainingData.targets[target]?.[row] ?? 0) + error),
    variance: new Float64Array(rows.length),
  }));
  const shape = { inputs: 1, hidden: [], outputs: 1 };
  const model = { shape, features: new Int32Array(1), parameters: new Float64Array(2) };
  return { task, fitted: { family: "network", model }, heldOut };
}

/** The stages of a plan when tasks have the errors that `errorOf` gives; null for a task without a result. */
function listStages(
  data: PlanData,
  errorOf: (task: FitTask) => number | null,
  effort: Effort = "standard",
  extensions = 0,
): Stage[] {
  const plan = planTasks(data, EFFORT_LIMITS[effort], extensions);
  const stages: Stage[] = [];
  for (let step = plan.next(); !step.done; ) {
    stages.push(step.value);
    step = plan.next(
      step.value.tasks.map((task) => {
        const error = errorOf(task);
        return error === null ? null : outcome(data, task, error);
      }),
    );
  }
  return stages;
}

const isCandidate = ({ subsample }: FitTask) => subsample === undefined;
const candidatesIn = (stages: readonly Stage[]) => stages.flatMap(({ tasks }) => tasks.filter(isCandidate));
const networksIn = (stages: readonly Stage[]) =>
  candidatesIn(stages).filter(({ family }) => family === "network");

it("plans no network where a process has explained a target", () => {
  const computeError = ({ family, targets }: FitTask) =>
    family !== "gaussian-process" || targets[0] === 1 ? 0.1 : 1e-5;
  const networks = networksIn(listStages(planData(200), computeError));
  assert.ok(networks.length > 0);
  assert.ok(networks.every(({ targets }) => targets.every((target) => target === 1)));
});

it("goes on with the architectures that do best on the first fold, once in every fold", () => {
  const computeError = (task: FitTask) =>
    task.family === "network" ? 0.1 / (task.shape.hidden[0] ?? 1) : 0.1;
  const networks = networksIn(listStages(planData(200), computeError, "quick"));
  const [first, rest] = [
    networks.filter(({ candidate }) => /first/.test(candidate)),
    networks.filter(({ candidate }) => !/first/.test(candidate)),
  ];
  const widest = Math.max(
    ...first.map((task) => (task.family === "network" ? (task.shape.hidden[0] ?? 0) : 0)),
  );
  assert.ok(first.every(({ fold }) => fold === 0));
  for (const target of [0, 1]) {
    const targetTasks = rest.filter(({ targets }) => targets[0] === target);
    assert.equal(
      targetTasks.map(({ fold }) => fold),
      [0, 1, 2, 3, 4],
    );
    for (const task of targetTasks) assert.is(task.family === "network" && task.shape.hidden[0], widest);
  }
});

it("begins with polynomials, of higher degrees while these pay, of as many terms as the rows can determine", () => {
  const degrees = (stages: readonly Stage[]) =>
    stages.flatMap(({ tasks, isShort }) =>
      tasks.flatMap((task) => (isShort && task.family === "polynomial" ? [task.degree] : [])),
    );
  const paying = ({ family, ...task }: FitTask) =>
    family === "polynomial" && "degree" in task ? 0.1 ** task.degree : 0.5;
  assert.equal(degrees(listStages(planData(400), paying)), [2, 3, 4, 5, 6, 7, 8]);
  assert.equal(degrees(listStages(planData(30), paying)), [2]);
  assert.equal(degrees(listStages(planData(400), () => 0.5)), [2, 3]);
  assert.equal(degrees(listStages(planData(100, 80), paying)), []);
  const [first] = listStages(planData(8000), paying);
  assert.ok(first?.isShort && first.tasks.every(({ fold }) => fold === 0));
});

it("gives up networks that err many times as much as a process", () => {
  const computeError = (task: FitTask) => (task.family === "network" ? 0.3 : 0.01);
  const networks = networksIn(listStages(planData(200), computeError));
  assert.ok(networks.length > 0 && networks.every(({ candidate }) => /first/.test(candidate)));
});

it("spends little on what holds little of an output", () => {
  const data = planData(200, 3, [0.999, 0.001]);
  const networks = networksIn(listStages(data, () => 0.1));
  assert.ok(networks.length > 0 && networks.every(({ targets }) => targets[0] === 0));
});

it("with many rows halves networks of all targets, and averages the winners", () => {
  const isWide = (task: FitTask) => task.family === "network" && task.method === "mini-batch";
  const depth = (task: FitTask) => (task.family === "network" ? task.shape.hidden.length : 0);
  const stages = listStages(planData(8000, 12), (task) => (depth(task) === 3 ? 0.1 : 0.2));
  const wide = stages.map(({ tasks }) => tasks.filter(isWide)).filter((tasks) => tasks.length > 0);
  const [first = [], second = [], last = []] = wide;
  assert.ok([...first, ...second, ...last].every(({ fold, targets }) => fold === 0 && targets.length === 2));
  assert.ok(second.length > 0 && second.length <= first.length / 2);
  assert.ok(last.length >= 2 && last.every((task) => depth(task) === 3));
  assert.is(new Set(last.map(({ seed }) => seed)).size, last.length);
});

it("leaves the networks as much work with a million rows as with a hundred thousand", () => {
  const data = planData(100_000, 10);
  const larger = { ...data, trainingData: { ...data.trainingData, inputs: new Matrix(10, 1_000_000) } };
  const [tasks = [], tasksOfLarger = []] = [data, larger].map((planned) =>
    gaussianProcessTasks(planned, EFFORT_LIMITS.standard, 0),
  );
  assert.equal(
    tasksOfLarger.map((task) => task.targets),
    tasks.map((task) => task.targets),
  );
  assert.is(sumCosts(tasksOfLarger, larger.trainingData), sumCosts(tasks, data.trainingData));
});

it("tries small networks of many rows, however many these are", () => {
  const isSmall = (task: FitTask): boolean => task.family === "network" && task.method === "second-order";
  for (const count of [20_000, 400_000]) {
    const small = candidatesIn(listStages(planData(count, 10), () => 0.1)).filter(isSmall);
    assert.equal(new Set(small.flatMap(({ targets }) => targets)), new Set([0, 1]), `${count}`);
  }
});

it("keeps within the effort's work, in any size of data", () => {
  for (const effort of ["quick", "standard", "thorough"] as const) {
    for (const [count, width, targets] of [
      [10, 2, 1],
      [10, 200, 3],
      [150, 6, 2],
      [1000, 30, 20],
      [3000, 10, 40],
      [3001, 10, 40],
      [50_000, 8, 5],
      [200_000, 10, 2],
    ] as const) {
      const data = planData(count, width, new Array(targets).fill(1));
      const stages = listStages(data, () => 0.5, effort);
      const work = stages.reduce((sum, { tasks }) => sum + sumCosts(tasks, data.trainingData), 0);
      assert.ok(
        work < 2 * EFFORT_LIMITS[effort].work,
        `${effort}, ${count} x ${width} -> ${targets}: ${work}`,
      );
    }
  }
});

it("plans more for an extension, after the same tasks", () => {
  const data = planData(200);
  const keys = (extensions: number) =>
    candidatesIn(listStages(data, () => 0.1, "quick", extensions)).map((task) => JSON.stringify(task));
  const [once, twice] = [keys(0), keys(1)];
  assert.ok(twice.length > once.length);
  assert.equal(twice.slice(0, once.length), once);
  assert.is(new Set(twice).size, twice.length);
});

it("fits the winners again to fewer rows, to show what more would bring", () => {
  const stages = listStages(planData(400), (task) => (task.family === "network" ? 0.1 : 0.2));
  const curve = stages.flatMap(({ tasks }) => tasks.filter((task) => !isCandidate(task)));
  assert.equal([...new Set(curve.map(({ subsample }) => subsample))], [1 / 8, 1 / 4, 1 / 2]);
  assert.ok(curve.every(({ family, fold }) => family === "network" && fold === 0));
});

it("ends although no task has a result", () => {
  for (const count of [6, 200, 5000]) assert.ok(listStages(planData(count), () => null).length > 0);
});
