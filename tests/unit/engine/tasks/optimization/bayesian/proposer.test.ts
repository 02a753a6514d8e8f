import { createRandom } from "@understudy/engine/math/random.ts";
import type { Candidate } from "@understudy/engine/tasks/ask-tell.ts";
import type { AssumedModels } from "@understudy/engine/tasks/optimization/bayesian/models.ts";
import { noBasins, proposePoint } from "@understudy/engine/tasks/optimization/bayesian/proposer.ts";
import { MIN_LENGTH } from "@understudy/engine/tasks/optimization/bayesian/trust-region.ts";
import { unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { assert, suite } from "../../../../../harness.ts";

const it = suite("where a Bayesian optimiser looks next");

const LUCKY_POINT = Float64Array.of(0.2, 0.2);
const BEST_MEAN = Float64Array.of(0.7, 0.7);
const BAD_POINT = Float64Array.of(0.1, 0.1);

const candidate = (id: number, point: Float64Array, score: number, violation = 0): Candidate => ({
  id,
  point,
  score,
  violation,
});

const rankedCandidates = ({ isMeanFeasible }: { isMeanFeasible: boolean }): Candidate[] => [
  candidate(0, LUCKY_POINT, 3),
  candidate(1, BEST_MEAN, 2.5, isMeanFeasible ? 0 : 1),
  candidate(2, BAD_POINT, -5),
];

/** A mean that grows with both coordinates; all points are worth the same. */
const models = (noise: number): AssumedModels => ({
  noise,
  scaled: (score) => score,
  mean: (points) => Float64Array.from(points, ([x = 0, y = 0]) => x * y),
  acquisition: () => (points) => new Float64Array(points.length),
  feasibility: (points) => new Float64Array(points.length),
});

const startState = () => ({
  basins: noBasins(),
  region: { length: MIN_LENGTH, successes: 0, failures: 0, restarts: 0 },
  incumbent: null,
});
const space = [unitAxis(), unitAxis()];

/** Checks whether the next point lies around the best score, not around the best mean, with so many points known. */
function isAroundBestScore(noise: number, count: number, isMeanFeasible = true): boolean {
  const ranked = rankedCandidates({ isMeanFeasible });
  const knownPoints = Array.from(
    { length: count },
    (_, i) => [LUCKY_POINT, BEST_MEAN, BAD_POINT][i % 3] ?? BAD_POINT,
  );
  const facts = { space, models: models(noise), ranked, knownPoints, pending: [], isNew: () => true };
  const [x = 0, y = 0] = proposePoint(facts, startState(), createRandom(1)) ?? [];
  const isAround = ([a = 0, b = 0]: Float64Array): boolean => Math.hypot(x - a, y - b) < 0.2;
  assert.is.not(isAround(LUCKY_POINT), isAround(BEST_MEAN), `${[x, y]}`);
  return isAround(LUCKY_POINT);
}

it("looks around the best score and the best mean in turn where a little of the scores is noise", () => {
  assert.equal(
    [4, 5, 6, 7].map((count) => isAroundBestScore(0.01, count)),
    [true, false, true, false],
  );
});

it("looks around the best score where there is no noise, or so much that the mean says little", () => {
  for (const noise of [1e-6, 0.3])
    assert.equal(
      [4, 5].map((count) => isAroundBestScore(noise, count)),
      [true, true],
    );
});

it("does not look around a mean that breaks a limit", () => {
  assert.ok(isAroundBestScore(0.01, 5, false));
});

it("may promise less than a pending point does, unless the process is so noisy that it would ask for that point again", () => {
  const countRivals = (noise: number): number => {
    let count = -1;
    const acquisition: AssumedModels["acquisition"] = (_, rivals) => {
      count = rivals.length;
      return (points) => new Float64Array(points.length);
    };
    const pending = [Float64Array.of(0.25, 0.2), Float64Array.of(0.3, 0.25)];
    const ranked = rankedCandidates({ isMeanFeasible: true });
    const knownPoints = [LUCKY_POINT, BEST_MEAN, BAD_POINT, ...pending];
    const facts = {
      space,
      models: { ...models(noise), acquisition },
      ranked,
      knownPoints,
      pending,
      isNew: () => true,
    };
    proposePoint(facts, startState(), createRandom(1));
    return count;
  };
  assert.equal([0, 1e-6, 0.01, 0.3].map(countRivals), [0, 0, 2, 2]);
});
