import { createRandom } from "@understudy/engine/math/random.ts";
import {
  autocorrelationTime,
  rankNormalisedRHat,
  splitRHat,
} from "@understudy/engine/tasks/sampling/autocorrelation.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the statistics of chains");

/** x_t = share x_(t-1) + noise, whose autocorrelation time is (1 + share) / (1 - share). */
function autoregression(share: number, steps: number, walkers: number) {
  const random = createRandom(2);
  const values = new Float64Array(steps * walkers);
  for (let i = 0; i < values.length; i++) values[i] = share * (values[i - walkers] ?? 0) + random.normal();
  return { values, steps, walkers };
}

it("the autocorrelation time of an autoregression is the known one, short or long", () => {
  for (const [share, steps] of [
    [0, 4000],
    [0.8, 8000],
    [0.998, 60_000],
  ] as const) {
    const time = autocorrelationTime(autoregression(share, steps, 32));
    const truth = (1 + share) / (1 - share);
    assert.ok(Math.abs(time / truth - 1) < 0.12, `${time} instead of ${truth}`);
  }
  assert.ok(Number.isNaN(autocorrelationTime({ values: new Float64Array(80), steps: 10, walkers: 8 })));
});

it("R-hat is 1 where all walkers agree, and more where one stays elsewhere", () => {
  const series = autoregression(0.5, 4000, 8);
  assert.ok(Math.abs(splitRHat(series) - 1) < 0.01);
  for (let step = 0; step < series.steps; step++) series.values[step * 8] = 6;
  assert.ok(splitRHat(series) > 1.2);
});

it("the rank-normalised R-hat tells what the plain one does not: other spreads, and heavy tails that hide a shift", () => {
  const series = autoregression(0.5, 4000, 8);
  assert.ok(Math.abs(rankNormalisedRHat(series) - 1) < 0.01);
  const spread = { ...series, values: series.values.map((value, i) => (i % 8 === 0 ? 5 : 1) * value) };
  assert.ok(splitRHat(spread) < 1.01 && rankNormalisedRHat(spread) > 1.05);
  const random = createRandom(3);
  const heavy = {
    ...series,
    values: Float64Array.from({ length: series.values.length }, (_, i) => {
      const cauchy = Math.tan(Math.PI * (random.uniform() - 0.5));
      return cauchy + (i % 8 < 4 ? 2 : 0);
    }),
  };
  assert.ok(splitRHat(heavy) < 1.05 && rankNormalisedRHat(heavy) > 1.05);
});
