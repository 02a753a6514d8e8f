import { createRandom } from "@understudy/engine/math/random.ts";
import { wilsonShare } from "@understudy/engine/math/share.ts";
import { countFalseAlarms } from "@understudy/engine/tasks/out-of-spec/false-alarms.ts";
import type { InputDistribution } from "@understudy/engine/tasks/out-of-spec/input-distribution.ts";
import type { LevelSet } from "@understudy/engine/tasks/out-of-spec/level-set.ts";
import { Verification } from "@understudy/engine/tasks/out-of-spec/verification.ts";
import { assert, suite } from "../../../../harness.ts";
import { levelSet, realAxes } from "../../../../support/engine/level-sets.ts";

const it = suite("the verification of predicted failures");

/** Fails where x < .3; the emulator says where x < .3 + .1 sin(6 y), and how unsure it is of that. */
const truth = ([x = 0]: Float64Array): number => x - 0.3;
const predicted: LevelSet = levelSet(realAxes(2), ([x = 0, y = 0]) => x - 0.3 - 0.1 * Math.sin(6 * y), 0.2);

const grid = Array.from({ length: 900 }, (_, i) =>
  Float64Array.of(((i % 30) + 0.5) / 30, (Math.floor(i / 30) + 0.5) / 30),
);
const scores = predicted.scores(grid);
const failing = grid.filter((_, i) => (scores[i] ?? 0) < 0);
const worst = [Float64Array.of(0, 0.26)];
const start = (maximum = 40, inputs: InputDistribution | null = null) =>
  new Verification(predicted, {
    seed: 1,
    maximum,
    inputs,
    worst,
    failing,
    even: grid.filter((_, i) => (scores[i] ?? 0) >= 0),
  });

function verify(search: Verification, count: number): Float64Array[] {
  const proposedPoints: Float64Array[] = [];
  for (let i = 0; i < count; i++) {
    const next = search.ask();
    if (next === null) break;
    proposedPoints.push(next.point);
    search.tell([{ id: next.id, point: next.point, score: truth(next.point) }]);
  }
  return proposedPoints;
}

it("verifies the designs that are built, near the limit alone, where failures are rare", () => {
  const spread = 0.05;
  const inputs = {
    dimensions: 2,
    pointAt: ([a = 0, b = 0]: Float64Array) => {
      const point = Float64Array.of(0.42 + spread * a, 0.75 + spread * b);
      return point.some((coordinate) => coordinate < 0 || coordinate > 1) ? null : point;
    },
  };
  const proposedPoints = verify(start(40, inputs), 20).slice(1);
  const usual = proposedPoints.filter(([x = 0]) => x > 0.42);
  assert.ok(usual.length <= 4, `${usual.length} of 19 as most that are built`);
  const near = proposedPoints.filter(
    ([x = 0, y = 0]) => Math.abs(x - 0.3) < 0.15 && Math.abs(y - 0.75) < 0.2,
  );
  assert.ok(near.length >= 13, `${near.length} of 19 near the limit`);
});

it("begins at the worst of each region, then looks where the side of the limit is least certain", () => {
  const proposedPoints = verify(start(), 16);
  assert.equal(proposedPoints[0], worst[0]);
  const near = proposedPoints.slice(1).filter(([x = 0]) => Math.abs(x - 0.3) < 0.25);
  assert.ok(near.length >= 10, `${near.length} of 15 near the limit`);
  const distinct = new Set(proposedPoints.map((point) => point.join(" ")));
  assert.is(distinct.size, proposedPoints.length);
});

it("teaches the emulator its errors", () => {
  const search = start();
  verify(search, 32);
  const { mean } = search.model.estimates(grid);
  const wrong = grid.filter((point, i) => (mean[i] ?? 0) < 0 !== truth(point) < 0).length;
  const before = grid.filter((point, i) => (scores[i] ?? 0) < 0 !== truth(point) < 0).length;
  assert.ok(before > 40 && wrong < before / 4, `${wrong} designs on the wrong side, ${before} before`);
});

it("counts what is pending as done, and never asks for the same twice", () => {
  const search = start();
  const proposedPoints = Array.from({ length: 24 }, () => search.ask()?.point.join(" "));
  assert.is(new Set(proposedPoints).size, 24);
});

it("asks for the same once it is restored", () => {
  const uninterrupted = start();
  const first = verify(uninterrupted, 12);
  const restored = new Verification(
    predicted,
    { seed: 1, maximum: 40, worst, failing, even: grid.filter((_, i) => (scores[i] ?? 0) >= 0) },
    {
      nextId: first.length,
      pending: [],
      evaluations: first.map((point, id) => ({ id, point, score: truth(point), constraints: [] })),
    },
  );
  const next = restored.ask();
  assert.is(next?.id, 12);
  assert.ok(next !== null && !first.some((point) => point.join(" ") === next.point.join(" ")));
});

it("ends once every predicted failure is verified", () => {
  const search = new Verification(predicted, {
    seed: 1,
    maximum: 100,
    worst,
    failing: failing.slice(0, 10),
    even: [],
  });
  const proposedPoints = verify(search, 100);
  assert.ok(proposedPoints.length < 20, `${proposedPoints.length}`);
  assert.is(search.stopReason, "converged");
});

it("waits for what is pending, which may show that more fails", () => {
  const few = { seed: 1, maximum: 100, worst, failing: failing.slice(0, 10), even: [] };
  const search = new Verification(predicted, few);
  const proposals = Array.from({ length: 100 }, () => search.ask()).filter((proposal) => proposal !== null);
  assert.is(search.stopReason, null);
  search.tell(proposals.map(({ id, point }) => ({ id, point, score: truth(point) })));
  verify(search, 100);
  assert.is(search.stopReason, "converged");
});

it("counts false alarms and misses, with intervals", () => {
  const counted = countFalseAlarms(
    [
      { predicted: -1, score: -1 },
      { predicted: -1, score: -2 },
      { predicted: -1, score: 0 },
      { predicted: 1, score: 1 },
      { predicted: 1, score: -0.5 },
    ],
    2,
  );
  assert.equal(
    [
      counted.confirmed,
      counted.false_alarms,
      counted.misses,
      counted.confirmed_in_spec,
      counted.without_score,
    ],
    [2, 1, 1, 1, 2],
  );
  assert.ok(Math.abs((counted.false_alarm_share?.value ?? 0) - 1 / 3) < 1e-12);
  assert.is(countFalseAlarms([], 0).miss_share, null);
});

it("gives intervals that hold the truth as often as they say", () => {
  const random = createRandom(3);
  for (const share of [0.02, 0.3]) {
    let held = 0;
    for (let repetition = 0; repetition < 2_000; repetition++) {
      let count = 0;
      for (let i = 0; i < 100; i++) if (random.uniform() < share) count++;
      const { lower, upper } = wilsonShare(count, 100);
      if (lower <= share && share <= upper) held++;
    }
    assert.ok(held > 0.925 * 2_000 && held < 0.985 * 2_000, `${held} of 2000 at ${share}`);
  }
});
