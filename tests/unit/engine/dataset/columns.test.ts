import { createFeatures, encodeRows } from "@understudy/engine/dataset/columns.ts";
import { withoutCopies } from "@understudy/engine/dataset/copies.ts";
import { spreadOf } from "@understudy/engine/dataset/scaling.ts";
import { chooseKnots, maxSections, resample } from "@understudy/engine/dataset/sections.ts";
import { collectPoints, remainingRows, selectRows, type Table } from "@understudy/engine/dataset/table.ts";
import { predictionAt } from "@understudy/shared/math/predicted-curves.ts";
import { assert, rejects, suite } from "../../../harness.ts";

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
  assert.equal(collectPoints(selected), Float64Array.of(3, 1, 7, 1, 2, 7, 3, 1, 7));
  assert.equal(selected.outputs[0]?.values, Float64Array.of(5, 6, 1, 2, 5, 6));
  assert.equal(remainingRows(5, [1, 3]), Int32Array.of(0, 2, 4));
});

it("makes an indicator a level, and nothing of a constant", () => {
  const rows = Int32Array.of(0, 1, 2);
  const features = table.inputs.flatMap((_, input) => createFeatures(table, input, rows));
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
    const { centre, deviation } = spreadOf(encoded.row(feature));
    assert.ok(Math.abs(centre) < 1e-12 && Math.abs(deviation - 1) < 1e-12);
  }
});

it("learns a curve where it is stored, unless focus regions say otherwise", () => {
  const stored = Float64Array.of(0, 1, 10, 100, 0, 1, 10, 100);
  assert.equal(chooseKnots(stored, 4), Float64Array.of(0, 1, 10, 100));
  assert.equal(
    chooseKnots(stored, 4, [{ from: 0.5, to: 2.5, sections: 4 }]),
    Float64Array.of(0, 0.5, 1, 1.5, 2, 2.5, 10, 100),
  );
  assert.equal(chooseKnots(Float64Array.of(0, 1, 2, 0, 2, 4), 3), Float64Array.of(0, 2, 4));
  assert.is(maxSections(21), 20);
  assert.is(maxSections(5000), 2000);
});

it("merges focus regions that overlap, and refuses a coordinate that stands still", async () => {
  const knots = chooseKnots(Float64Array.of(0, 10), 2, [
    { from: 1, to: 3, sections: 2 },
    { from: 2, to: 4, sections: 2 },
  ]);
  assert.equal(knots, Float64Array.of(0, 1, 2, 3, 4, 10));
  await rejects(() => chooseKnots(Float64Array.of(3, 3, 3, 3), 2), /at least two different values/);
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

it("finds the inputs that add nothing new, whatever their unit and their zero", () => {
  const values = Float64Array.from({ length: 20 }, (_, i) => Math.sin(i * i));
  const like = (name: string, of: (value: number, row: number) => number) =>
    ({ kind: "continuous", name, values: values.map(of) }) as const;
  const table: Table = {
    rows: 20,
    inputs: [
      like("a", (value) => value),
      like("a in other units", (value) => 1000 * value + 5),
      like("a turned round", (value) => 3 - value),
      like("another", (value, row) => value + (row === 7 ? 1e-3 : 0)),
    ],
    outputs: [],
  };
  const rows = Int32Array.from({ length: 20 }, (_, row) => row);
  const features = table.inputs.flatMap((_, input) => createFeatures(table, input, rows));
  assert.equal(withoutCopies(features, encodeRows(features, table, rows)), [0, 3]);
});
