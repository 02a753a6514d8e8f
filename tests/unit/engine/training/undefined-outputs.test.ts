/** Outputs that are undefined in some rows cost no other output these rows. */
import { selectRows, type Table } from "@understudy/engine/dataset/table.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { splitOutputs } from "@understudy/engine/training/output-sets/split-outputs.ts";
import { readCheckpoints } from "@understudy/engine/training/set-checkpoints.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { everywhere, farthest, lowerEmulator } from "../../../support/engine/lowered.ts";
import { training } from "../../../support/engine/quick-trainings.ts";
import { drawValidationRows, finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("outputs that are undefined in some rows", { timeout: 300_000 });

const ROW_COUNT = 400;
const table = syntheticTable(ROW_COUNT, 2, {
  gain: ([a = 0, b = 0]) => Math.sin(5 * a) + Math.exp(b) * Math.cos(3 * b * a),
  margin: ([a = 0, b = 0]) => [0, 1, 2].map((at) => a * at + Math.sin(4 * b)),
});

/** The table with an output undefined in some rows: in all points of a curve, or in one of them. */
const without = (table: Table, name: string, isUndefined: (row: number) => boolean): Table => ({
  ...table,
  outputs: table.outputs.map((output) =>
    output.name === name
      ? {
          ...output,
          values: output.values.map((value, at) =>
            at % output.size === 0 && isUndefined(Math.floor(at / output.size)) ? Number.NaN : value,
          ),
        }
      : output,
  ),
});

const half = without(table, "margin", (row) => row % 2 === 1);
const joined = await finish(training(half));

const measureAccuracy = (name: string, { outputs }: typeof joined.emulator) =>
  outputs.find((output) => output.name === name);

it("are trained beside others as alone, each on all of its rows", async () => {
  const alone = await finish(training(half, { ignoredOutputs: ["margin"] }));
  const [gain, reference] = [
    measureAccuracy("gain", joined.emulator),
    measureAccuracy("gain", alone.emulator),
  ];
  const error = 1 - (reference?.coefficientOfDetermination ?? 0);
  // The seed of the training differs; that of the split does not.
  assert.ok(error < 1e-3, `${error}`);
  assert.ok(1 - (gain?.coefficientOfDetermination ?? 0) < 5 * error, `${gain?.coefficientOfDetermination}`);
  // With so few rows each output is trained on all of its rows, and measured on them by cross-validation.
  assert.equal(gain?.rowCounts, { training: ROW_COUNT, validation: ROW_COUNT });
  const margin = measureAccuracy("margin", joined.emulator);
  assert.equal(margin?.rowCounts, { training: ROW_COUNT / 2, validation: ROW_COUNT / 2 });
  assert.ok((margin?.coefficientOfDetermination ?? 0) > 0.999, `${margin?.coefficientOfDetermination}`);
  assert.equal(
    joined.emulator.outputs.map(({ name }) => name),
    ["gain", "margin"],
  );
});

it("predict the same once their emulator is restored, and in an exported program", () => {
  const { emulator } = joined;
  const restored = restoreEmulator(emulator.serialise());
  const points = everywhere(emulator);
  const count = points.length / emulator.inputs.length;
  assert.equal(restored.inputs, emulator.inputs);
  assert.equal(restored.predict(points, count), emulator.predict(points, count));
  assert.equal([...restored.predict(points, count, ["margin", "gain"]).keys()], ["margin", "gain"]);
  assert.equal(restored.predictWithGradients(points, count), emulator.predictWithGradients(points, count));
  assert.ok(farthest(emulator, lowerEmulator(emulator)) < 1e-8);
  assert.throws(() => emulator.predict(points, count, ["loss"]), /no output named “loss”/);
});

it("have wide bounds where their own rows end, and only there", async () => {
  const [a] = table.inputs;
  const isRight = (row: number): boolean => a?.kind === "continuous" && (a.values[row] ?? 0) > 0.5;
  const { emulator } = await finish(training(without(table, "margin", isRight)));
  const [inside, outside] = [Float64Array.of(0.25, 0.5), Float64Array.of(0.95, 0.5)];
  const width = (name: string, point: Float64Array): number => {
    const { lower, upper } = emulator.predict(point, 1, [name]).get(name) ?? {};
    return (upper?.[1] ?? upper?.[0] ?? 0) - (lower?.[1] ?? lower?.[0] ?? 0);
  };
  assert.ok(width("margin", outside) > 10 * width("margin", inside));
  assert.ok(width("gain", outside) < 10 * width("gain", inside));
  // The sliders cover all training rows, and nothing between them is far from all of them.
  assert.ok(emulator.inputs[0]?.kind === "continuous" && emulator.inputs[0].maximum > 0.9);
  assert.equal([...emulator.extrapolation(outside, 1).far], [0]);
});

it("are refused by name where too few rows, or none to validate with, define them", async () => {
  const inTraining = Array.from({ length: ROW_COUNT }, (_, row) => row).filter(
    (row) => !drawValidationRows(table).includes(row),
  );
  const few = without(table, "margin", (row) => !inTraining.slice(0, 3).includes(row));
  await rejects(
    () => finish(training(few)),
    /“margin” cannot be trained: it has values in only 3 training rows, and at least 4 are needed\. Ignore it/,
  );
  const many = syntheticTable(5_000, 1, {
    gain: ([a = 0]) => a,
    margin: ([a = 0]) => a * a,
  });
  const split = (rows: number) =>
    splitOutputs(
      without(many, "margin", (row) => row >= rows),
      { effort: "quick", validationRows: [many.rows - 1] },
    );
  assert.throws(() => split(4_000), /“margin” .* no value in the rows kept for validation/);
  assert.equal(
    split(900).map(({ rows }) => rows.length),
    [many.rows, 900],
    "an output that is measured by cross-validation needs no validation rows",
  );
});

it("continue where their training was stopped, whichever set it was at", async () => {
  let progressCount = 0;
  const options = { timeBudget: 5 };
  const stopped = await finish(
    training(half, options, { stopRequested: () => progressCount >= 6 }),
    (event) => {
      if (event.type === "progress") progressCount += 1;
    },
  );
  assert.is(stopped.stopReason, "stopped");
  assert.is(stopped.emulator.outputs.length, 2);
  const fractions: number[] = [];
  const resumed = await finish(training(half, options, { checkpoint: stopped.checkpoint }), (event) => {
    if (event.type === "progress") fractions.push(event.fraction);
  });
  assert.ok(resumed.resumed);
  assert.equal(
    fractions,
    fractions.toSorted((a, b) => a - b),
  );
  assert.ok((measureAccuracy("gain", resumed.emulator)?.coefficientOfDetermination ?? 0) > 0.999);
  assert.is(readCheckpoints(stopped.checkpoint, [1, 2]), undefined);
  const more = await finish(training(half, { ...options, more: true }, { checkpoint: resumed.checkpoint }));
  assert.ok(more.resumed && more.stopReason !== "stopped");
  assert.ok((measureAccuracy("margin", more.emulator)?.coefficientOfDetermination ?? 0) > 0.999);
});

it("have their suspicious rows named by the rows of the whole table", async () => {
  const wrong: Table = {
    ...half,
    outputs: half.outputs.map((output) =>
      output.name === "margin"
        ? { ...output, values: output.values.map((value, at) => (at === 3 * 140 + 1 ? value + 1000 : value)) }
        : output,
    ),
  };
  const { emulator } = await finish(training(wrong, { findsSuspiciousRows: true, timeBudget: 2 }));
  assert.equal([...(measureAccuracy("margin", emulator)?.suspicious?.rows ?? [])], [140]);
  assert.equal([...(measureAccuracy("gain", emulator)?.suspicious?.rows ?? [])], []);
});

it("are split into at most eight sets, and those of further ones share rows", () => {
  const names = Array.from({ length: 12 }, (_, at) => `y${at}`);
  const groups = Int32Array.from({ length: 240 }, (_, row) => Math.floor(row / 5));
  const dense = syntheticTable(240, 2, Object.fromEntries(names.map((name) => [name, ([a = 0]) => a])));
  const sparse = names.reduce((table, name, at) => without(table, name, (row) => row % 24 === at), dense);
  const options = { effort: "quick", validationRows: drawValidationRows(dense), groups } as const;
  const sets = splitOutputs(sparse, options);
  assert.is(sets.length, 8);
  assert.equal(
    sets.flatMap(({ table: { outputs } }) => outputs.map(({ name }) => name)).toSorted(),
    names.toSorted(),
  );
  for (const set of sets) {
    assert.ok(set.table.outputs.every(({ values }) => !values.some(Number.isNaN)));
    const { outputs } = set.table;
    assert.equal(set.reduced.size, outputs.length > 1 ? outputs.length : 0);
    // It is validated on its part of the same rows, and its rows keep their groups.
    const validationRows = Array.from(set.options.validationRows, (row) => set.rows[row] ?? -1);
    const isOfSet = (row: number): boolean => set.rows.includes(row);
    assert.equal(validationRows, Array.from(options.validationRows).filter(isOfSet));
    assert.equal(
      set.options.groups,
      set.rows.map((row) => Math.floor(row / 5)),
    );
    // A merged set still has most rows.
    assert.ok(set.table.rows >= 240 - 30, `${set.table.rows}`);
    const [first] = outputs;
    assert.equal(
      selectRows(sparse, set.rows).outputs.find(({ name }) => name === first?.name),
      first,
    );
  }
  assert.ok(Math.abs(sets.reduce((sum, { workShare }) => sum + workShare, 0) - 1) < 1e-12);
});
