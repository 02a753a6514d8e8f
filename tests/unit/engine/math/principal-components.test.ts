import { principalComponents } from "@understudy/engine/math/principal-components.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { assert, suite } from "../../../harness.ts";
import { defineProduct, measureDifference, randomMatrix } from "../../../support/engine/matrices.ts";

const it = suite("principal components");

it("rebuild matrices of low rank, and no others", () => {
  const random = createRandom(5);
  const [rows, columns, rank] = [60, 200, 5];
  const data = defineProduct(randomMatrix(random, rows, rank), randomMatrix(random, rank, columns));
  const findBasis = (most: number) => runToEnd(principalComponents(data, most, 0.999999999, random)).basis;
  const measureError = (most: number) => {
    const basis = findBasis(most);
    const scores = defineProduct(data, basis.transposed());
    return measureDifference(defineProduct(scores, basis), data);
  };
  assert.is(findBasis(20).rows, rank);
  assert.ok(measureError(20) < 1e-8);
  assert.ok(measureError(4) > 0.1);
});
