/** Bayesian optimisation of scores that are known functions of outputs. */
import { createRandom } from "@understudy/engine/math/random.ts";
import {
  type Composition,
  createSigmaPoints,
} from "@understudy/engine/tasks/optimization/bayesian/composition.ts";
import {
  type BayesianCheckpoint,
  BayesianOptimiser,
} from "@understudy/engine/tasks/optimization/bayesian/optimiser.ts";
import {
  canWarp,
  computeMeanLogSlope,
  proposeOutputWarps,
  proposeScoreWarps,
  unwarp,
  warp,
  warpAboveLimit,
} from "@understudy/engine/tasks/optimization/bayesian/output-warp.ts";
import { type SearchSpace, unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { assert, suite } from "../../../../../harness.ts";

const it = suite("Bayesian optimisation of a function of outputs", { timeout: 120_000 });

const SEARCH_SPACE: SearchSpace = [unitAxis(), unitAxis(), unitAxis()];
type Outputs = (point: Float64Array) => number[];

/** Composes a score of outputs, which are noted where they are evaluated. */
function composed(outputs: Outputs, scoreOf: (outputs: readonly number[]) => number) {
  const evaluatedOutputs = new Map<string, number[]>();
  const composition: Composition = {
    readOutputs: ({ point }) => evaluatedOutputs.get(point.join()) ?? null,
    createScoreFunction: () => scoreOf,
  };
  const evaluate = (point: Float64Array): number => {
    const pointOutputs = outputs(point);
    evaluatedOutputs.set(point.join(), pointOutputs);
    return scoreOf(pointOutputs);
  };
  return { composition, evaluate };
}

/** @returns the best score, and whether the outputs were modelled in the end */
function optimise(
  evaluate: (point: Float64Array) => number,
  composition: Composition | null,
  { evaluations, seed }: { evaluations: number; seed: number },
) {
  const optimiser = new BayesianOptimiser(SEARCH_SPACE, { seed, composition });
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < evaluations; i++) {
    const [proposal] = optimiser.ask(1);
    if (proposal === undefined) break;
    const score = evaluate(proposal.point);
    if (score > best) best = score;
    optimiser.tell([{ ...proposal, score }]);
  }
  return { best, isComposed: optimiser.checkpoint().models.isComposed };
}

/** A speed over four decades and a margin that is paid for it: the best score lies where the margin is just enough. */
const amplifier: Outputs = ([x = 0, y = 0, z = 0]) => [
  10 ** (5 + 3 * x + Math.sin(2 * y) - (z - 0.4) ** 2),
  80 - 40 * x - 25 * (y - 0.3) ** 2 + 5 * Math.cos(3 * z),
];
const speed = ([frequency = 0, margin = 0]: readonly number[]): number =>
  Math.log10(frequency) - Math.max(0, 60 - margin) / 4;

it("finds a best score at a kink with far fewer evaluations than a process of the score", () => {
  const { composition, evaluate } = composed(amplifier, speed);
  const random = createRandom(1);
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 200_000; i++) {
    const point = Float64Array.from(SEARCH_SPACE, () => random.uniform());
    highest = Math.max(highest, speed(amplifier(point)));
  }
  for (const seed of [1, 2, 3]) {
    const { best, isComposed } = optimise(evaluate, composition, { evaluations: 20, seed });
    assert.ok(isComposed && best > highest - 0.01, `${best} of ${highest} with seed ${seed}`);
    const direct = optimise(evaluate, null, { evaluations: 20, seed });
    assert.ok(highest - best < 0.5 * (highest - direct.best), `${best}, ${direct.best} of ${highest}`);
  }
});

it("goes on from a checkpoint as if it had never been interrupted", () => {
  const { composition, evaluate } = composed(amplifier, speed);
  const run = (isInterrupted: boolean) => {
    let optimiser = new BayesianOptimiser(SEARCH_SPACE, { seed: 5, composition });
    return Array.from({ length: 16 }, () => {
      if (isInterrupted) {
        const checkpoint: BayesianCheckpoint = structuredClone(optimiser.checkpoint());
        optimiser = new BayesianOptimiser(SEARCH_SPACE, { seed: 5, composition }, checkpoint);
      }
      const [proposal] = optimiser.ask(1);
      assert.ok(proposal !== undefined);
      if (proposal !== undefined) optimiser.tell([{ ...proposal, score: evaluate(proposal.point) }]);
      return [...(proposal?.point ?? [])];
    });
  };
  assert.equal(run(true), run(false));
});

