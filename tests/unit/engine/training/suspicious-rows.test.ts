/** Gross errors in 5% of the rows are named, and sound rows are not. */
import { selectRows, type Table } from "@understudy/engine/dataset/table.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { suspiciousRows } from "@understudy/engine/training/suspicious-rows/suspicious-rows.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("rows with gross errors", { timeout: 120_000 });

type Formula = (point: readonly number[], random: Random) => number;
const DATA_SEEDS = [1, 2, 3];
const WRONG_SHARE = 0.05;

const gain: Formula = ([a = 0, b = 0, c = 0]) => 2 + Math.sin(3 * a) + b * c;

const drawPoints = (count: number, width: number, random: Random): number[][] =>
  Array.from({ length: count }, () => Array.from({ length: width }, () => random.uniform()));

const drawRows = (count: number, random: Random): number[] =>
  Array.from(random.permutation(count).subarray(0, Math.round(WRONG_SHARE * count)));

const computeDeviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
};

/** Values of a formula at random points; those of 5% of the rows are drawn from a normal distribution `width` times as wide. */
function makeData(formula: Formula, dimensions: number, count: number, seed: number, width: number) {
  const random = createRandom(seed, count);
  const points = drawPoints(count, dimensions, random);
  const values = points.map((point) => formula(point, random));
  const wrong = width > 0 ? drawRows(count, random) : [];
  const deviation = computeDeviation(values);
  for (const row of wrong) values[row] = width * deviation * random.normal();
  return { points, values, wrong };
}

function nameRows(points: readonly (readonly number[])[], values: readonly number[]): number[] {
  const width = points[0]?.length ?? 0;
  const inputs = Float64Array.from(
    Array.from({ length: width }, (_, at) =>
      points.map((point) => Math.sqrt(12) * ((point[at] ?? 0) - 0.5)),
    ).flat(),
  );
  const sources = Int32Array.from({ length: width }, (_, at) => at);
  const explained = { inputs: new Matrix(width, points.length, inputs), sources };
  const named = suspiciousRows(explained, Float64Array.from(values), createRandom(1));
  return Array.from(runToEnd(named));
}

const WITH_ERRORS: Readonly<Record<string, [dimensions: number, formula: Formula]>> = {
  smooth: [3, gain],
  "many inputs": [5, ([a = 0, b = 0, c = 0, d = 0]) => 10 * Math.sin(Math.PI * a * b) + 20 * c * c + 10 * d],
  noisy: [3, ([a = 0, b = 0, c = 0], random) => a + b - c + 0.1 * random.normal()],
  clipped: [3, ([a = 0, b = 0, c = 0]) => Math.max(0, a + b - c - 0.3)],
  "with a jump": [2, ([a = 0, b = 0]) => (a + 0.3 * b > 0.6 ? 1 : 0) + 0.1 * b],
  "over decades": [3, ([a = 0, b = 0, c = 0]) => Math.exp(6 * a + 3 * b - 2 * c)],
};

for (const [name, [dimensions, formula]] of Object.entries(WITH_ERRORS)) {
  it(`are named where the output is ${name}`, () => {
    for (const width of [30, 1000]) {
      let foundCount = 0;
      let wrongCount = 0;
      let falselyNamed = 0;
      for (const seed of DATA_SEEDS) {
        const { points, values, wrong } = makeData(formula, dimensions, 200, seed, width);
        const named = nameRows(points, values);
        foundCount += named.filter((row) => wrong.includes(row)).length;
        wrongCount += wrong.length;
        falselyNamed += named.filter((row) => !wrong.includes(row)).length;
      }
      assert.ok(
        foundCount >= 0.9 * wrongCount,
        `${foundCount} of ${wrongCount} with errors ${width} times as wide`,
      );
      assert.ok(falselyNamed <= 0.01 * 200 * DATA_SEEDS.length, `${falselyNamed} sound rows`);
    }
  });
}

const SOUND_FORMULAS: Readonly<Record<string, [dimensions: number, formula: Formula]>> = {
  ...WITH_ERRORS,
  "noise alone": [3, (_, random) => random.normal()],
  "noise over decades": [3, (_, random) => Math.exp(2 * random.normal())],
  "noise with heavy tails": [
    2,
    ([a = 0, b = 0], random) => Math.sin(5 * a) + b + 0.2 * random.normal() * Math.exp(random.normal() / 2),
  ],
  "noise that grows": [1, ([a = 0], random) => 1 + Math.sin(3 * a) + (0.02 + 0.5 * a * a) * random.normal()],
  "a peak": [2, ([a = 0, b = 0]) => 1 / (1 + 400 * ((a - 0.4) ** 2 + (b - 0.6) ** 2))],
  "a resonance": [2, ([a = 0, b = 0]) => 1 / Math.hypot(1 - (a + 0.5) ** 2, 0.02 + 0.02 * b)],
  "a pole": [2, ([a = 0, b = 0]) => a / (0.05 + b)],
  counts: [2, ([a = 0, b = 0]) => Math.round(6 * a * b)],
  "rare events": [2, (_, random) => Number(random.uniform() < 0.03)],
  "half of the values 0": [2, ([a = 0, b = 0], random) => (random.uniform() < 0.5 ? 0 : 1 + a * b)],
};

