/** Every cause that limits an output's accuracy is named, cause by cause, by trainings on data that have it. */
import type { CategoricalColumn, Table } from "@understudy/engine/dataset/table.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import type { EmulatorOutput } from "@understudy/engine/models/emulator.ts";
import { train } from "@understudy/engine/training/train.ts";
import { CROSS_VALIDATED_ROWS } from "@understudy/shared/domain/cross-validation.ts";
import type { Finding } from "@understudy/shared/domain/finding.ts";
import { findingText } from "@understudy/shared/domain/finding.ts";
import { verdictOf, verdictReason } from "@understudy/shared/domain/verdict.ts";
import { assert, suite } from "../../../../harness.ts";
import { column, scalar } from "../../../../support/engine/hard-tables.ts";
import { drawValidationRows, finish } from "../../../../support/engine/tables.ts";

const it = suite("the causes of an output's accuracy", { timeout: 120_000 });

async function trained(
  table: Table,
  options: { groups?: Int32Array; validationRows?: Int32Array } = {},
): Promise<EmulatorOutput> {
  const task = train(
    table,
    { effort: "quick", validationRows: drawValidationRows(table), ...options },
    { random: createRandom(1), clock: () => performance.now() },
  );
  const [output] = (await finish(task)).emulator.outputs;
  if (output === undefined) throw new Error("The emulator has no output.");
  return output;
}

const kinds = ({ findings }: EmulatorOutput): Finding["kind"][] => findings.map(({ kind }) => kind);
const texts = ({ findings }: EmulatorOutput): string => findings.map(findingText).join(" ");
const verdictOn = ({ coefficientOfDetermination, coverage, findings, validationValues }: EmulatorOutput) =>
  verdictOf(
    { coefficient_of_determination: coefficientOfDetermination, coverage, findings: [...findings] },
    validationValues,
  );

function uniform(rows: number, seed = 1): { a: Float64Array; b: Float64Array; random: Random } {
  const random = createRandom(seed);
  const draw = () => Float64Array.from({ length: rows }, () => random.uniform());
  return { a: draw(), b: draw(), random };
}

const makeTable = (a: Float64Array, b: Float64Array, value: (row: number) => number): Table => ({
  rows: a.length,
  inputs: [column("a", a.length, (row) => a[row] ?? 0), column("b", a.length, (row) => b[row] ?? 0)],
  outputs: [scalar(a.length, value)],
});

it("an event in one row of forty is no accuracy: it is not usable, and the row is named as an outlier", async () => {
  const { a, b } = uniform(40);
  const output = await trained(makeTable(a, b, (row) => (row === 5 ? 1 : 0)));
  assert.equal([kinds(output)[0], verdictOn(output)], ["outliers", "not usable"]);
});

it("an event in one row cannot be judged by validation rows that all lack it", async () => {
  const { a, b } = uniform(CROSS_VALIDATED_ROWS);
  const table = makeTable(a, b, (row) => (row === 5 ? 1 : 0));
  const output = await trained(table, { validationRows: Int32Array.of(1, 9, 12, 20, 25, 30, 33, 38) });
  assert.equal(
    [kinds(output)[0], output.coefficientOfDetermination, verdictOn(output)],
    ["unmeasurable", 0, "not usable"],
  );
  assert.match(
    verdictReason({ coefficient_of_determination: 0, coverage: 1, findings: [...output.findings] }, 8),
    /all 8 validation values are the same/,
  );
});

it("an output that never varies is predicted exactly, which can be said", async () => {
  const { a, b } = uniform(40);
  const output = await trained(makeTable(a, b, () => 3));
  assert.equal([kinds(output), output.coefficientOfDetermination], [[], 1]);
});

it("an output that varies in no training row is not usable, for that reason", async () => {
  const { a, b } = uniform(CROSS_VALIDATED_ROWS);
  const table = makeTable(a, b, (row) => (row === 5 ? 1 : 0));
  const output = await trained(table, { validationRows: Int32Array.of(1, 5, 12, 20, 25, 30, 33, 38) });
  assert.equal([kinds(output), verdictOn(output)], [["constant"], "not usable"]);
});

it("few different points are named where no learning curve can be measured, however often each was run", async () => {
  const { a, b } = uniform(12);
  const wiggly = (row: number) => Math.sin(9 * (a[row] ?? 0)) * Math.cos(7 * (b[row] ?? 0));
  const output = await trained(makeTable(a, b, wiggly));
  assert.is(texts(output), "It was trained on only 12 different points.");
  const repeated = (values: Float64Array) =>
    Float64Array.from({ length: 36 }, (_, row) => values[row % 12] ?? 0);
  const again = await trained(makeTable(repeated(a), repeated(b), (row) => wiggly(row % 12)));
  assert.is(texts(again), "It was trained on only 12 different points.");
});

