import { normalQuantile } from "@understudy/engine/math/normal.ts";
import { createMarginal } from "@understudy/engine/tasks/yield/distributions.ts";
import type { Distribution } from "@understudy/shared/domain/distribution.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("distributions of inputs");

const NORMAL_VALUES = [-3, -1, 0, 0.5, 2.5];
/** From scipy.stats: ppf(norm.cdf(u)) of uniform, truncnorm, lognorm. */
const SCIPY_QUANTILES: readonly { distribution: Distribution; quantiles: readonly number[] }[] = [
  {
    distribution: { kind: "uniform", lower: 2, upper: 5 },
    quantiles: [2.00404969409489, 2.475965761794371, 3.5, 4.074387383822039, 4.981371004022671],
  },
  { distribution: { kind: "normal", mean: 5, standard_deviation: 2 }, quantiles: [-1, 3, 5, 6, 10] },
  {
    distribution: { kind: "truncated normal", mean: 5, standard_deviation: 2, lower: 3, upper: 9 },
    quantiles: [
      3.0091127350582427, 3.884629058056145, 5.34232783603565, 6.193618927411317, 8.827272324491226,
    ],
  },
  {
    distribution: { kind: "truncated normal", mean: 0, standard_deviation: 1, lower: 4, upper: 6 },
    quantiles: [4.00031965090629, 4.040694349995776, 4.16109716567986, 4.270027366797648, 5.071208908231249],
  },
  {
    distribution: { kind: "lognormal", mean: 4, standard_deviation: 2 },
    quantiles: [
      0.8672572826434198, 2.230758937712353, 3.5777087639996634, 4.530865355707681, 11.654290589534142,
    ],
  },
];

const isNear = (actual: number, expected: number, tolerance = 1e-9) =>
  assert.ok(
    Math.abs(actual - expected) <= tolerance * Math.abs(expected) + 1e-12,
    `${actual} is not ${expected}`,
  );

it("has the quantiles of scipy", () => {
  for (const { distribution, quantiles } of SCIPY_QUANTILES) {
    const { value } = createMarginal(distribution);
    for (const [i, u] of NORMAL_VALUES.entries()) isNear(Number(value(u)), quantiles[i] ?? Number.NaN);
  }
});

it("knows which share lies in a range", () => {
  const share = (distribution: Distribution, lower: number, upper: number) =>
    createMarginal(distribution).shareWithin(lower, upper);
  isNear(share({ kind: "normal", mean: 1, standard_deviation: 2 }, -1, 3), 0.6826894921370859);
  isNear(share({ kind: "lognormal", mean: 4, standard_deviation: 2 }, 2, 6), 0.7540077811757505);
  const cut: Distribution = { kind: "truncated normal", mean: 5, standard_deviation: 2, lower: 3, upper: 9 };
  isNear(share(cut, 4, 6), 0.46778333981528264);
  isNear(share({ kind: "uniform", lower: 0, upper: 4 }, 3, 9), 0.25);
  assert.is(share({ kind: "fixed", value: 3 }, 4, 5), 0);
});

it("draws levels as often as their probabilities say, and rounds whole numbers", () => {
  const levels = [
    { value: "slow", probability: 0.25 },
    { value: "never", probability: 0 },
    { value: "typical", probability: 0.5 },
    { value: "fast", probability: 0.25 },
  ];
  const { value, halvedRatio } = createMarginal({ kind: "levels", levels });
  assert.equal([-9, -0.68, -0.67, 0, 0.67, 0.68, 9].map(value), [
    "slow",
    "slow",
    "typical",
    "typical",
    "typical",
    "fast",
    "fast",
  ]);
  assert.is(halvedRatio, null);
  const wholeNumbers = createMarginal({ kind: "normal", mean: 4, standard_deviation: 1 }, true);
  assert.equal([-1.4, 0.4, 0.6].map(wholeNumbers.value), [3, 4, 5]);
  isNear(wholeNumbers.shareWithin(4, 4), 0.38292492254802624);
});

it("draws a whole number at the end of a range as often as those between, and none beyond", () => {
  const flat = { mean: 3, standard_deviation: 1e4 };
  for (const distribution of [
    { kind: "uniform", lower: 1, upper: 6 },
    { kind: "uniform", lower: 0.7, upper: 6.2 },
    { kind: "truncated normal", ...flat, lower: 1, upper: 6 },
  ] as const) {
    const wholeNumbers = createMarginal(distribution, true);
    const counts = new Map<unknown, number>();
    for (let i = 0; i < 600; i++) {
      const value = wholeNumbers.value(normalQuantile((i + 0.5) / 600));
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    assert.equal(
      [...counts],
      [1, 2, 3, 4, 5, 6].map((value) => [value, 100]),
    );
    assert.equal([-40, 40].map(wholeNumbers.value), [1, 6]);
    isNear(wholeNumbers.shareWithin(1, 6), 1);
    isNear(wholeNumbers.shareWithin(2, 3), 1 / 3, 1e-6);
  }
});

it("weighs designs as if the spread were halved", () => {
  for (const { distribution } of SCIPY_QUANTILES) {
    const { halvedRatio, value } = createMarginal(distribution);
    if (halvedRatio === null) throw new Error("Its spread can be halved.");
    const middle = Number(value(0));
    let [mean, moved, halved] = [0, 0, 0];
    const count = 200_000;
    for (let i = 0; i < count; i++) {
      const u = -8 + (16 * (i + 0.5)) / count;
      const density = (Math.exp((-u * u) / 2) / Math.sqrt(2 * Math.PI)) * (16 / count);
      const distance = Math.abs(Number(value(u)) - middle);
      mean += density * halvedRatio(u);
      moved += density * halvedRatio(u) * distance;
      halved += (density * distance) / 2;
    }
    isNear(mean, 1, 1e-3);
    isNear(moved, halved, 1e-2);
  }
});
