/** Shares of three substances that sum to one: strength = 4 resin filler + 0.6 solvent + resin solvent. */
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { createEmulatorObjective } from "@understudy/engine/tasks/optimization/emulator/emulator-objective.ts";
import type { Goals } from "@understudy/engine/tasks/optimization/emulator/goals.ts";
import { createEmulatorLevelSet } from "@understudy/engine/tasks/out-of-spec/emulator-level-set.ts";
import { createInputDistribution } from "@understudy/engine/tasks/out-of-spec/input-distribution.ts";
import { findFailingRegions } from "@understudy/engine/tasks/out-of-spec/search.ts";
import { createEmulatorDensity } from "@understudy/engine/tasks/sampling/emulator-density.ts";
import { drawPoints } from "@understudy/engine/tasks/sampling/predictive.ts";
import { SamplingRun } from "@understudy/engine/tasks/sampling/sampling-run.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { assert, suite } from "../../../harness.ts";
import { optimum, unit, y } from "../../../support/engine/emulator-optima.ts";
import { unitInputs } from "../../../support/engine/function-emulators.ts";
import { type Formula, smoothEmulator } from "../../../support/engine/smooth-emulators.ts";

const it = suite("designs on an emulator whose inputs keep a relation", { timeout: 60_000 });

const SHARES_SUM_TO_ONE: KeptRelation = {
  kind: "relation",
  terms: ["x1", "x2", "x3"].map((input) => ({ input, coefficient: 1 })),
  sum: 1,
  follower: "x3",
};
const strength: Formula = ([resin = 0, filler = 0, solvent = 0]) => ({
  mean: 4 * resin * filler + 0.6 * solvent + resin * solvent,
});
const emulator = smoothEmulator(unitInputs(3), { y: strength });
const variables = unit(3);
const addUp = ({ x1, x2, x3 }: SimulationInputs) => Number(x1) + Number(x2) + Number(x3);
const isShare = (value: unknown) => Number(value) > -1e-8 && Number(value) < 1 + 1e-8;
const keepsAll = (inputs: SimulationInputs) =>
  Math.abs(addUp(inputs) - 1) < 1e-12 && Object.values(inputs).every(isShare);

it("have their optimum on the relation: 1 at equal shares of resin and filler, not 5.6 where all are 1", () => {
  for (const follower of ["x1", "x3"]) {
    const { maxima, robust } = optimum(emulator, variables, y, {
      relation: { ...SHARES_SUM_TO_ONE, follower },
    });
    const [best] = maxima;
    assert.ok(best && keepsAll(best.inputs), JSON.stringify(best?.inputs));
    assert.ok(Math.abs((best?.score ?? 0) - 1) < 1e-6, `${best?.score}`);
    assert.is(best?.violation, 0);
    assert.ok(robust && keepsAll(robust.inputs));
    assert.ok(best?.atLimits.some(({ name, limit }) => name === "x3" && limit === "lower"));
  }
});

it("have the derivatives of the chain rule", () => {
  const objective = createEmulatorObjective(emulator, variables, y, {}, SHARES_SUM_TO_ONE);
  const [a, b] = [0.3, 0.45];
  const [merit] = objective.withGradients([Float64Array.of(a, b)], (score) => score);
  const c = 1 - a - b;
  // d/da of 4 a b + (0.6 + a) c with c = 1 - a - b, and d/db.
  const expected = [4 * b + c - (0.6 + a), 4 * a - (0.6 + a)];
  expected.forEach((slope, axis) => {
    assert.ok(Math.abs((merit?.gradient[axis] ?? 0) - slope) < 1e-5, `${merit?.gradient}`);
  });
});

it("are sampled evenly over the shares that sum to one, the third as often large as the first", () => {
  const flat: Goals = { score: (_, { y: value }) => 0 * Number(value) };
  const density = createEmulatorDensity(
    emulator,
    variables,
    flat,
    {},
    {
      isUncertain: false,
      isInSpecOnly: false,
      relation: SHARES_SUM_TO_ONE,
    },
  );
  const { space } = density.objective;
  assert.is(space.axes.length, 2);
  assert.ok(space.follower);
  const run = new SamplingRun(space.axes, {
    seed: 3,
    walkers: 24,
    stretchProbability: 0.5,
    maxEvaluations: 24_000,
    stopsAtConvergence: false,
    start: null,
    scan: null,
    follower: { axis: space.follower.axis, value: space.followerValue },
  });
  for (let proposals = run.ask(); proposals.length > 0; proposals = run.ask()) {
    const scores = density.scores(proposals.map(({ point }) => point));
    run.tell(proposals.map((proposal, i) => ({ proposal, score: scores[i] ?? null })));
  }
  const designs = drawPoints(run.axes, run.history, 100, 200).map(({ point }) => space.inputsOf(point));
  assert.ok(designs.every(keepsAll), "every design keeps the relation, within all ranges");
  // Uniform over the simplex (Dirichlet of ones): each share has mean 1/3 and deviation sqrt(1/18).
  for (const column of [0, 1, 2]) {
    const { values } = run.history.series(column, 100);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    assert.ok(Math.abs(mean - 1 / 3) < 0.02, `mean ${mean} of column ${column}`);
    assert.ok(Math.abs(deviation - Math.sqrt(1 / 18)) < 0.02, `deviation ${deviation} of column ${column}`);
  }
  assert.equal(
    run.recorded.map(({ name }) => name),
    ["x1", "x2", "x3"],
  );
});

it("are counted in the share out of spec, and no others", () => {
  // Of the shares that sum to one, a ninth has more than two thirds of the first: (1/3)^2.
  const limited: Goals = { score: ({ x1 }, { y: value }) => 2 / 3 - Number(x1) + 0 * Number(value) };
  const objective = createEmulatorObjective(emulator, variables, limited, {}, SHARES_SUM_TO_ONE);
  const levelSet = createEmulatorLevelSet(objective, emulator);
  const { shares, regions } = runToEnd(findFailingRegions(levelSet, { seed: 5, screened: 4_096 }, () => 0));
  for (const share of [shares?.predicted, shares?.probability, regions[0]?.volume, regions[0]?.probability])
    assert.ok(Math.abs((share?.value ?? 0) - 1 / 9) < 0.012, `${share?.value}`);
  assert.is(shares?.unrated.value, 0, "what does not exist is not a design without a score");
  assert.is(regions.length, 1);
  assert.ok(regions[0]?.points.every(({ point }) => keepsAll(objective.space.inputsOf(point))));
  // The box of a region may be larger than all that is feasible: half of the cube, where all of that fails.
  const failingEverywhere: Goals = { score: (_, { y: value }) => -1 + 0 * Number(value) };
  const all = createEmulatorLevelSet(
    createEmulatorObjective(emulator, variables, failingEverywhere, {}, SHARES_SUM_TO_ONE),
    emulator,
  );
  const failing = runToEnd(findFailingRegions(all, { seed: 5, screened: 4_096 }, () => 0));
  assert.ok(
    Math.abs((failing.regions[0]?.volume.value ?? 0) - 1) < 0.03,
    `${failing.regions[0]?.volume.value}`,
  );
  assert.is(failing.regions[0]?.density, 1);
  const inputs = createInputDistribution(
    objective.space.axes,
    variables,
    { x1: { kind: "uniform", lower: 0.8, upper: 1 }, x2: { kind: "uniform", lower: 0.8, upper: 1 } },
    levelSet.domain?.contains,
  );
  assert.is(inputs?.pointAt(Float64Array.of(0, 0)), null, "shares of 0.9 and 0.9 leave none for the third");
});
