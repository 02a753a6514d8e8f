import { decimate } from "@understudy/client/plots/figures/training-progress.ts";
import {
  extent,
  growRange,
  limitToNearby,
  linspace,
  mergeRanges,
  niceCeiling,
  padRange,
  plotPoints,
} from "@understudy/client/plots/model/ranges.ts";
import { assert, suite } from "../../../../harness.ts";

const ranges = suite("ranges of axes");

ranges("a growing axis stays where it is until a value leaves it, and never shrinks", () => {
  const start = [0, 10] as const;
  assert.is(growRange(start, [1, 9]), start);
  assert.is(growRange(start, null), start);
  const taller = growRange(start, [0, 10.1]);
  assert.is(taller[0], 0);
  assert.ok(taller[1] >= 10.1 && taller[1] < 12);
  assert.is(growRange(taller, [4, 5]), taller);
  assert.ok(growRange(start, [-100, 4])[0] <= -100);
});

ranges("bounds far beyond the data do not flatten the line", () => {
  assert.equal(limitToNearby([-1e6, 15], [0, 10]), [-10, 15]);
  assert.equal(mergeRanges([2, 30], limitToNearby([-1e6, 15], [0, 10])), [-10, 30]);
  assert.equal(mergeRanges(null, limitToNearby(null, [0, 10])), null);
});

ranges("a range of no width is given one", () => {
  const [low, high] = padRange([3, 3]);
  assert.ok(low < 3 && high > 3);
  const [below, above] = padRange([0, 0]);
  assert.ok(below < 0 && above > 0);
});

ranges("the extent leaves out what is not finite", () => {
  assert.equal(extent([3, Number.NaN, -1], [Number.POSITIVE_INFINITY, 7]), [-1, 7]);
  assert.is(extent([Number.NaN]), null);
});

ranges("the points of a plot are clamped to between 1000 and 2000", () => {
  assert.is(plotPoints(390), 1000);
  assert.is(plotPoints(1234.4), 1234);
  assert.is(plotPoints(5000), 2000);
});

ranges("evenly spread values end exactly at the end", () => {
  const values = linspace(0, 0.3, 4);
  assert.is(values.length, 4);
  assert.is(values.at(-1), 0.3);
});

ranges("a count is rounded up to a round number, at least 20", () => {
  assert.equal([0, 20, 21, 31, 499, 501].map(niceCeiling), [20, 20, 30, 50, 500, 750]);
});

const thinning = suite("thinning a curve");

thinning("keeps the ends, the order, and a single peak among 100,000 points", () => {
  const values = Array.from({ length: 100_000 }, (_, index) => Math.sin(index / 900));
  values[54_321] = 40;
  values[77_777] = -40;
  const picked = decimate(values, 1_200);
  assert.ok(picked.length <= 1_200);
  assert.ok(picked.includes(54_321) && picked.includes(77_777));
  assert.is(picked[0], 0);
  assert.is(picked.at(-1), 99_999);
  for (let index = 1; index < picked.length; index++)
    assert.ok((picked[index] ?? 0) > (picked[index - 1] ?? 0));
});

thinning("leaves a short curve as it is", () => assert.equal(decimate([5, 6, 7], 1_200), [0, 1, 2]));