it("models the score itself where the outputs are wild and it is not", () => {
  const wild = ([x = 0, y = 0]: Float64Array): number => 100 * Math.sin(1e4 * (x + 3 * y));
  const smooth = ([x = 0, y = 0, z = 0]: Float64Array): number => -((x - 0.3) ** 2) - (y - 0.6) ** 2 - z;
  const { composition, evaluate } = composed(
    (point) => [wild(point), smooth(point) - wild(point)],
    ([wildOutput = 0, other = 0]) => wildOutput + other,
  );
  const { best, isComposed } = optimise(evaluate, composition, { evaluations: 20, seed: 1 });
  assert.not.ok(isComposed);
  assert.ok(best > -0.01, `${best}`);
});

it("models the score itself where it is an output, or one is not known", () => {
  const single = composed(
    ([x = 0, y = 0, z = 0]) => [x + y * z],
    ([value = 0]) => 3 - 2 * value,
  );
  assert.not.ok(optimise(single.evaluate, single.composition, { evaluations: 12, seed: 1 }).isComposed);
  const { evaluate } = composed(amplifier, speed);
  const unknown: Composition = { readOutputs: () => null, createScoreFunction: () => speed };
  assert.not.ok(optimise(evaluate, unknown, { evaluations: 12, seed: 1 }).isComposed);
});

it("takes designs for the worst at which the score does not exist", () => {
  const { composition, evaluate } = composed(
    ([x = 0, y = 0, z = 0]) => [x - 0.5, y * z],
    ([base = 0, other = 0]) => Math.log10(base) + other,
  );
  const { best } = optimise(evaluate, composition, { evaluations: 25, seed: 2 });
  assert.ok(best > Math.log10(0.5) + 0.9, `${best}`);
});

it("unwarps what it has warped, and knows the slope of the natural logarithm", () => {
  const values = Array.from({ length: 30 }, (_, i) => Math.exp(((i - 15) / 15) * 4));
  const scores = values.map((value) => 5 - value);
  const above = warpAboveLimit(0, scores, 10);
  assert.ok(above !== null);
  const cases = [
    ...proposeOutputWarps(values).map((outputWarp) => [outputWarp, values] as const),
    ...[...proposeScoreWarps(scores), ...(above === null ? [] : [above])].map(
      (scoreWarp) => [scoreWarp, scores] as const,
    ),
  ];
  assert.is(cases.length, 6);
  for (const [testedWarp, all] of cases)
    for (const value of all) {
      const back = unwarp(testedWarp, warp(testedWarp, value));
      assert.ok(
        Math.abs(back - value) < 1e-9 * (1 + Math.abs(value)),
        `${testedWarp.bend.type}: ${value}, ${back}`,
      );
    }
  const [, logarithm] = proposeOutputWarps(values);
  if (logarithm === undefined) throw new Error("There is no logarithm.");
  const at = (value: number) => warp(logarithm, value);
  const slopes = values.map((v) => Math.log((at(v * (1 + 1e-6)) - at(v * (1 - 1e-6))) / (2e-6 * v)));
  const mean = slopes.reduce((sum, slope) => sum + slope, 0) / slopes.length;
  assert.ok(Math.abs(computeMeanLogSlope(logarithm, values) - mean) < 1e-6);
  assert.is(proposeOutputWarps(scores).length, 1, "not where some are negative");
  assert.equal([canWarp(logarithm, [1, 2]), canWarp(logarithm, [1, -2])], [true, false]);
});

it("represents normal numbers by points with their means and covariances", () => {
  for (const width of [1, 2, 3, 8]) {
    const points = createSigmaPoints(width);
    const mean = (of: (point: Float64Array) => number) =>
      points.reduce((sum, point) => sum + of(point), 0) / points.length;
    for (let a = 0; a < width; a++) {
      assert.ok(Math.abs(mean((point) => point[a] ?? 0)) < 1e-12);
      for (let b = 0; b < width; b++) {
        const covariance = mean((point) => (point[a] ?? 0) * (point[b] ?? 0));
        assert.ok(Math.abs(covariance - (a === b ? 1 : 0)) < 1e-12, `${width}: ${a}, ${b}: ${covariance}`);
      }
    }
  }
});
