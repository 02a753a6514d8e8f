import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { LevelSet } from "@understudy/engine/tasks/out-of-spec/level-set.ts";
import { findFailingRegions } from "@understudy/engine/tasks/out-of-spec/search.ts";
import { unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { assert, suite } from "../../../../harness.ts";
import { balls, discVolume, levelSet, realAxes } from "../../../../support/engine/level-sets.ts";

const it = suite("the search for failing regions");

const SEARCH_OPTIONS = { seed: 5, screened: 2_048 };

function search(of: LevelSet, options: Parameters<typeof findFailingRegions>[1] = SEARCH_OPTIONS) {
  return runToEnd(findFailingRegions(of, options, () => 0));
}

const three = levelSet(
  realAxes(2),
  balls(
    [
      [0.2, 0.2],
      [0.8, 0.3],
      [0.5, 0.85],
    ],
    [0.1, 0.05, 0.02],
  ),
);

it("finds all separate regions, their volumes and their worst points", () => {
  const { regions, stopReason } = search(three);
  assert.is(stopReason, "converged");
  assert.is(regions.length, 3);
  [0.1, 0.05, 0.02].forEach((radius, i) => {
    const region = regions[i];
    assert.ok(region);
    assert.ok(Math.abs(region.volume.value / discVolume(radius) - 1) < 0.05, `volume ${region.volume.value}`);
    assert.ok(Math.abs(region.worst.score + radius) < 1e-3, `worst ${region.worst.score}`);
    assert.ok(region.points.every(({ score }) => score < 0));
  });
  const [largest] = regions;
  assert.ok(largest && Math.abs((largest.box[0]?.lower ?? 0) - 0.1) < 0.005, "its box reaches to its edge");
});

it("finds a region that no screened point lies in", () => {
  const hidden = levelSet(realAxes(2), balls([[0.37, 0.61]], [0.002]));
  const { regions } = search(hidden);
  assert.is(regions.length, 1);
  assert.ok(Math.abs((regions[0]?.volume.value ?? 0) / discVolume(0.002) - 1) < 0.1);
});

it("takes a bent region for one, not for several", () => {
  const { regions } = search(
    levelSet(realAxes(2), ([x = 0, y = 0]) => Math.abs(y - 0.1 - 3 * (x - 0.5) ** 2) - 0.02),
  );
  assert.is(regions.length, 1);
});

it("walks through whole numbers and options, exactly where there are few of them", () => {
  const cells = [unitAxis(20), unitAxis(30), unitAxis(3, true)];
  const score = ([x = 0, y = 0, option = 0]: Float64Array) => (x < 0.25 && y > 0.5 && option > 0.4 ? -x : 1);
  const fails = levelSet(cells, score, 0);
  const { regions, stopReason } = search(fails);
  assert.is(stopReason, "exhausted");
  assert.is(regions.length, 1);
  const [region] = regions;
  const share = (5 / 20) * (15 / 30) * (2 / 3);
  for (const bound of ["value", "lower", "upper"] as const)
    assert.ok(Math.abs((region?.volume[bound] ?? 0) - share) < 1e-9, bound);
  assert.equal(region?.box[2]?.options, [1, 2]);
  assert.ok(Math.abs((region?.box[0]?.upper ?? 0) - 0.25) < 1e-9);
});

it("tells apart what fails everywhere, nowhere, and what has no score", () => {
  const nothing = search(levelSet(realAxes(3), () => 1));
  assert.equal(nothing.regions, []);
  assert.is(nothing.shares?.predicted.value, 0);
  const everything = search(levelSet(realAxes(3), () => -1));
  assert.is(everything.regions.length, 1);
  assert.is(everything.shares?.surely.value, 1);
  const unrated = search(levelSet(realAxes(3), () => Number.NaN));
  assert.equal(unrated.regions, []);
  assert.is(unrated.shares?.unrated.value, 1);
});

it("takes a score that no variable changes for one design", () => {
  const { regions, stopReason } = search(levelSet([], () => -1));
  assert.is(stopReason, "exhausted");
  assert.is(regions[0]?.volume.value, 1);
  assert.equal(search(levelSet([], () => 1)).regions, []);
});

it("says what may fail, what surely does, and how wide the interval of a share is", () => {
  const { shares } = search(levelSet(realAxes(1), ([x = 0]) => x - 0.3, 0.1));
  assert.ok(shares);
  for (const [share, truth] of [
    [shares.surely, 0.2],
    [shares.predicted, 0.3],
    [shares.possibly, 0.4],
  ] as const) {
    assert.ok(share.lower < truth && truth < share.upper, `${share.lower} < ${truth} < ${share.upper}`);
  }
});

it("knows of regions and of the whole only what the emulator's errors leave", () => {
  const [radius, reach] = [0.15, 0.03];
  const disc = levelSet(realAxes(2), balls([[0.5, 0.5]], [radius]), reach);
  const measureShares = (side: number) => {
    const grid = Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)]);
    const places = Float64Array.from(grid.flat(), (at) => (at + 0.5) / side);
    const { regions, shares } = search({ ...disc, rows: { count: side * side, places } });
    const [region] = regions;
    assert.ok(region && shares && regions.length === 1);
    return { volume: region.volume, predicted: shares.predicted };
  };
  // Of few rows: the emulator is mistaken alike all around the disc, which may be larger than the box around it, or smaller.
  for (const { lower, upper } of Object.values(measureShares(2))) {
    assert.ok(lower < discVolume(radius - 0.8 * reach), `${lower}`);
    assert.ok(upper > discVolume(radius + 0.8 * reach), `${upper}`);
  }
  // Of so many that its errors around the disc cancel.
  const { lower, upper } = measureShares(100).volume;
  assert.ok(lower > discVolume(radius - 0.3 * reach) && upper < discVolume(radius + 0.3 * reach));
});
