import { createFeatures } from "@understudy/engine/dataset/columns.ts";
import type { InputColumn } from "@understudy/engine/dataset/table.ts";
import { binCounts, describeInputs } from "@understudy/engine/training/prepare/describe-inputs.ts";
import { presentReport } from "@understudy/server/presenters/emulator-report.ts";
import { emulatorReport } from "@understudy/shared/api/emulator-report.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("what an emulator was trained on");

const even = Float64Array.from({ length: 1000 }, (_, i) => i);

it("is counted in equally wide bins that hold every row once, those at both ends included", () => {
  const counts = binCounts(even, 0, 999);
  assert.is(counts.length, 24);
  assert.ok(counts.every((count) => count === 41 || count === 42));
  assert.is(
    counts.reduce((sum, count) => sum + count, 0),
    1000,
  );
  assert.equal(binCounts(Float64Array.of(0, 0, 0, 8), 0, 8), [3, 0, 0, 0, 0, 0, 0, 1]);
});

it("is one bin where nothing varies, and survives the largest numbers there are", () => {
  assert.equal(binCounts(Float64Array.of(5, 5, 5), 5, 5), [3]);
  const huge = Float64Array.of(-Number.MAX_VALUE, 0, Number.MAX_VALUE);
  assert.equal(binCounts(huge, -Number.MAX_VALUE, Number.MAX_VALUE), [1, 0, 0, 0, 1, 0, 0, 1]);
});

const columns: InputColumn[] = [
  {
    kind: "continuous",
    name: "width",
    values: Float64Array.from({ length: 100 }, (_, i) => 1e-6 + i * 1e-8),
  },
  { kind: "continuous", name: "supply", values: new Float64Array(100).fill(1.8) },
  {
    kind: "categorical",
    name: "corner",
    levels: ["ff", "ss", "tt"],
    codes: Int32Array.from({ length: 100 }, (_, i) => (i < 10 ? 1 : 2)),
  },
];
const table = { rows: 100, inputs: columns, outputs: [] };
const rows = Int32Array.from({ length: 90 }, (_, i) => i + 5);
const features = columns.flatMap((_, input) => createFeatures(table, input, rows));
const inputs = describeInputs(table, rows, features);

it("comes from the training rows alone", () => {
  const [width, supply, corner] = inputs;
  assert.ok(width?.kind === "continuous" && supply?.kind === "continuous" && corner?.kind === "categorical");
  assert.equal([width.minimum, width.maximum], [1e-6 + 5e-8, 1e-6 + 94e-8]);
  assert.equal([supply.minimum, supply.maximum, supply.used, supply.counts], [1.8, 1.8, false, [90]]);
  assert.equal(corner.counts, [0, 5, 85]);
});

it("is described by histograms over the range, and by rows of each level", () => {
  const report = presentReport(3, { inputs, outputs: [] });
  assert.equal(emulatorReport.parse(report), report);
  const [width, supply, corner] = report.inputs;
  assert.equal([report.status, report.emulator_version, report.training_rows], ["ready", 3, 90]);
  assert.is(width?.histogram?.edges.length, (width?.histogram?.counts.length ?? 0) + 1);
  assert.equal([width?.histogram?.edges[0], width?.histogram?.edges.at(-1)], [1e-6 + 5e-8, 1e-6 + 94e-8]);
  assert.equal(supply?.histogram, { edges: [1.8, 1.8], counts: [90] });
  assert.equal(corner?.levels, [
    { value: "ff", count: 0 },
    { value: "ss", count: 5 },
    { value: "tt", count: 85 },
  ]);
});

it("is not known while the emulator is being read", () => {
  const report = presentReport(3, null);
  assert.equal(emulatorReport.parse(report), report);
  assert.is(report.status, "loading");
});
