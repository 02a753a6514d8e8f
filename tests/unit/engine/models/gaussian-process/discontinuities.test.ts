import { roundestBetween } from "@understudy/engine/dataset/round-number.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import {
  packDiscontinuities,
  withIndicators,
} from "@understudy/engine/models/gaussian-process/discontinuities.ts";
import { fitGaussianProcess, type GaussianData } from "@understudy/engine/models/gaussian-process/fit.ts";
import { createGaussianPredictor } from "@understudy/engine/models/gaussian-process/predictor.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("a jump", { timeout: 60_000 });

type Formula = (...inputs: number[]) => number;

/** Features spread evenly with unit deviation, in the unit of their inputs, and a formula of them. */
function makeRows(count: number, width: number, formula: Formula, seed = 1): GaussianData {
  const random = createRandom(seed);
  const inputs = new Matrix(
    width,
    count,
    Float64Array.from({ length: width * count }, () => Math.sqrt(3) * (2 * random.uniform() - 1)),
  );
  const targets = Float64Array.from({ length: count }, (_, i) => formula(...inputs.column(i)));
  const scalings = Array.from({ length: width }, () => ({
    scale: { kind: "identity" as const },
    centre: 0,
    deviation: 1,
  }));
  return {
    inputs,
    targets,
    sources: Int32Array.from({ length: width }, (_, i) => i),
    scalings,
  };
}

const fit = (rows: GaussianData) =>
  runToEnd(fitGaussianProcess(rows, { random: createRandom(1), restarts: 1, crossValidates: false })).model;

/** Feature and gap of each discontinuity. */
function listGaps({
  discontinuities,
}: {
  discontinuities: Float64Array;
}): { feature: number; from: number; to: number }[] {
  return Array.from({ length: discontinuities.length / 5 }, (_, at) => {
    const [feature = -1, from = 0, to = 0] = discontinuities.subarray(5 * at, 5 * at + 3);
    return { feature, from, to };
  }).sort((a, b) => a.feature - b.feature);
}

const liesIn = (place: number, gap?: { from: number; to: number }) =>
  gap !== undefined && gap.from <= place && gap.to >= place && gap.to - gap.from < 0.15;

it("is found where it is, however small beside what is smooth", () => {
  const small: Formula = (x = 0, y = 0, z = 0, v = 0) => Math.sin(2 * x) + y * z + (v > 0.3 ? 0.15 : 0);
  const [gap, ...furtherGaps] = listGaps(fit(makeRows(200, 4, small)));
  assert.is(gap?.feature, 3);
  assert.ok(liesIn(0.3, gap), JSON.stringify(gap));
  assert.is(furtherGaps.length, 0);
});

it("is found in two inputs, also where it goes up for some rows and down for others", () => {
  const two: Formula = (x = 0, y = 0, z = 0, v = 0) => Math.sin(x) + (z > 0.5 ? y : 0) + (v > -0.7 ? 1 : 0);
  const gaps = listGaps(fit(makeRows(200, 4, two)));
  assert.equal(
    gaps.map(({ feature }) => feature),
    [2, 3],
  );
  assert.ok(liesIn(0.5, gaps[0]), JSON.stringify(gaps[0]));
  assert.ok(liesIn(-0.7, gaps[1]), JSON.stringify(gaps[1]));
});

it("is found where a simulator changes its regime altogether", () => {
  const regimes: Formula = (x = 0, y = 0, z = 0, v = 0) => (x > 0 ? Math.sin(2 * y) + z : 2 * v * v + 1);
  const rows = makeRows(200, 4, regimes);
  const model = fit(rows);
  assert.ok(liesIn(0, listGaps(model)[0]), JSON.stringify(listGaps(model)));
  const unseen = makeRows(500, 4, regimes, 2);
  const { mean } = createGaussianPredictor(model).predict(unseen.inputs);
  const missed = mean.reduce((sum, value, i) => sum + (value - (unseen.targets[i] ?? 0)) ** 2, 0);
  assert.ok(missed / mean.length < 1e-3, `${missed / mean.length}`);
});

