import { widened } from "../../../../../engine/exports/distillation/growing-network.ts";
import { createRandom } from "../../../../../engine/math/random.ts";
import { evaluate } from "../../../../../engine/models/network/evaluator.ts";
import { initialParameters, type NetworkShape } from "../../../../../engine/models/network/network.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("a network with more units");

it("computes what it did before, and no more once the new units are read", () => {
  const narrow: NetworkShape = { inputs: 3, hidden: [4, 5], outputs: 2 };
  const wide: NetworkShape = { inputs: 3, hidden: [7, 9], outputs: 2 };
  const random = createRandom(1);
  const parameters = initialParameters(narrow, random).map((value) => value + 0.1 * random.normal());
  const points = Float64Array.from({ length: 3 * 20 }, () => random.normal());
  const features = [0, 1, 2];
  const before = evaluate({ shape: narrow, features, parameters }, points, 20);
  const more = widened(narrow, parameters, wide, random);
  const after = evaluate({ shape: wide, features, parameters: more }, points, 20);
  after.forEach((value, at) => {
    assert.ok(Math.abs(value - (before[at] ?? 0)) < 1e-12);
  });
  assert.ok(more.filter((value) => value === 0).length < more.length / 3);
  const read = more.map((value) => value || 0.1);
  const changed = evaluate({ shape: wide, features, parameters: read }, points, 20);
  assert.ok(changed.some((value, at) => Math.abs(value - (before[at] ?? 0)) > 1e-3));
});
