import {
  type ContinuousColumn,
  type InputColumn,
  pointsOf,
  selectRows,
  type Table,
} from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { finish, syntheticTable, validationRowsOf } from "../../../support/engine/tables.ts";

const it = suite("data that are hard to learn", { timeout: 180_000 });

/** Where inputs are asked for: near the data, and as far from them as numbers go. */
const PLACES = [0, 0.5, -3, 1e9, 1e-308, 1e308, -1e308];

/** Trains, asks for points in and far outside the data, and gives the accuracy of each output. */
async function accuraciesOn(
  table: Table,
  validationRows = validationRowsOf(table),
  seconds?: number,
): Promise<Record<string, number>> {
  const options = { effort: "quick" as const, validationRows };
  const limit = seconds === undefined ? {} : { timeBudget: seconds };
  const clock = seconds === undefined ? () => 0 : () => performance.now();
  const context = { random: createRandom(1), clock };
  const { emulator } = await finish(train(table, { ...options, ...limit }, context), (event) => {
    if (event.type !== "progress") return;
    assert.ok(Number.isFinite(event.loss) && Number.isFinite(event.coefficientOfDetermination));
  });
  const far = PLACES.flatMap((x, at) =>
    table.inputs.map((input) => (input.kind === "categorical" ? at % input.levels.length : x)),
  );
  const near = pointsOf(selectRows(table, [0, table.rows - 1]));
  const points = Float64Array.from([...far, ...near]);
  for (const { mean, lower, upper } of emulator.predict(points, PLACES.length + 2).values()) {
    for (const values of [mean, lower, upper]) assert.ok(values.every(Number.isFinite));
    assert.ok(mean.every((value, at) => (lower[at] ?? 1) <= value && value <= (upper[at] ?? -1)));
  }
  for (const { coverage, coefficientsOfDetermination } of emulator.outputs) {
    assert.ok(coverage >= 0 && coverage <= 1 && coefficientsOfDetermination.every(Number.isFinite));
  }
  return Object.fromEntries(emulator.outputs.map((o) => [o.name, o.coefficientOfDetermination]));
}

const column = (name: string, rows: number, of: (row: number) => number): ContinuousColumn => ({
  kind: "continuous",
  name,
  values: Float64Array.from({ length: rows }, (_, row) => of(row)),
});
const scalar = (rows: number, of: (row: number) => number) => ({
  name: "y",
  size: 1,
  values: column("y", rows, of).values,
});
/** The table with its inputs changed. */
function withInputs(table: Table, change: (input: ContinuousColumn, at: number) => InputColumn[]): Table {
  const inputs = table.inputs.flatMap((input, at) =>
    input.kind === "continuous" ? change(input, at) : [input],
  );
  return { ...table, inputs };
}

const above = (accuracies: Record<string, number>, least: number) => {
  for (const [name, accuracy] of Object.entries(accuracies))
    assert.ok(accuracy >= least, `${name} ${accuracy}`);
};

it("such as constant outputs", async () => {
  above(
    await accuraciesOn(syntheticTable(40, 1, { y: () => 3.7, zero: () => 0, curve: () => [1, 2, 3] })),
    1,
  );
});

it("such as curves of which only a part changes", async () => {
  above(await accuraciesOn(syntheticTable(60, 2, { curve: ([a = 0, b = 0]) => [0, 0, a, a * b, 5] })), 0.99);
});

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
  const table = syntheticTable(400, 200, {
    y: ([a = 0, b = 0, c = 0]) => a + 4 * (b - 0.5) ** 2 + Math.sin(4 * c),
  });
  above(await accuraciesOn(table), 0.6);
});

it("such as 200 inputs in 10 rows", async () => {
  above(await accuraciesOn(syntheticTable(10, 200, { y: ([a = 0]) => a })), -1);
});

it("such as the largest and the smallest numbers there are", async () => {
  const large = syntheticTable(80, 1, {
    y: ([a = 0]) => (a - 0.5) * 3e307,
    curve: ([a = 0]) => [a * 1e300, a * 1e-300],
    spikes: (_, random) => (random.uniform() < 0.05 ? 1e308 : random.uniform() < 0.05 ? -1e308 : 1),
  });
  const { spikes: _, ...others } = await accuraciesOn(large);
  above(others, 0.99);
  above(await accuraciesOn(syntheticTable(80, 1, { y: ([a = 0]) => a * 1e-305 })), 0.99);
});

it("such as pure noise, whose accuracy is near 0", async () => {
  const { y = 1 } = await accuraciesOn(syntheticTable(400, 3, { y: (_, random) => random.normal() }));
  assert.ok(Math.abs(y) < 0.15, `${y}`);
});

