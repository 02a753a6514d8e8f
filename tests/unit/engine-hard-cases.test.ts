import type { Table } from "../../engine/data/table.ts";
import { createRandom } from "../../engine/math/random.ts";
import { train } from "../../engine/tasks/train.ts";
import { assert, rejects, suite } from "../harness.ts";
import { finish, syntheticTable, validationRowsOf } from "../tables.ts";

const it = suite("data that are hard to learn", { timeout: 60_000 });

/** Trains, asks for points in and far outside the data, and gives the accuracy of each output. */
function accuraciesOn(table: Table): Record<string, number> {
  const options = { effort: "quick" as const, validationRows: validationRowsOf(table) };
  const { emulator } = finish(train(table, options, { random: createRandom(1), clock: () => 0 }), (event) => {
    if (event.type !== "progress") return;
    assert.ok(Number.isFinite(event.loss) && Number.isFinite(event.coefficientOfDetermination));
  });
  const points = [0.5, 1e308, -1e308, 0].flatMap((x) =>
    table.inputs.map((input) => (input.kind === "categorical" ? 1 : x)),
  );
  for (const { mean, lower, upper } of emulator.predict(Float64Array.from(points), 4).values()) {
    for (const values of [mean, lower, upper]) assert.ok(values.every(Number.isFinite));
    assert.ok(mean.every((value, at) => (lower[at] ?? 1) <= value && value <= (upper[at] ?? -1)));
  }
  return Object.fromEntries(emulator.outputs.map((o) => [o.name, o.coefficientOfDetermination]));
}

const above = (accuracies: Record<string, number>, least: number) => {
  for (const [name, accuracy] of Object.entries(accuracies))
    assert.ok(accuracy >= least, `${name} ${accuracy}`);
};

it("such as constant outputs", () => {
  above(accuraciesOn(syntheticTable(40, 1, { y: () => 3.7, zero: () => 0, curve: () => [1, 2, 3] })), 1);
});

it("such as curves of which only a part changes", () => {
  above(accuraciesOn(syntheticTable(60, 2, { curve: ([a = 0, b = 0]) => [0, 0, a, a * b, 5] })), 0.99);
});

it("such as duplicate rows", () => {
  const table = syntheticTable(300, 1, { y: ([a = 0]) => a * a });
  const rounded = table.inputs.map((input) =>
    input.kind === "continuous" ? { ...input, values: input.values.map((_, i) => i % 3) } : input,
  );
  const outputs = [
    { name: "y", size: 1, values: Float64Array.from({ length: 300 }, (_, i) => (i % 3) ** 2) },
  ];
  above(accuraciesOn({ rows: 300, inputs: rounded, outputs }), 0.999);
});

it("such as 10 rows", () => {
  above(accuraciesOn(syntheticTable(10, 2, { y: ([a = 0, b = 0]) => a + 2 * b })), 0.9);
});

it("such as 200 inputs, of which three matter", () => {
  const table = syntheticTable(400, 200, {
    y: ([a = 0, b = 0, c = 0]) => a + 4 * (b - 0.5) ** 2 + Math.sin(4 * c),
  });
  above(accuraciesOn(table), 0.6);
});

it("such as 200 inputs in 10 rows", () => {
  above(accuraciesOn(syntheticTable(10, 200, { y: ([a = 0]) => a })), -1);
});

it("such as the largest and the smallest numbers there are", () => {
  const large = syntheticTable(80, 1, {
    y: ([a = 0]) => (a - 0.5) * 3e307,
    curve: ([a = 0]) => [a * 1e300, a * 1e-300],
    spikes: (_, random) => (random.uniform() < 0.05 ? 1e308 : random.uniform() < 0.05 ? -1e308 : 1),
  });
  const { spikes: _, ...others } = accuraciesOn(large);
  above(others, 0.99);
  above(accuraciesOn(syntheticTable(80, 1, { y: ([a = 0]) => a * 1e-305 })), 0.99);
});

it("such as pure noise, whose accuracy is near 0", () => {
  const { y = 1 } = accuraciesOn(syntheticTable(400, 3, { y: (_, random) => random.normal() }));
  assert.ok(Math.abs(y) < 0.15, `${y}`);
});

it("such as 300 outputs, which share what they have in common", () => {
  const formula =
    (k: number) =>
    ([a = 0, b = 0]: readonly number[]) =>
      Math.sin(a * (1 + k / 100)) + (b * k) / 100;
  const outputs = Object.fromEntries(Array.from({ length: 300 }, (_, k) => [`y${k}`, formula(k)]));
  above(accuraciesOn(syntheticTable(100, 2, outputs)), 0.99);
});

it("such as categories, one of them never seen in training", () => {
  const table = syntheticTable(300, 2, { y: ([a = 0, b = 0]) => Math.sin(6 * a + Math.floor(3 * b)) });
  const [a, b] = table.inputs;
  assert.ok(a?.kind === "continuous" && b?.kind === "continuous");
  if (a?.kind !== "continuous" || b?.kind !== "continuous") return;
  const codes = Int32Array.from(b.values, (value) => Math.floor(3 * value));
  const kind = { kind: "categorical", name: "kind", levels: ["x", "y", "z", "never"], codes } as const;
  above(accuraciesOn({ ...table, inputs: [a, kind] }), 0.99);
});

it("or cannot be learnt at all, which is said in a sentence", async () => {
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
  const whole = (changed: Table) => () =>
    finish(
      train(changed, { effort: "quick", validationRows: [0] }, { random: createRandom(1), clock: () => 0 }),
    );
  await rejects(whole(still), /^None of the inputs varies over the training rows\.$/);
  await rejects(first(broken), /“y” holds values that are not numbers/);
  await rejects(first(table, []), /At least one row must be kept for validation/);
  await rejects(
    first(
      table,
      Array.from({ length: 18 }, (_, row) => row),
    ),
    /rows must be left to train on/,
  );
  await rejects(first({ ...table, outputs: [] }), /There is no output to train on/);
});
