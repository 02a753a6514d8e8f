import { measuresAt } from "@understudy/client/predictions/use-output-points.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the measures of an output's values");

it("lie on lines between the places where they are known, and are unknown beside an unknown one", () => {
  const points = { coordinate_values: [0, 2, 4, 6] };
  assert.equal(measuresAt(points, [1, 3, 3, null], [0, 1, 3, 4, 5]), [1, 2, 3, 3, null]);
  assert.is(measuresAt(points, null, [0, 1]), null);
});
