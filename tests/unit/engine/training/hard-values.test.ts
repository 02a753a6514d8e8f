import type { ContinuousColumn, InputColumn, Table } from "@understudy/engine/dataset/table.ts";
import { assert, suite } from "../../../harness.ts";
import { above, accuraciesOn, scalar } from "../../../support/engine/hard-tables.ts";
import { drawValidationRows, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("values that are hard to learn", { timeout: 180_000 });

/** The table with its inputs changed. */
function withInputs(table: Table, change: (input: ContinuousColumn, at: number) => InputColumn[]): Table {
  const inputs = table.inputs.flatMap((input, at) =>
    input.kind === "continuous" ? change(input, at) : [input],
  );
  return { ...table, inputs };
}

it("such as constant outputs", async () => {
  above(
    await accuraciesOn(syntheticTable(40, 1, { y: () => 3.7, zero: () => 0, curve: () => [1, 2, 3] })),
    1,
  );
});

it("such as curves of which only a part changes", async () => {
  above(await accuraciesOn(syntheticTable(60, 2, { curve: ([a = 0, b = 0]) => [0, 0, a, a * b, 5] })), 0.99);
});

it("such as the largest and the smallest numbers there are", async () => {
  const large = syntheticTable(80, 1, {
    y: ([a = 0]) => (a - 0.5) * 3e307,
    curve: ([a = 0]) => [a * 1e300, a * 1e-300],
    spikes: (_, random) => (random.uniform() < 0.05 ? 1e308 : random.uniform() < 0.05 ? -1e308 : 1),
  });
  const { spikes: _, ...otherAccuracies } = await accuraciesOn(large);
  above(otherAccuracies, 0.99);
  above(await accuraciesOn(syntheticTable(80, 1, { y: ([a = 0]) => a * 1e-305 })), 0.99);
});

it("such as pure noise, whose accuracy is near 0", async () => {
  const { y = 1 } = await accuraciesOn(syntheticTable(400, 3, { y: (_, random) => random.normal() }));
  assert.ok(Math.abs(y) < 0.15, `${y}`);
});

it("such as pure noise in more inputs than rows to train on, whose accuracy is near 0 too", async () => {
  const noise = (_: readonly number[], random: { normal(): number }) => random.normal();
  const accuracies = await accuraciesOn(syntheticTable(190, 160, { first: noise, second: noise }));
  for (const accuracy of Object.values(accuracies)) assert.ok(Math.abs(accuracy) < 0.35, `${accuracy}`);
});

it("such as categories, one of them never seen in training", async () => {
  const table = syntheticTable(150, 2, { y: ([a = 0, b = 0]) => Math.sin(6 * a + Math.floor(3 * b)) });
  const [a, b] = table.inputs;
  assert.ok(a?.kind === "continuous" && b?.kind === "continuous");
  if (a?.kind !== "continuous" || b?.kind !== "continuous") return;
  const codes = Int32Array.from(b.values, (value) => Math.floor(3 * value));
  const kind = { kind: "categorical", name: "kind", levels: ["x", "y", "z", "never"], codes } as const;
  above(await accuraciesOn({ ...table, inputs: [a, kind] }), 0.99);
});

it("such as inputs far from zero, and as large and as small as numbers go", async () => {
  const plain = syntheticTable(60, 2, { y: ([a = 0, b = 0]) => a + b * b });
  const scaled = (by: (at: number) => (value: number) => number) =>
    withInputs(plain, (input, at) => [{ ...input, values: input.values.map(by(at)) }]);
  const far = scaled(() => (value) => 1e9 + 1e-3 * value);
  above(await accuraciesOn({ ...far, outputs: [scalar(60, (row) => 1e9 + 1e-2 * row)] }), -1);
  above(await accuraciesOn(far), 0.999);
  above(await accuraciesOn(scaled((at) => (value) => value * (at === 0 ? 1e300 : 1e-300))), 0.999);
  above(await accuraciesOn(scaled(() => (value) => (value - 0.5) * 1e308 * 3)), 0.999);
});

it("such as outputs over hundreds of decades", async () => {
  const table = syntheticTable(80, 2, {
    even: ([a = 0]) => 10 ** (600 * a - 300),
    jumping: (_, random) => (random.uniform() < 0.5 ? 1e300 : 1e-300),
  });
  await accuraciesOn(table);
});

it("such as inputs that are copies of each other, or almost, or sums of others", async () => {
  const table = withInputs(syntheticTable(100, 2, { y: ([a = 0, b = 0]) => a * a + b }), (input, at) => [
    input,
    { ...input, name: `${input.name} again` },
    { ...input, name: `${input.name} turned`, values: input.values.map((value) => 3 - 2 * value) },
    {
      ...input,
      name: `${input.name} almost`,
      values: input.values.map((value, i) => value + 1e-9 * (i % 7)),
    },
    ...(at === 0 ? [] : [{ ...input, name: "still", values: new Float64Array(100).fill(7) }]),
  ]);
  above(await accuraciesOn(table), 0.99);
});

it("such as an output that is an input", async () => {
  above(await accuraciesOn(syntheticTable(60, 3, { y: ([a = 0]) => a })), 0.9999);
});

it("such as outliers, and tails without a variance", async () => {
  const table = syntheticTable(80, 2, {
    outliers: ([a = 0, b = 0], random) => a + b + (random.uniform() < 0.02 ? 1e6 : 0),
    cauchy: (_, random) => Math.tan(Math.PI * (random.uniform() - 0.5)),
    pole: ([a = 0]) => 1 / (a - 0.5),
  });
  await accuraciesOn(table);
});

it("such as 200 levels, and a level seen once", async () => {
  const table = withInputs(
    syntheticTable(300, 2, { y: ([a = 0, b = 0]) => a + Math.floor(200 * b) / 200 }),
    (input, at) =>
      at === 0
        ? [input]
        : [
            {
              kind: "categorical",
              name: "part",
              levels: Array.from({ length: 200 }, (_, level) => `part ${level}`),
              codes: Int32Array.from(input.values, (value) => Math.floor(200 * value)),
            },
          ],
  );
  await accuraciesOn(table, drawValidationRows(table), 0.3);
  const [first] = table.inputs;
  if (first === undefined) return;
  const once = {
    kind: "categorical" as const,
    name: "kind",
    levels: ["x", "y", "once", "never"],
    codes: Int32Array.from({ length: 300 }, (_, row) => (row === 7 ? 2 : row % 2)),
  };
  await accuraciesOn({ ...table, inputs: [first, once] }, Int32Array.of(1, 2, 3, 4, 5), 0.3);
  await accuraciesOn({ ...table, inputs: [once] }, Int32Array.of(1, 7, 8, 9), 0.3);
});
