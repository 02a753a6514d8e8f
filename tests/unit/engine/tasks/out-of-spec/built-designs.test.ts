import { createAxes } from "@understudy/engine/designs/axes.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { createEncoding } from "@understudy/engine/tasks/optimization/bayesian/encoding.ts";
import {
  createSurrogateState,
  fitSurrogate,
} from "@understudy/engine/tasks/optimization/bayesian/surrogate.ts";
import { ContourSearch } from "@understudy/engine/tasks/out-of-spec/contour-search.ts";
import { createInputDistribution } from "@understudy/engine/tasks/out-of-spec/input-distribution.ts";
import { drawPopulation } from "@understudy/engine/tasks/out-of-spec/population.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { assert, suite } from "../../../../harness.ts";
import { realAxes } from "../../../../support/engine/level-sets.ts";

const number = (lbound: number, ubound: number, is_integer = false): JobVariable => ({
  type: "Scalar",
  ...{ lbound, ubound, initval: lbound, fixed: false, is_integer },
});
const normal = (mean: number, standard_deviation: number) => ({
  kind: "normal" as const,
  ...{ mean, standard_deviation },
});
function distributed(variables: Record<string, JobVariable>, distributions: Distributions) {
  const axes = createAxes(variables);
  const inputs = createInputDistribution(axes, variables, distributions);
  if (inputs === null) throw new Error("Nothing is distributed.");
  return { axes, inputs };
}

const it = suite("the search among the designs that are built", { timeout: 120_000 });

it("has no distribution where none is given, or none varies", () => {
  const variables = { x: number(0, 1), y: number(0, 1) };
  const axes = createAxes(variables);
  assert.is(createInputDistribution(axes, variables, {}), null);
  const fixed = { kind: "fixed" as const, value: 0.5 };
  assert.is(createInputDistribution(axes, variables, { x: fixed, y: fixed }), null);
});

it("draws designs whose weights are those of the distribution, within the ranges", () => {
  const { inputs } = distributed({ x: number(-1, 1), y: number(0, 1) }, { x: normal(0, 1) });
  const { points, weights } = drawPopulation(inputs, (all) => new Float64Array(all.length), {
    seed: 1,
    size: 4_096,
  });
  const share = weights.reduce((sum, weight) => sum + weight, 0);
  assert.ok(Math.abs(share - 0.6827) < 0.01, `${share}`);
  const lower = points.reduce((sum, [x = 0], i) => sum + (x < 0.25 ? (weights[i] ?? 0) : 0), 0);
  assert.ok(Math.abs(lower - 0.1499) < 0.01, `${lower}`);
});

it("draws many designs where failures are rare, and weighs them truly", () => {
  const plane = 4.753424;
  const variables = Object.fromEntries(["a", "b", "c"].map((name) => [name, number(-10, 10)]));
  const normalInputs = Object.fromEntries(["a", "b", "c"].map((name) => [name, normal(0, 1)]));
  const { inputs } = distributed(variables, normalInputs);
  const computeScore = (point: Float64Array) =>
    plane - point.reduce((sum, coordinate) => sum + (20 * coordinate - 10) / Math.sqrt(3), 0);
  const means = (points: readonly Float64Array[]) => Float64Array.from(points, computeScore);
  const { points, weights } = drawPopulation(inputs, means, { seed: 2, size: 8_192 });
  const failing = points.flatMap((point, i) => (computeScore(point) < 0 ? [weights[i] ?? 0] : []));
  const probability = failing.reduce((sum, weight) => sum + weight, 0);
  assert.ok(failing.length > 500, `${failing.length}`);
  assert.ok(Math.abs(probability / 1e-6 - 1) < 0.15, `${probability}`);
});