for (const [name, [dimensions, formula]] of Object.entries(SOUND_FORMULAS)) {
  it(`are not seen in sound data: ${name}`, () => {
    for (const count of [50, 200]) {
      let named = 0;
      for (const seed of DATA_SEEDS) {
        const { points, values } = makeData(formula, dimensions, count, seed, 0);
        named += nameRows(points, values).length;
      }
      assert.ok(named <= Math.max(1, 0.01 * count * DATA_SEEDS.length), `${named} rows of ${count} each`);
    }
  });
}

it("are not looked for where no process can be fitted", () => {
  const random = createRandom(4);
  const numbers = Array.from({ length: 60 }, () => random.normal());
  const points = drawPoints(60, 2, random);
  const few = points.map((_, row) => points[row % 4] ?? []);
  assert.equal(nameRows(few, numbers), []);
  assert.equal(nameRows(drawPoints(60, 300, random), numbers), []);
  const huge = numbers.map((value, row) => (row % 9 === 0 ? Math.sign(value) * 1.5e308 : value * 1e307));
  assert.equal(nameRows(points, huge), []);
  assert.equal(nameRows(points, numbers.fill(7)), []);
  const samePoint = Array.from({ length: 60 }, () => points[0] ?? []);
  assert.equal(
    nameRows(
      samePoint,
      points.map(([a = 0]) => a),
    ),
    [],
  );
});

const CURVE_POINTS = 20;
function makeTable(points: readonly (readonly number[])[], values: readonly number[]): Table {
  const curves = values.flatMap((value) =>
    Array.from({ length: CURVE_POINTS }, (_, at) => value * Math.exp(-at / 10)),
  );
  return {
    rows: points.length,
    inputs: ["a", "b", "c"].map((name, at) => ({
      kind: "continuous",
      name,
      values: Float64Array.from(points, (point) => point[at] ?? 0),
    })),
    outputs: [
      { name: "gain", size: 1, values: Float64Array.from(values) },
      { name: "decay", size: CURVE_POINTS, values: Float64Array.from(curves) },
    ],
  };
}

/** @param findsSuspiciousRows in all outputs; else only `gain` is trained */
async function trainOn(table: Table, findsSuspiciousRows: boolean) {
  const validationRows = Array.from({ length: table.rows }, (_, row) => row).filter((row) => row % 5 === 0);
  const ignoredOutputs = findsSuspiciousRows ? [] : ["decay"];
  const training = train(
    table,
    { effort: "quick", validationRows, findsSuspiciousRows, ignoredOutputs },
    { random: createRandom(5), clock: () => 0 },
  );
  for (let step = await training.next(); ; step = await training.next()) {
    if (step.done) return step.value.emulator;
  }
}

const without = (table: Table, rows: readonly number[]): Table =>
  selectRows(
    table,
    Array.from({ length: table.rows }, (_, row) => row).filter((row) => !rows.includes(row)),
  );

it("are stored with their outputs, in training and validation rows", async () => {
  const { points, values, wrong } = makeData(gain, 3, 120, 1, 1000);
  const table = makeTable(points, values);
  // One more curve with a single wrong point.
  const decay = table.outputs[1]?.values ?? new Float64Array();
  decay[50 * CURVE_POINTS + 7] = 40;
  const { outputs } = await trainOn(table, true);
  const named = outputs.map(({ suspicious }) => [...(suspicious?.rows ?? [])]);
  const inOrder = (rows: readonly number[]) => rows.toSorted((a, b) => a - b);
  assert.equal(named, [inOrder(wrong), inOrder([...wrong, 50])]);
  assert.is(outputs[0]?.suspicious?.checkedRows, 120);
  const [notSearched] = (await trainOn(without(table, wrong), false)).outputs;
  assert.is(notSearched?.suspicious, null);
});

/** Accuracy on new points, and the mean width of the bounds there. */
function measure(emulator: Emulator) {
  const random = createRandom(77);
  const points = drawPoints(500, 3, random);
  const prediction = emulator.predict(Float64Array.from(points.flat()), points.length).get("gain");
  const truth = points.map((point) => gain(point, random));
  const errors = truth.map((value, at) => value - (prediction?.mean[at] ?? Number.NaN));
  const width = (prediction?.upper ?? new Float64Array()).reduce(
    (sum, upper, at) => sum + (upper - (prediction?.lower[at] ?? Number.NaN)) / points.length,
    0,
  );
  return { accuracy: 1 - (computeDeviation(errors) / computeDeviation(truth)) ** 2, width };
}

it("that are named and left out make the emulator as good as without the errors", async () => {
  for (const seed of DATA_SEEDS) {
    const { points, values, wrong } = makeData(gain, 3, 200, seed, 30);
    const table = makeTable(points, values);
    const cleaned = measure(await trainOn(without(table, nameRows(points, values)), false));
    const reference = measure(await trainOn(without(table, wrong), false));
    assert.ok(Math.abs(cleaned.accuracy - reference.accuracy) < 0.005, `${cleaned.accuracy}`);
    assert.ok(cleaned.width < 1.5 * reference.width, `${cleaned.width} and ${reference.width}`);
  }
});