it("a level in one row is named, and the others are judged without it", async () => {
  const { a, b } = uniform(60);
  const codes = Int32Array.from({ length: 60 }, (_, row) => (row === 7 ? 2 : row % 2));
  const corner: CategoricalColumn = {
    kind: "categorical",
    name: "corner",
    levels: ["tt", "ff", "sf"],
    codes,
  };
  const plain = makeTable(a, b, (row) => Math.sin(3 * (a[row] ?? 0)) + ([0, 1, 4][codes[row] ?? 0] ?? 0));
  const validationRows = drawValidationRows(plain).filter((row) => row !== 7);
  const output = await trained(
    { ...plain, inputs: [corner, ...plain.inputs.slice(0, 1)] },
    { validationRows },
  );
  assert.is(texts(output), "corner is sf in only 1 training row: predictions for it are hardly supported.");
  assert.ok(output.coefficientOfDetermination > 0.98);
});

it("noise is told by repeated runs", async () => {
  const { a, b, random } = uniform(120);
  const findFirstRepeat = (row: number) => row - (row % 4);
  const at = (values: Float64Array) => values.map((_, row) => values[findFirstRepeat(row)] ?? 0);
  const output = await trained(
    makeTable(at(a), at(b), (row) => (a[findFirstRepeat(row)] ?? 0) + random.normal()),
  );
  assert.equal(kinds(output), ["noise"]);
  assert.match(texts(output), /^Repeated runs differ by \d+% of/);
});

it("an input that cannot explain the output, and rows that are too few, are told apart", async () => {
  const { a, b, random } = uniform(400);
  assert.equal(kinds(await trained(makeTable(a, b, () => random.normal()))), ["unexplained"]);
  const few = uniform(90, 3);
  const wiggly = (row: number) => Math.sin(14 * (few.a[row] ?? 0)) * Math.cos(11 * (few.b[row] ?? 0));
  assert.equal(kinds(await trained(makeTable(few.a, few.b, wiggly))), ["few rows"]);
});

it("rows with wrong values are outliers", async () => {
  const { a, b } = uniform(150);
  const output = await trained(
    makeTable(a, b, (row) => Math.sin(3 * (a[row] ?? 0)) + (b[row] ?? 0) + (row % 50 === 3 ? 300 : 0)),
  );
  assert.ok(kinds(output).includes("outliers"), texts(output));
});

it("a wrong value in one fold lowers the stated accuracy of the models together as much as the verdict's", async () => {
  const { a, b } = uniform(150);
  const output = await trained(
    makeTable(a, b, (row) => Math.sin(3 * (a[row] ?? 0)) + (b[row] ?? 0) + (row === 53 ? 2 : 0)),
  );
  const stated = Number(/together their cross-validated R² is ([\d.]+),/.exec(output.reason)?.[1]);
  assert.ok(Math.abs(stated - output.coefficientOfDetermination) < 0.006, output.reason);
  assert.ok(kinds(output).includes("outliers"), texts(output));
});

it("an angle that wraps is one, and one that stays within its range is not", async () => {
  const { a, b } = uniform(150);
  const phase = (row: number) => -400 * (a[row] ?? 0) - 350 * (b[row] ?? 0) * (a[row] ?? 0) + 60;
  const wrapped = await trained(makeTable(a, b, (row) => ((((phase(row) + 180) % 360) + 360) % 360) - 180));
  assert.ok(kinds(wrapped).includes("wrapped angle"), texts(wrapped));
  assert.match(texts(wrapped), /jump by about 360/);
  const noisy = createRandom(5);
  const flat = await trained(
    makeTable(a, b, (row) => Math.max(-180, Math.min(180, 0.3 * phase(row) + 60 + 60 * noisy.normal()))),
  );
  assert.not.ok(kinds(flat).includes("wrapped angle"), texts(flat));
});

it("an angle that wraps at few rows is named although the accuracy is good", async () => {
  const { a, b } = uniform(300);
  const angle = (row: number) => 330 * (a[row] ?? 0) + 60 * (b[row] ?? 0) - 15;
  const output = await trained(makeTable(a, b, (row) => ((angle(row) % 360) + 360) % 360));
  assert.ok(kinds(output).includes("wrapped angle"), texts(output));
  assert.ok(["good", "excellent"].includes(verdictOn(output)), `${output.coefficientOfDetermination}`);
});

it("few groups are named where their accuracy is low", async () => {
  const { random } = uniform(1);
  const plate = Float64Array.from({ length: 8 }, () => random.uniform());
  const effect = Float64Array.from({ length: 8 }, () => random.normal());
  const groups = Int32Array.from({ length: 80 }, (_, row) => Math.floor(row / 10));
  const table: Table = {
    rows: 80,
    inputs: [
      column("plate", 80, (row) => plate[groups[row] ?? 0] ?? 0),
      column("s", 80, (row) => (row % 10) / 9),
    ],
    outputs: [scalar(80, (row) => (effect[groups[row] ?? 0] ?? 0) + (row % 10) / 9)],
  };
  const output = await trained(table, {
    groups,
    validationRows: Int32Array.from({ length: 20 }, (_, at) => 60 + at),
  });
  assert.ok(kinds(output).includes("few groups"), texts(output));
  assert.match(texts(output), /Only 8 groups of rows were trained on/);
});

it("values of ten digits that are predicted to these are inside their bounds", async () => {
  const { a, b } = uniform(120);
  const output = await trained(
    makeTable(a, b, (row) => Number((1e-6 * ((a[row] ?? 0) + (b[row] ?? 0) ** 2)).toFixed(13))),
  );
  assert.is(verdictOn(output), "excellent");
  assert.equal(kinds(output), []);
});