it("tells a failure probability with a few simulations, where an even search does not", () => {
  const random = createRandom(3);
  const samples = Array.from({ length: 40_000 }, () => Float64Array.of(random.normal(), random.normal()));
  const computeScore = ([x = 0, y = 0]: Float64Array) => Math.min(3 - x + 0.3 * y ** 2, 3.5 + x - y);
  const placed = (u: Float64Array) => u.map((coordinate) => 0.5 + coordinate / 20);
  const truth = samples.filter((sample) => computeScore(sample) < 0).length;
  const inputs = {
    dimensions: 2,
    pointAt: (u: Float64Array) => (u.some((coordinate) => Math.abs(coordinate) > 10) ? null : placed(u)),
  };
  const measureError = (searchInputs: typeof inputs | null): number => {
    const search = new ContourSearch(realAxes(2), { seed: 1, maximum: 24, inputs: searchInputs });
    for (let next = search.ask(); next !== null; next = search.ask())
      search.tell([
        { ...next, score: computeScore(next.point.map((coordinate) => 20 * (coordinate - 0.5))) },
      ]);
    const mean = search.model?.estimates(samples.map(placed)).mean ?? new Float64Array();
    return Math.abs(mean.filter((score) => score < 0).length / truth - 1);
  };
  const [weighted, even] = [measureError(inputs), measureError(null)];
  assert.ok(weighted < 0.05, `${weighted}`);
  assert.ok(even > weighted, `${even} and ${weighted}`);
});

it("bends the scores of designs far in spec where a limit has kinks, and leaves those of a smooth limit", () => {
  const space = realAxes(2);
  const encoding = createEncoding(space);
  const findBend = (scoreOf: (x: number, y: number) => number, limit: number | null) => {
    const points = Array.from({ length: 25 }, (_, i) =>
      Float64Array.of(0.1 + 0.2 * (i % 5), 0.1 + 0.2 * Math.floor(i / 5)),
    );
    const state = createSurrogateState();
    const values = points.map(([x = 0, y = 0]) => scoreOf(10 * x - 5, 10 * y - 5));
    fitSurrogate(encoding, { points, values }, state, { random: createRandom(1), limit });
    return state.warp?.bend.type;
  };
  const kinked = (x: number, y: number) => Math.min(3 - x + 0.3 * y ** 2, 3.5 + x - y);
  assert.is(findBend(kinked, 0), "above limit");
  assert.is.not(findBend(kinked, null), "above limit");
  assert.is.not(
    findBend((x, y) => 9 - 0.3 * (x + y) ** 2 + Math.sin(x), 0),
    "above limit",
  );
});

it("simulates only what is built: with whole numbers, options, fixed inputs and simulations under way", () => {
  const variables: Record<string, JobVariable> = {
    x: number(0, 1),
    fingers: number(1, 9, true),
    fixed: number(0, 2),
    corner: { type: "MultiSelect", options: ["ss", "tt", "ff"], initval: "tt", fixed: false },
  };
  const { axes, inputs } = distributed(variables, {
    x: normal(0.5, 0.1),
    fingers: normal(4, 1),
    fixed: { kind: "fixed", value: 1 },
    corner: {
      kind: "levels",
      levels: [
        { value: "ss", probability: 0.5 },
        { value: "ff", probability: 0.5 },
      ],
    },
  });
  const search = new ContourSearch(axes, { seed: 4, maximum: 20, inputs });
  const open: { id: number; point: Float64Array }[] = [];
  const proposedPoints = new Set<string>();
  for (let next = search.ask(); next !== null; next = search.ask()) {
    const [x = 0, fingers = 0, fixed, corner = 0] = next.point;
    proposedPoints.add(next.point.join(" "));
    assert.is(fixed, 0.5);
    assert.not.equal(axes[3]?.value(axes[3].cell(corner)), "tt");
    open.push(next);
    const done = open.length > 3 ? open.shift() : undefined;
    if (done !== undefined) search.tell([{ ...done, score: 0.8 - x - 0.3 * fingers + 0.2 * corner }]);
  }
  assert.equal([proposedPoints.size, search.stopReason], [20, "evaluation limit"]);
});
