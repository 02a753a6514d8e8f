import { interpolateLinear, interpolateMonotone } from "@understudy/shared/math/interpolation.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("interpolation");

const farthest = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? Number.NaN))), 0);

it("interpolates curves through their points, without overshooting", () => {
  const x = Float64Array.of(0, 1, 2, 3, 4);
  const y = Float64Array.of(0, 0, 1, 1, -3);
  const fine = Float64Array.from({ length: 401 }, (_, i) => i / 100);
  for (const interpolate of [interpolateLinear, interpolateMonotone]) {
    assert.equal(interpolate(x, y, x), y);
    const curve = interpolate(x, y, fine);
    assert.ok(curve.every((value, i) => value >= (i <= 300 ? 0 : -3) && value <= 1));
    assert.equal(interpolate(x, y, Float64Array.of(-5, 9)), Float64Array.of(0, -3));
  }
  const sine = fine.map(Math.sin);
  const coarse = Float64Array.from({ length: 41 }, (_, i) => i / 10);
  const error = (interpolate: typeof interpolateLinear) =>
    farthest(interpolate(coarse, coarse.map(Math.sin), fine), sine);
  assert.ok(error(interpolateMonotone) < error(interpolateLinear));
});