it("such as pure noise in more inputs than rows, whose accuracy is near 0 too", async () => {
  const noise = (_: readonly number[], random: { normal(): number }) => random.normal();
  const found = await accuraciesOn(syntheticTable(190, 200, { one: noise, other: noise }));
  for (const accuracy of Object.values(found)) assert.ok(Math.abs(accuracy) < 0.35, `${accuracy}`);
});

it("such as 300 outputs, which share what they have in common", async () => {
  const formula =
    (k: number) =>
    ([a = 0, b = 0]: readonly number[]) =>
      Math.sin(a * (1 + k / 100)) + (b * k) / 100;
  const outputs = Object.fromEntries(Array.from({ length: 300 }, (_, k) => [`y${k}`, formula(k)]));
  above(await accuraciesOn(syntheticTable(100, 2, outputs)), 0.99);
});

it("such as categories, one of them never seen in training", async () => {
  const table = syntheticTable(300, 2, { y: ([a = 0, b = 0]) => Math.sin(6 * a + Math.floor(3 * b)) });
  const [a, b] = table.inputs;
  assert.ok(a?.kind === "continuous" && b?.kind === "continuous");
  if (a?.kind !== "continuous" || b?.kind !== "continuous") return;
  const codes = Int32Array.from(b.values, (value) => Math.floor(3 * value));
  const kind = { kind: "categorical", name: "kind", levels: ["x", "y", "z", "never"], codes } as const;
  above(await accuraciesOn({ ...table, inputs: [a, kind] }), 0.99);
});

it("such as two different rows, over and over", async () => {
  const inputs = [column("a", 1000, (row) => row % 2), column("b", 1000, (row) => 7 - 2 * (row % 2))];
  above(await accuraciesOn({ rows: 1000, inputs, outputs: [scalar(1000, (row) => row % 2)] }), 1);
});

it("such as one row over and over, and another once", async () => {
  for (const other of [5, 400]) {
    const inputs = [column("a", 1000, (row) => (row === other ? 1 : 0))];
    const table = { rows: 1000, inputs, outputs: [scalar(1000, (row) => (row === other ? 3 : 4))] };
    const kept = Int32Array.from({ length: 100 }, (_, at) => at * 10 + 1);
    above(await accuraciesOn(table, kept), 0.999);
  }
});

it("such as 5 rows", async () => {
  await accuraciesOn(syntheticTable(5, 2, { y: ([a = 0, b = 0]) => a + b, still: () => 1 }));
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
  const table = syntheticTable(200, 2, {
    outliers: ([a = 0, b = 0], random) => a + b + (random.uniform() < 0.02 ? 1e6 : 0),
    cauchy: (_, random) => Math.tan(Math.PI * (random.uniform() - 0.5)),
    pole: ([a = 0]) => 1 / (a - 0.5),
  });
  await accuraciesOn(table);
});

it("such as 500 levels, and a level seen once", async () => {
  const table = withInputs(
    syntheticTable(1000, 2, { y: ([a = 0, b = 0]) => a + Math.floor(500 * b) / 500 }),
    (input, at) =>
      at === 0
        ? [input]
        : [
            {
              kind: "categorical",
              name: "part",
              levels: Array.from({ length: 500 }, (_, level) => `part ${level}`),
              codes: Int32Array.from(input.values, (value) => Math.floor(500 * value)),
            },
          ],
  );
  await accuraciesOn(table, validationRowsOf(table), 1);
  const [first] = table.inputs;
  if (first === undefined) return;
  const once = {
    kind: "categorical" as const,
    name: "kind",
    levels: ["x", "y", "once", "never"],
    codes: Int32Array.from({ length: 1000 }, (_, row) => (row === 7 ? 2 : row % 2)),
  };
  await accuraciesOn({ ...table, inputs: [first, once] }, Int32Array.of(1, 2, 3, 4, 5), 1);
  await accuraciesOn({ ...table, inputs: [once] }, Int32Array.of(1, 7, 8, 9), 1);
});

it("such as 200 inputs in 150 rows, and in 5,000", async () => {
  const formulas = {
    y: ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) => a + Math.sin(3 * b) + c * d,
    noise: (_: readonly number[], random: { normal(): number }) => random.normal(),
  };
  for (const rows of [150, 5000]) {
    const table = syntheticTable(rows, 200, formulas);
    await accuraciesOn(table, validationRowsOf(table), 2);
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
  await accuraciesOn(table, validationRowsOf(table), 3);
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
  const whole = (changed: Table) => async () =>
    await finish(
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
