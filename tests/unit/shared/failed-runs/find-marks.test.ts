import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { FailedRunMarks } from "@understudy/shared/failed-runs/find-marks.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("marks of failed runs");

const SEED_COUNT = 20;
/** The rule's promise: at most this share of the rows of sound data is named. */
const MAX_FALSE_SHARE = 0.01;

type Column = readonly number[];
type Curves = readonly (readonly number[])[];

function findIn(rows: Curves) {
  const marks = new FailedRunMarks(rows[0]?.length ?? 1);
  rows.forEach((values, row) => {
    marks.add(Float64Array.from(values), row);
  });
  return marks.find();
}
const findInColumn = (values: Column) => findIn(values.map((value) => [value]));

const column = (count: number, drawValue: (random: Random, row: number) => number, seed = 1): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, row) => drawValue(random, row));
};
/** The output of the case `failed-runs-as-1e30`: 2 + sin(3 a) + b c. */
const gain = (random: Random): number =>
  2 + Math.sin(3 * random.uniform()) + random.uniform() * random.uniform();

const FAILED_ROWS = [15, 40, 41, 77, 100, 119];
const withMark = (values: Column, mark: number, rows = FAILED_ROWS): number[] =>
  values.map((value, row) => (rows.includes(row) ? mark : value));

for (const mark of [1e30, -1e30, 9.9e37, 9.969209968386869e36, -999, -9999, 99999, 99.99, 0, 1.7e308]) {
  it(`are found, with their rows, where a program writes ${mark}`, () => {
    for (let seed = 1; seed <= SEED_COUNT; seed++) {
      const [foundMark, ...furtherMarks] = findInColumn(withMark(column(120, gain, seed), mark));
      assert.is(furtherMarks.length, 0);
      assert.is(foundMark?.value, mark);
      assert.is(foundMark?.rowCount, FAILED_ROWS.length);
      assert.equal(foundMark?.rows, FAILED_ROWS);
      assert.ok(
        foundMark !== undefined && foundMark.otherValues.min > 1.9 && foundMark.otherValues.max < 4.1,
      );
    }
  });
}

it("are found beside each other, at one end and at both", () => {
  const values = withMark(withMark(withMark(column(120, gain), 1e30, [3, 5, 8]), 9999, [20, 30]), -999, [50]);
  assert.equal(
    findInColumn(values).map(({ value, rows }) => [value, rows]),
    [
      [1e30, [3, 5, 8]],
      [9999, [20, 30]],
      [-999, [50]],
    ],
  );
});

it("are found in outputs over decades, in counts, and between other values", () => {
  const outputs: Readonly<Record<string, Column>> = {
    decades: column(300, (random) => Math.exp(4 * random.normal())),
    counts: column(120, (random) => Math.floor(20 * random.uniform() ** 2)),
    between: column(120, (random) => 5000 * random.normal()),
  };
  for (const [name, values] of Object.entries(outputs)) {
    const mark = name === "between" ? -999 : -9999;
    const [foundMark] = findInColumn(withMark(values, mark));
    assert.is(foundMark?.value, mark, name);
    assert.is(foundMark?.rowCount, FAILED_ROWS.length, name);
  }
});

it("are found in a third of the rows, and in a single row", () => {
  const third = Array.from({ length: 40 }, (_, at) => 3 * at);
  assert.is(findInColumn(withMark(column(120, gain), 1e30, third))[0]?.rowCount, 40);
  assert.equal(findInColumn(withMark(column(120, gain), 1e30, [7]))[0]?.rows, [7]);
});

const curves = (count: number, seed = 1): number[][] =>
  column(count, (random) => random.uniform(), seed).map((rate) =>
    Array.from({ length: 30 }, (_, at) => 5 * (1 - Math.exp((-at * (1 + rate)) / 10)) + rate),
  );

it("are found in every point of a curve, and in a single one", () => {
  for (const mark of [1e30, -999]) {
    const everyPoint = curves(60).map((curve, row) => (row % 20 === 4 ? curve.map(() => mark) : curve));
    const singlePoint = curves(60).map((curve, row) => (row % 20 === 4 ? curve.with(17, mark) : curve));
    for (const rows of [everyPoint, singlePoint]) {
      const [foundMark] = findIn(rows);
      assert.is(foundMark?.value, mark);
      assert.equal(foundMark?.rows, [4, 24, 44]);
    }
  }
});

