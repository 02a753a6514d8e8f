import {
  halfWidthsFrom,
  MAX_HALF_WIDTHS,
  rootMeanSquareHalfWidths,
} from "@understudy/shared/math/half-widths.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("half widths");
const predicted = { value: 10, lower: 8, upper: 14 };

it("are at most 1 exactly where the value lies inside the bounds, on either side", () => {
  assert.equal(
    [10, 12, 14, 18, 9, 8, 4].map((actual) => halfWidthsFrom(predicted, actual)),
    [0, 0.5, 1, 2, 0.5, 1, 3],
  );
});

it("are as many as can be told apart where the bounds have no width, unless the prediction is exact", () => {
  const exact = { value: 3, lower: 3, upper: 3 };
  assert.equal(
    [3, 4].map((actual) => halfWidthsFrom(exact, actual)),
    [0, MAX_HALF_WIDTHS],
  );
});

it("of a curve are their root mean square over its values, without those that are missing", () => {
  const curve = {
    mean: Float64Array.of(10, 10, 10),
    lower: Float64Array.of(8, 8, 8),
    upper: Float64Array.of(14, 14, 14),
  };
  assert.is(rootMeanSquareHalfWidths(curve, Float64Array.of(4, 10, Number.NaN)), Math.sqrt(9 / 2));
  assert.ok(Number.isNaN(rootMeanSquareHalfWidths(curve, Float64Array.of(Number.NaN))));
});
