import type { Table } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { above, accuraciesOn, column, scalar } from "../../../support/engine/hard-tables.ts";
import { drawValidationRows, finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("tables of few rows, many columns or repeated rows", { timeout: 180_000 });

it("such as duplicate rows", async () => {
  const table = syntheticTable(300, 1, { y: ([a = 0]) => a * a });
  const rounded = table.inputs.map((input) =>
    input.kind === "continuous" ? { ...input, values: input.values.map((_, i) => i % 3) } : input,
  );
  const outputs = [
    { name: "y", size: 1, values: Float64Array.from({ length: 300 }, (_, i) => (i % 3) ** 2) },
  ];
  above(await accuraciesOn({ rows: 300, inputs: rounded, outputs }), 0.999);
});

it("such as 10 rows", async () => {
  above(await accuraciesOn(syntheticTable(10, 2, { y: ([a = 0, b = 0]) => a + 2 * b })), 0.9);
});

it("such as 200 inputs, of which three matter", async () => {
  const table = syntheticTable(120, 200, {
    y: ([a = 0, b = 0, c = 0]) => a + 4 * (b - 0.5) ** 2 + Math.sin(4 * c),
  });
  above(await accuraciesOn(table), 0.6);
});

it("such as 200 inputs in 10 rows", async () => {
  above(await accuraciesOn(syntheticTable(10, 200, { y: ([a = 0]) => a })), -1);
});

it("such as 300 outputs, which share what they have in common", async () => {
  const formula =
    (k: number) =>
    ([a = 0, b = 0]: readonly number[]) =>
      Math.sin(a * (1 + k / 100)) + (b * k) / 100;
  const outputs = Object.fromEntries(Array.from({ length: 300 }, (_, k) => [`y${k}`, formula(k)]));
  above(await accuraciesOn(syntheticTable(50, 2, outputs)), 0.99);
});

it("such as two different rows, over and over", async () => {
  const inputs = [column("a", 1000, (row) => row % 2), column("b", 1000, (row) => 7 - 2 * (row % 2))];
  above(await accuraciesOn({ rows: 1000, inputs, outputs: [scalar(1000, (row) => row % 2)] }), 1);
});

it("such as one row over and over, and another once", async () => {
  for (const other of [5, 400]) {
    const inputs = [column("a", 500, (row) => (row === other ? 1 : 0))];
    const table = { rows: 500, inputs, outputs: [scalar(500, (row) => (row === other ? 3 : 4))] };
    const validationRows = Int32Array.from({ length: 50 }, (_, at) => at * 10 + 1);
    // Nothing predicts the one row from the others.
    assert.equal(await accuraciesOn(table, validationRows), { y: -1 });
  }
});

it("such as 5 rows", async () => {
  await accuraciesOn(syntheticTable(5, 2, { y: ([a = 0, b = 0]) => a + b, still: () => 1 }));
});

it("such as 200 inputs in 150 rows, and in 5,000", async () => {
  const formulas = {
    y: ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) => a + Math.sin(3 * b) + c * d,
    noise: (_: readonly number[], random: { normal(): number }) => random.normal(),
  };
  for (const [rows, seconds] of [
    [150, 0.5],
    [5000, 1],
  ] as const) {
    const table = syntheticTable(rows, 200, formulas);
    await accuraciesOn(table, drawValidationRows(table), seconds);
  }
});

it("such as 2,000 outputs, straight ones and ones over decades", async () => {
  const outputs = Object.fromEntries(
    Array.from({ length: 2000 }, (_, k) => {
      const of = ([a = 0, b = 0]: readonly number[]) => Math.sin(a * (1 + k / 500)) + (b * k) / 500;
      return [`y${k}`, k % 2 === 0 ? of : (point: readonly number[]) => Math.exp(3 * of(point))];
    }),
  );
  const table = syntheticTable(60, 3, outputs);
  await accuraciesOn(table, drawValidationRows(table), 0.5);
});

it("or cannot be trained on at all, which a sentence explains", async () => {
  const table = syntheticTable(20, 1, { y: ([a = 0]) => a });
  const first =
    (changed: Table, validationRows: number[] = [0, 1]) =>
    () =>
      train(changed, { effort: "quick", validationRows }, { random: createRandom(1), clock: () => 0 }).next();
  const still = {
    ...table,
    inputs: [{ kind: "continuous" as const, name: "a", values: new Float64Array(20) }],
  };
  const broken = {
    ...table,
    outputs: [{ name: "y", size: 1, values: new Float64Array(20).fill(Number.NaN) }],
  };
  const trainOn = (changed: Table) => async () =>
    await finish(
      train(changed, { effort: "quick", validationRows: [0] }, { random: createRandom(1), clock: () => 0 }),
    );
  await rejects(trainOn(still), /^None of the inputs varies over the training rows\.$/);
  await rejects(
    first(broken),
    /“y” cannot be trained: it has values in no training row, and at least 4 are needed/,
  );
  await rejects(first(syntheticTable(3, 1, { y: ([a = 0]) => a })), /rows must be left to train on/);
  const many = syntheticTable(4_000, 1, { y: ([a = 0]) => a });
  const all = Array.from({ length: 3_998 }, (_, row) => row);
  await rejects(first(many, []), /At least one row must be kept for validation/);
  await rejects(first(many, all), /rows must be left to train on/);
  await rejects(first({ ...table, outputs: [] }), /There is no output to train on/);
});
