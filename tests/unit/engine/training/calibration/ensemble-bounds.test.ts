import { IDENTITY } from "@understudy/engine/dataset/scaling.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { normalShare } from "@understudy/engine/math/normal.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { computeVariances, fitErrorModel } from "@understudy/engine/models/ensemble/error-model.ts";
import { logVarianceFactors } from "@understudy/engine/models/ensemble/heteroscedasticity.ts";
import { type Bounds, computeBounds, sharesInside } from "@understudy/engine/training/calibration/bounds.ts";
import { COVERAGE_LEVELS } from "@understudy/engine/training/calibration/curve.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the ensemble's bounds");

const draw = (count: number, random: Random, from: (random: Random) => number) =>
  Float64Array.from({ length: count }, () => from(random));

const SCORE_DISTRIBUTIONS: Readonly<Record<string, (random: Random) => number>> = {
  normal: (random) => random.normal(),
  "heavy-tailed": (random) =>
    random.normal() / Math.sqrt((random.normal() ** 2 + random.normal() ** 2 + random.normal() ** 2) / 3),
  skewed: (random) => -Math.log(1 - random.uniform()) - 1,
  even: (random) => random.uniform() - 0.5,
};

/** Mean over several sets of rows of the share of new scores inside, by level. */
function measureShares(from: (random: Random) => number, rows: number, shrink = 1, sets = 40): Float64Array {
  const sums = new Float64Array(COVERAGE_LEVELS.length);
  for (let set = 0; set < sets; set++) {
    const random = createRandom(set + 1);
    const bounds = computeBounds(draw(rows, random, from), 1);
    const scaled: Bounds = { ...bounds, scales: bounds.scales.map((scale) => shrink * scale) };
    const fresh = draw(1000, random, from);
    const inside = sharesInside(scaled, fresh, new Float64Array(1000).fill(1));
    inside.forEach((share, level) => {
      sums[level] = (sums[level] ?? 0) + share / sets;
    });
  }
  return sums;
}

for (const [name, from] of Object.entries(SCORE_DISTRIBUTIONS)) {
  it(`have the promised coverage at every level, whatever the distribution of the errors: ${name}`, () => {
    const shares = measureShares(from, 400);
    shares.forEach((share, level) => {
      assert.ok(
        Math.abs(share - (COVERAGE_LEVELS[level] ?? 0)) < 0.012,
        `${COVERAGE_LEVELS[level]}: ${share}`,
      );
    });
    // The control: bounds a fifth narrower do not.
    assert.ok((measureShares(from, 400, 0.8).at(-1) ?? 1) < 0.935);
  });
}

it("are never narrower than the quantiles of the held-out errors", () => {
  const random = createRandom(1);
  const errors = draw(200, random, () => -Math.log(1 - random.uniform()) - 1);
  const { scales, lower, upper } = computeBounds(errors, 1);
  const ascending = errors.toSorted();
  const quantile = ascending[Math.floor(0.975 * 201) - 1] ?? 0;
  assert.ok((upper.at(-1) ?? 0) * (scales[0] ?? 0) >= quantile, `${upper.at(-1)} ${quantile}`);
  assert.ok(Math.abs(lower.at(-1) ?? 0) < (upper.at(-1) ?? 0), "the errors are skewed");
});

it("hold at least as often as promised with few rows, for choices made with the same rows", () => {
  // These errors are independent of each other, those of a training are not: bounds for those hold more often here.
  const covered = [5, 20, 60, 400].map(
    (rows) => measureShares((random) => random.normal(), rows, 1, 300).at(-1) ?? 0,
  );
  const [few = 0, some = 0, more = 0, many = 0] = covered;
  for (const share of [few, some]) assert.ok(share > 0.97 && share < 0.998, covered.join(", "));
  assert.ok(more > 0.95 && more < 0.97, covered.join(", "));
  assert.ok(many > 0.94 && many < 0.96, covered.join(", "));
});

it("hold less than 85% in few trainings whose errors are all too small or all too large together", () => {
  const random = createRandom(1);
  const TRAINING_COUNT = 2_000;
  let narrow = 0;
  for (let training = 0; training < TRAINING_COUNT; training++) {
    const size = Math.exp(0.3 * random.normal());
    const { scales, upper } = computeBounds(
      draw(50, random, () => size * random.normal()),
      1,
    );
    const halfWidth = (upper.at(-1) ?? 0) * (scales[0] ?? 0);
    if (2 * normalShare(halfWidth) - 1 < 0.85) narrow += 1;
  }
  assert.ok(narrow / TRAINING_COUNT < 0.075, `${narrow / TRAINING_COUNT}`);
});

