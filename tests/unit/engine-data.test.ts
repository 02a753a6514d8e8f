import { encodeRows, featuresOf } from "../../engine/data/columns.ts";
import { fromScale, inputScale, logSlope, type Scale, spreadOf, toScale } from "../../engine/data/scaling.ts";
import { knotsOf, maxSections, predictionAt, resample } from "../../engine/data/sections.ts";
import { pointsOf, remainingRows, selectRows, type Table } from "../../engine/data/table.ts";
import { chooseScale } from "../../engine/emulators/output-scale.ts";
import { createTrend } from "../../engine/emulators/trend.ts";
import { createRandom } from "../../engine/math/random.ts";
import { assert, rejects, suite } from "../harness.ts";

const it = suite("the engine's data");

const table: Table = {
  rows: 3,
  inputs: [
    { kind: "continuous", name: "x", values: Float64Array.of(1, 2, 3) },
    { kind: "categorical", name: "kind", levels: ["a", "b", "c"], codes: Int32Array.of(2, 0, 1) },
    { kind: "continuous", name: "constant", values: Float64Array.of(7, 7, 7) },
  ],
  outputs: [{ name: "y", size: 2, values: Float64Array.of(1, 2, 3, 4, 5, 6) }],
};

it("selects rows of every column alike", () => {
  const selected = selectRows(table, [2, 0, 2]);
  assert.equal(pointsOf(selected), Float64Array.of(3, 1, 7, 1, 2, 7, 3, 1, 7));
  assert.equal(selected.outputs[0]?.values, Float64Array.of(5, 6, 1, 2, 5, 6));
  assert.equal(remainingRows(5, [1, 3]), Int32Array.of(0, 2, 4));
});

it("makes an indicator a level, and nothing of a constant", () => {
  const rows = Int32Array.of(0, 1, 2);
  const features = table.inputs.flatMap((_, input) => featuresOf(table, input, rows));
  assert.equal(
    features.map((feature) => [feature.kind, feature.input]),
    [
      ["value", 0],
      ["level", 1],
      ["level", 1],
      ["level", 1],
    ],
  );
  const encoded = encodeRows(features, table, rows);
  for (let feature = 0; feature < 4; feature++) {
    const { centre, deviation } = spreadOf(encoded.subarray(feature * 3, feature * 3 + 3));
    assert.ok(Math.abs(centre) < 1e-12 && Math.abs(deviation - 1) < 1e-12);
  }
});

const scales: Scale[] = [{ kind: "identity" }, { kind: "log" }, { kind: "asinh", unit: 1e-9 }];

for (const scale of scales) {
  it(`comes back from the ${scale.kind} scale, whose slope it knows`, () => {
    for (const value of [1e-12, 3e-7, 0.5, 1, 4e8]) {
      const back = fromScale(scale, toScale(scale, value));
      assert.ok(Math.abs(back - value) <= 1e-9 * value, `${value} ${back}`);
      const step = value * 1e-6;
      const slope = (toScale(scale, value + step) - toScale(scale, value - step)) / (2 * step);
      assert.ok(Math.abs(Math.log(slope) - logSlope(scale, value)) < 1e-3);
    }
    for (const value of [-1e308, 1e308]) assert.ok(Number.isFinite(fromScale(scale, value)));
  });
}

it("measures the spread of the largest and the smallest numbers", () => {
  assert.is(spreadOf([1e308, -1e308]).deviation, 1e308);
  assert.ok(spreadOf([2e-300, 4e-300]).deviation > 0);
  assert.is(spreadOf([0.1 + 0.2, 0.3]).deviation, 0);
});

it("finds the scale on which inputs were sampled", () => {
  const random = createRandom(1);
  const uniforms = Float64Array.from({ length: 500 }, () => random.uniform());
  assert.is(inputScale(uniforms.map((u) => 3 + u)).kind, "identity");
  assert.is(inputScale(uniforms.map((u) => 10 ** (-9 + 6 * u))).kind, "log");
  assert.is(inputScale(uniforms.map((u) => Math.sinh(40 * (u - 0.5)))).kind, "asinh");
});

it("finds the scale of an output over twelve decades with slightly negative noise, and leaves others alone", () => {
  const random = createRandom(2);
  const count = 400;
  const inputs = Float64Array.from({ length: 2 * count }, () => random.normal());
  const trend = createTrend(inputs, 2, count);
  const over = (of: (a: number, b: number) => number) =>
    chooseScale(
      trend,
      Float64Array.from({ length: count }, (_, i) => of(inputs[i] ?? 0, inputs[count + i] ?? 0)),
      1,
    );
  assert.is(over((a, b) => 1 + a + b * b).kind, "identity");
  assert.is(over((a, b) => Math.exp(a + b)).kind, "log");
  const wide = over((a, b) => 10 ** (-8 + 2 * a + b) + 1e-13 * random.normal());
  assert.is(wide.kind, "asinh");
});

it("learns a curve where it is stored, unless focus regions say otherwise", () => {
  const stored = Float64Array.of(0, 1, 10, 100, 0, 1, 10, 100);
  assert.equal(knotsOf(stored, 4), Float64Array.of(0, 1, 10, 100));
  assert.equal(
    knotsOf(stored, 4, [{ from: 0.5, to: 2.5, sections: 4 }]),
    Float64Array.of(0, 0.5, 1, 1.5, 2, 2.5, 10, 100),
  );
  assert.equal(knotsOf(Float64Array.of(0, 1, 2, 0, 2, 4), 3), Float64Array.of(0, 2, 4));
  assert.is(maxSections(21), 20);
  assert.is(maxSections(5000), 2000);
});

it("merges focus regions that overlap, and refuses a coordinate that stands still", async () => {
  const knots = knotsOf(Float64Array.of(0, 10), 2, [
    { from: 1, to: 3, sections: 2 },
    { from: 2, to: 4, sections: 2 },
  ]);
  assert.equal(knots, Float64Array.of(0, 1, 2, 3, 4, 10));
  await rejects(() => knotsOf(Float64Array.of(3, 3, 3, 3), 2), /at least two different values/);
});

it("resamples curves stored in any order on the knots", () => {
  const knots = Float64Array.of(0, 1, 2, 3);
  const line = (x: number) => 2 * x + 1;
  const stored = Float64Array.of(3, 0, 1.5, 0, 1, 3);
  const resampled = resample(stored.map(line), stored, 3, knots);
  assert.equal(resampled.map(Math.fround), Float64Array.of(1, 3, 5, 7, 1, 3, 5, 7));
  const repeated = resample(Float64Array.of(1, 3, 5), Float64Array.of(1, 1, 2), 3, Float64Array.of(1, 2));
  assert.equal(repeated, Float64Array.of(2, 5));
});

it("keeps the bounds of a curve around its mean between the knots", () => {
  const knots = Float64Array.of(0, 1, 2, 3);
  const mean = Float64Array.of(0, 1, 0, 5, 3, 3, 3, 3);
  const prediction = { mean, lower: mean.map((y) => y - 0.01), upper: mean.map((y) => y + 2) };
  const at = Float64Array.from({ length: 61 }, (_, i) => i / 20);
  const fine = predictionAt(prediction, knots, at);
  assert.is(fine.mean.length, 122);
  assert.ok(fine.mean.every((y, i) => (fine.lower[i] ?? 9) <= y && y <= (fine.upper[i] ?? -9)));
  assert.equal(predictionAt(prediction, knots, knots).mean, mean);
});
