import { regionEffect, regionEffectText } from "@understudy/client/features/emulator/region-effect.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the effect of focus regions");
const along = { places: [0, 1, 2, 3, 4], coefficients: [0.5, 0.9, 0.99, null, 0.7] };
const regions = [{ range: [1, 3] as [number, number], number_of_sections: 4 }];

it("is the mean accuracy of the points inside, their ends included, and of those outside", () => {
  const { inside, outside } = regionEffect(along, regions);
  // Where nothing varies there is no accuracy.
  assert.equal([inside?.points, outside?.points], [2, 2]);
  assert.ok(Math.abs((inside?.mean ?? 0) - 0.945) < 1e-12);
  assert.ok(Math.abs((outside?.mean ?? 0) - 0.6) < 1e-12);
});

it("is not known where no point was measured, and is never guessed", () => {
  assert.equal(regionEffect({ places: [0, 5], coefficients: [0.5, 0.5] }, regions).inside, null);
  assert.equal(regionEffect({ places: [], coefficients: [] }, regions), { inside: null, outside: null });
});

it("is said in words, with that of the job before where it was trained with other regions", () => {
  const now = regionEffect(along, regions);
  const text = regionEffectText(now, null);
  assert.match(text, "94.5% (2 points) inside the focus regions, 60.0% (2 points) outside");
  const before = { jobId: 12, effect: { inside: null, outside: { mean: 0.8, points: 1 } } };
  assert.match(
    regionEffectText(now, before),
    "In job 12, which was trained with other focus regions, the same stretches have: not known inside the focus regions, 80.0% (1 point) outside.",
  );
});