it("is not seen in what is steep, nor in noise", () => {
  const random = createRandom(7);
  assert.is(fit(makeRows(200, 3, (x = 0, y = 0) => Math.tanh(8 * x) + y * y)).discontinuities.length, 0);
  assert.is(fit(makeRows(200, 4, (x = 0, y = 0) => x * y + 0.3 * random.normal())).discontinuities.length, 0);
});

it("may be anywhere between two rows: there predictions mix both sides, elsewhere they are of one", () => {
  const jump: Formula = (x = 0, y = 0) => (x > 0.4217 ? 3 : 0) + 0.2 * y;
  const rows = makeRows(60, 2, jump);
  const { discontinuities, ...model } = fit(rows);
  const [gap] = listGaps({ discontinuities });
  assert.ok(gap !== undefined && gap.from < 0.4217 && gap.to > 0.4217);
  const { from, to } = gap;
  // As if nothing were known of round numbers.
  const open = packDiscontinuities([{ feature: 0, from, to, location: (from + to) / 2, certainty: 0 }]);
  const predictor = createGaussianPredictor({ ...model, discontinuities: open });
  const at = (x: number) => predictor.predict(new Matrix(2, 1, Float64Array.of(x, 0)));
  const before = at(from);
  const beyond = at(to);
  for (const share of [0.2, 0.5, 0.9]) {
    const { mean, variance } = at(from + share * (to - from));
    const expected = (1 - share) * (before.mean[0] ?? 0) + share * (beyond.mean[0] ?? 0);
    assert.ok(Math.abs((mean[0] ?? 0) - expected) < 0.05, `${share}: ${mean[0]}`);
    const jumpHeight = (beyond.mean[0] ?? 0) - (before.mean[0] ?? 0);
    assert.ok(Math.abs((variance[0] ?? 0) / (share * (1 - share) * jumpHeight ** 2) - 1) < 0.05, `${share}`);
  }
  assert.ok((before.variance[0] ?? 1) < 0.01 && (beyond.variance[0] ?? 1) < 0.01);
  const many = predictor.predict(
    new Matrix(
      2,
      100,
      Float64Array.from({ length: 200 }, (_, i) => (i < 100 ? (from + to) / 2 : 0)),
    ),
  );
  assert.ok(Math.abs((many.mean[50] ?? 0) - (at((from + to) / 2).mean[0] ?? 0)) < 1e-6);
});

it("lies at a round number of its input's unit where the gap holds one that it would not by chance", () => {
  const discontinuities = packDiscontinuities([
    { feature: 0, from: 0.38, to: 0.43, location: 0.4, certainty: 0.9 },
  ]);
  const values = new Matrix(1, 4, Float64Array.of(0.37, 0.39, 0.41, 0.44));
  assert.equal(withIndicators(discontinuities, values).row(1), Float64Array.of(-1, -1, 1, 1));
});

const number = suite("the roundest number between two others");

number("has the fewest digits", () => {
  for (const [low, high, roundest] of [
    [39_994.1, 40_001.3, 40_000],
    [0.38, 0.43, 0.4],
    [-7.31, -6.98, -7],
    [1.2341, 1.2358, 1.235],
    [-0.02, 0.3, 0],
    [3.1e-9, 4.2e-9, 4e-9],
  ] as const)
    assert.is(roundestBetween(low, high, 1e6).value, roundest, `${low} .. ${high}`);
});

number("is there by chance the likelier the wider the gap", () => {
  assert.ok(roundestBetween(39_994.1, 40_001.3, 8000).chance < 1e-3);
  assert.ok(roundestBetween(0.31, 0.38, 1).chance > 0.5);
  assert.ok(roundestBetween(-0.001, 0.002, 0.004).chance > 0.5);
  assert.is(roundestBetween(1, 1, 1).chance, 1);
  assert.is(roundestBetween(-1e308, 1e308, 1).chance, 1);
});