it("are found where whole curves are 0 and all others are far from it at most points", () => {
  const rows = curves(60).map((curve, row) =>
    curve.map((value) => (row % 20 === 4 ? 0 : 20 + Math.cos(value))),
  );
  const [foundMark] = findIn(rows);
  assert.is(foundMark?.value, 0);
  assert.equal(foundMark?.rows, [4, 24, 44]);
});

const SOUND_VALUES: Readonly<Record<string, (random: Random, row: number) => number>> = {
  normal: (random) => random.normal(),
  "far from 0": (random) => 1000 + random.normal(),
  "lognormal over decades": (random) => Math.exp(5 * random.normal()),
  "lognormal over many decades": (random) => Math.exp(12 * random.normal()),
  "heavy tails on both sides": (random) => random.normal() / random.uniform() ** 2,
  "clipped at 0 in half of the rows": (random) => Math.max(0, random.normal()),
  "clipped at 0 in a tenth of the rows": (random) => Math.max(0, 1.28 + random.normal()),
  "saturated at its maximum": (random) => Math.min(1, random.normal()),
  "saturated at 999": (random) => Math.min(999, 1000 + 300 * random.normal()),
  "saturated at both ends": (random) => Math.min(5, Math.max(0, 2.5 + 4 * random.normal())),
  "a steep step": (random) => 1 / (1 + Math.exp(-40 * random.normal())),
  "small counts": (random) => Math.floor(-3 * Math.log(random.uniform())),
  "large counts": (random) => Math.round(Math.exp(5 + 2 * random.normal())),
  "whole numbers in decades": (random) => 10 ** Math.floor(7 * random.uniform()),
  "a yes or no": (random) => Number(random.uniform() < 0.3),
  "rare events": (random) => Number(random.uniform() < 0.02),
  "rare events of different size": (random) => (random.uniform() < 0.03 ? 1e3 * random.uniform() : 0),
  "rare events beside noise": (random) => 0.01 * random.normal() + (random.uniform() < 0.02 ? 50 : 0),
  "sparse deltas": (random) => (random.uniform() < 0.08 ? Math.round(3 * random.normal()) : 0),
  "sparse deltas of unit size": (random) => Math.sign(Math.trunc(1.3 * random.normal())),
  "two digits": (random) => Math.round(10 * random.normal()) / 10,
  "three digits over decades": (random) => Number(Math.exp(4 * random.normal()).toPrecision(3)),
  "two levels with noise": (random) => (random.uniform() < 0.5 ? 0 : 3.3) + 0.05 * random.normal(),
  "off in half of the rows": (random) => (random.uniform() < 0.5 ? 0 : 3.3 + 0.1 * random.normal()),
  "underflow to 0": (random) => {
    const value = Math.exp(6 * random.normal());
    return value < 1e-3 ? 0 : value;
  },
  constant: () => 0.7,
  "constant but for a row": (_, row) => (row === 17 ? 1e30 : 0.7),
  "percent with full scores": (random) => Math.min(100, 90 + 10 * random.uniform() ** 0.5),
  "a sweep over decades": (_, row) => 10 ** (row % 7),
};

for (const [name, drawValue] of Object.entries(SOUND_VALUES)) {
  it(`are not seen in sound data: ${name}`, () => {
    for (const count of [10, 40, 120, 1000]) {
      let named = 0;
      for (let seed = 1; seed <= SEED_COUNT; seed++) {
        for (const { rowCount } of findInColumn(column(count, drawValue, seed))) named += rowCount;
      }
      assert.ok(named <= MAX_FALSE_SHARE * count * SEED_COUNT, `${named} of ${count * SEED_COUNT} rows`);
    }
  });
}

const SOUND_CURVE_POINTS: Readonly<Record<string, (rate: number, at: number) => number>> = {
  "from 0": (rate, at) => 1 - Math.exp(-at * rate),
  "pulses with hard edges": (rate, at) => (at > 10 * rate && at < 10 * rate + 8 ? 5 + rate : 0),
  "one grid in all rows": (_, at) => 10 ** (at / 5),
  "clipped waves": (rate, at) => Math.max(0, Math.sin(at / 3 + 6 * rate)),
  "off in a tenth of the rows, as at the start": (rate, at) => (rate < 0.1 ? 0 : at * rate),
};
for (const [name, valueAt] of Object.entries(SOUND_CURVE_POINTS)) {
  it(`are not seen in sound curves: ${name}`, () => {
    for (let seed = 1; seed <= SEED_COUNT; seed++) {
      const rates = column(80, (random) => random.uniform(), seed);
      const rows = rates.map((rate) => Array.from({ length: 25 }, (_, at) => valueAt(rate, at)));
      assert.equal(findIn(rows), []);
    }
  });
}
