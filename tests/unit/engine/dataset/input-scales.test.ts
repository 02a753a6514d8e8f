import { createFeatures } from "@understudy/engine/dataset/columns.ts";
import type { Scale } from "@understudy/engine/dataset/scaling.ts";
import { everyRow, type Table } from "@understudy/engine/dataset/table.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { prepare } from "@understudy/engine/training/prepare/prepare.ts";
import { chooseInputScales } from "@understudy/engine/training/scales/choose-input-scales.ts";
import { chooseOutputScales } from "@understudy/engine/training/scales/choose-output-scales.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../harness.ts";
import { drawValidationRows, finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("the scale of an input");

type Law = (a: number, b: number, c: number, random: Random) => number | number[];

/** 120 rows of three inputs sampled evenly from 1 to 20. */
function makeTable(...laws: Law[]): Table {
  const random = createRandom(7);
  const columns = [0, 1, 2].map(() => Float64Array.from({ length: 120 }, () => 1 + 19 * random.uniform()));
  return {
    rows: 120,
    inputs: columns.map((values, at) => ({ kind: "continuous", name: `abc`.charAt(at), values })),
    outputs: laws.map((law, at) => {
      const [a, b, c] = columns;
      const rows = Array.from({ length: 120 }, (_, row) =>
        [law(a?.[row] ?? 0, b?.[row] ?? 0, c?.[row] ?? 0, random)].flat(),
      );
      return { name: `y${at}`, size: rows[0]?.length ?? 1, values: Float64Array.from(rows.flat()) };
    }),
  };
}

function ended<T>(work: Generator<undefined, T>): T {
  return runToEnd(work);
}

function chosenFor(table: Table): Scale[] {
  const rows = everyRow(table.rows);
  const sampled = table.inputs.flatMap((_, at) => createFeatures(table, at, rows));
  const features = ended(chooseInputScales(sampled, table, rows, table.outputs));
  assert.equal(
    features.map(({ input }) => input),
    sampled.map(({ input }) => input),
  );
  return features.flatMap((feature) => (feature.kind === "value" ? feature.scale : []));
}

const kindsFor = (...laws: Law[]): string[] => chosenFor(makeTable(...laws)).map(({ kind }) => kind);

it("is the logarithm where the output is a product of powers", () => {
  assert.equal(
    kindsFor((a, b, c) => (a ** 1.5 * Math.sqrt(c)) / b),
    ["log", "log", "log"],
  );
});

it("is one over it where the output adds such up", () => {
  const turned = { kind: "power", exponent: -1 };
  assert.equal(chosenFor(makeTable((a, b, c) => 5 / a + 3 / b + 2 / c)), [turned, turned, turned]);
});

it("is its own where the output is a plain sum, or noise", () => {
  const linearScales = ["identity", "identity", "identity"];
  assert.equal(
    kindsFor((a, b, c) => a + 2 * b - c),
    linearScales,
  );
  assert.equal(
    kindsFor((a, b, c) => a * b + c),
    linearScales,
  );
  assert.equal(
    kindsFor((_a, _b, _c, random) => random.normal()),
    linearScales,
  );
});

it("is looked for at some points of a curve", () => {
  const curve: Law = (a, b, c) => Array.from({ length: 30 }, (_, at) => Math.log(a) * at + Math.log(b * c));
  assert.equal(kindsFor(curve), ["log", "log", "log"]);
});

it("does not spoil one output for another's sake", () => {
  const wavy: Law = (a, b) => Math.sin(a / 4) + b / 20;
  assert.equal(
    kindsFor(wavy, (a, b, c) => a * b * c),
    kindsFor(wavy),
  );
});

it("is its own where values lie at zero or below, or close together", () => {
  const { inputs, ...table } = makeTable((a, b, c) => Math.log(a + b + c));
  const moved = inputs.map((input, at) =>
    input.kind === "continuous"
      ? { ...input, values: input.values.map((value) => (at === 0 ? value - 10 : 1000 + value)) }
      : input,
  );
  assert.equal(
    chosenFor({ ...table, inputs: moved }).map(({ kind }) => kind),
    ["identity", "identity", "identity"],
  );
});

it("is not the one that a slider or a sensitivity has, which is that of the sampling", () => {
  const table = makeTable((a, b, c) => (a * c) / b);
  const options = { effort: "quick", validationRows: drawValidationRows(table) } as const;
  const { inputs, features } = ended(prepare(table, options, createRandom(1)));
  assert.equal(
    inputs.map((input) => input.kind === "continuous" && input.scale.kind),
    ["identity", "identity", "identity"],
  );
  assert.equal(
    features.map((feature) => feature.kind === "value" && feature.scale.kind),
    ["log", "log", "log"],
  );
});

it("makes a product of powers exact from few rows", async () => {
  const table = makeTable((a, b, c) => (a ** 1.5 * Math.sqrt(c)) / b);
  const { emulator } = await finish(
    train(
      table,
      { effort: "quick", validationRows: drawValidationRows(table) },
      { random: createRandom(1), clock: () => performance.now() },
    ),
  );
  const determination = emulator.outputs[0]?.coefficientOfDetermination ?? 0;
  assert.ok(determination > 0.999999, `${determination}`);
});

const outputs = suite("the scales of outputs");

outputs("are those of their laws, each its own", () => {
  const table = syntheticTable(150, 2, {
    exponential: ([a = 0, b = 0]) => Math.exp(6 * a + 2 * b),
    sum: ([a = 0, b = 0]) => 1 + a + b,
    constant: () => 3,
    turned: ([a = 0, b = 0]) => 1 / (0.1 + a + b / 2),
  });
  const rows = everyRow(table.rows);
  const features = table.inputs.flatMap((_, at) => createFeatures(table, at, rows));
  assert.equal(ended(chooseOutputScales(features, table, rows, table.outputs)), [
    { kind: "log" },
    { kind: "identity" },
    { kind: "identity" },
    { kind: "power", exponent: -1 },
  ]);
});
