import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("random numbers");

it("draws numbers of the right distributions, the same for the same seed and stream", () => {
  const random = createRandom(7);
  const count = 100_000;
  const uniform = Float64Array.from({ length: count }, () => random.uniform());
  const normal = Float64Array.from({ length: count }, () => random.normal());
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanSquare = (values: Float64Array) => mean(values.map((value) => value ** 2));
  assert.ok(Math.abs(mean(uniform) - 0.5) < 0.005);
  assert.ok(uniform.every((value) => value >= 0 && value < 1));
  assert.ok(Math.abs(mean(normal)) < 0.015);
  assert.ok(Math.abs(meanSquare(normal) - 1) < 0.02);
  const tails = normal.filter((value) => Math.abs(value) > 1.959964).length / count;
  assert.ok(Math.abs(tails - 0.05) < 0.004);

  const drawn = (source: Random) => Array.from({ length: 5 }, () => source.uniform());
  assert.equal(drawn(createRandom(7)), drawn(createRandom(7)));
  assert.not.equal(drawn(createRandom(7)), drawn(createRandom(8)));
  const parent = createRandom(9);
  const before = drawn(parent.fork(1));
  parent.normal();
  assert.equal(drawn(parent.fork(1)), before);
  assert.not.equal(drawn(parent.fork(2)), before);
  assert.not.equal(drawn(parent.fork(1, 0)), before);
});

it("shuffles fairly", () => {
  const random = createRandom(11);
  const counts = new Float64Array(16);
  for (let i = 0; i < 40_000; i++) {
    const order = random.permutation(4);
    assert.is(new Set(order).size, 4);
    order.forEach((value, place) => {
      counts[place * 4 + value] = (counts[place * 4 + value] ?? 0) + 1;
    });
  }
  assert.ok(counts.every((times) => Math.abs(times - 10_000) < 400));
});