it("are lopsided where the errors are", () => {
  const { lower, upper } = computeBounds(
    draw(600, createRandom(1), SCORE_DISTRIBUTIONS.skewed ?? (() => 0)),
    1,
  );
  assert.ok((upper.at(-1) ?? 0) > 2 * -(lower.at(-1) ?? 0));
  const even = computeBounds(
    draw(600, createRandom(1), (random) => random.normal()),
    1,
  );
  assert.is(even.upper.at(-1), -(even.lower.at(-1) ?? 0));
});

const scalar = {
  name: "y",
  size: 1,
  coordinate: null,
  knots: new Float64Array(1),
  scale: IDENTITY,
  centres: new Float64Array(1),
  deviations: Float64Array.of(1),
  lowest: -10,
  highest: 10,
  lowestBound: -20,
  highestBound: 20,
  targets: Int32Array.of(0),
  basis: Float64Array.of(1),
  truncationVariance: new Float64Array(1),
};

/** Errors whose deviation is `of` what is known of a row: an input, a claimed variance, a disagreement. */
function rowsWith(
  count: number,
  seed: number,
  of: (x: number, claimed: number, disagreed: number) => number,
) {
  const random = createRandom(seed);
  const inputs = draw(count, random, () => Math.sqrt(12) * (random.uniform() - 0.5));
  const variance = draw(count, random, () => random.uniform() ** 2);
  const disagreement = draw(count, random, () => random.uniform() ** 4);
  const errors = inputs.map((x, row) => of(x, variance[row] ?? 0, disagreement[row] ?? 0) * random.normal());
  return {
    errors,
    sources: [{ variance, disagreement }],
    setting: { inputs: new Matrix(1, count, inputs), mean: new Float64Array(count), isRepeated: false },
  };
}

/** Shares of unseen errors inside the 95% bounds, where `isHere` and elsewhere. */
function coverages(
  of: (x: number, claimed: number, disagreed: number) => number,
  isHere: (x: number, claimed: number, disagreed: number) => boolean,
): [number, number] {
  const trainingErrors = rowsWith(600, 1, of);
  const { errorModel, variances } = fitErrorModel(
    scalar,
    trainingErrors.errors,
    trainingErrors.sources,
    trainingErrors.setting,
  );
  const bounds = computeBounds(
    trainingErrors.errors.map((error, row) => error / Math.sqrt(variances[row] ?? 1)),
    1,
  );
  const fresh = rowsWith(20_000, 2, of);
  const freshVariances = computeVariances(
    scalar,
    errorModel,
    fresh.sources,
    [],
    logVarianceFactors(errorModel.heteroscedasticity, fresh.setting),
  );
  const width = (bounds.upper.at(-1) ?? 0) * (bounds.scales[0] ?? 0);
  const inside = [0, 0];
  const counts = [0, 0];
  fresh.errors.forEach((error, row) => {
    const { variance, disagreement } = fresh.sources[0] ?? {};
    const side = isHere(fresh.setting.inputs.at(0, row), variance?.[row] ?? 0, disagreement?.[row] ?? 0)
      ? 0
      : 1;
    counts[side] = (counts[side] ?? 0) + 1;
    if (Math.abs(error) <= width * Math.sqrt(freshVariances[row] ?? 0))
      inside[side] = (inside[side] ?? 0) + 1;
  });
  return [(inside[0] ?? 0) / (counts[0] ?? 1), (inside[1] ?? 0) / (counts[1] ?? 1)];
}

const NOISE_CASES = {
  "the noise grows along an input": {
    of: (x: number) => Math.exp(0.8 * x),
    isHere: (x: number) => x > 0.8,
  },
  "a variance is claimed rightly": {
    of: (_: number, claimed: number) => Math.sqrt(0.01 + claimed),
    isHere: (_: number, claimed: number) => claimed > 0.5,
  },
  "the members disagree with reason": {
    of: (_x: number, _claimed: number, disagreed: number) => Math.sqrt(0.01 + disagreed),
    isHere: (_x: number, _claimed: number, disagreed: number) => disagreed > 0.5,
  },
  "all rows are alike": { of: () => 1, isHere: (x: number) => x > 0 },
};

for (const [name, { of, isHere }] of Object.entries(NOISE_CASES)) {
  it(`are as wide as they must be in each place where ${name}`, () => {
    for (const covered of coverages(of, isHere)) assert.ok(Math.abs(covered - 0.95) < 0.03, `${covered}`);
  });
}
