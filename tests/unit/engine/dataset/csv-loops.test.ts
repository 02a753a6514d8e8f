/** Curves over sweeps that turn back, as those of a hysteresis. */

import { outputStatistics } from "@understudy/engine/dataset/statistics.ts";
import { MAX_SECTIONS } from "@understudy/shared/limits.ts";
import { assert, suite } from "../../../harness.ts";
import { csv } from "../../../support/engine/csv-files.ts";
import { readOutputs } from "../../../support/engine/csv-sentences.ts";

const it = suite("curves");

/** An up-and-down sweep of a voltage and the polarisation over it, which lags behind by half a volt. */
function loops(points: (row: number) => number, reach: (row: number) => number): string {
  return csv("V,P", 12, (row) => {
    const rising = Array.from({ length: points(row) }, (_, i) => (reach(row) * i) / (points(row) - 1));
    const sweep = [...rising, ...rising.toReversed()];
    const lag = (i: number) => (i < points(row) ? -0.5 : 0.5);
    return `"[${sweep.join()}]","[${sweep.map((v, i) => (row + 1) * (v + lag(i))).join()}]"`;
  });
}

it("over a sweep that turns back keep the order of their points", async () => {
  const { outputRows, notes } = await readOutputs(
    loops(
      () => 5,
      () => 4,
    ),
  );
  assert.equal(outputRows[1]?.slice(0, 10), [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]);
  assert.equal(outputRows[1]?.slice(10), [-1, 1, 3, 5, 7, 9, 7, 5, 3, 1]);
  assert.match(notes.join(), /"V" turns back in every row: the curves beside it are drawn as loops over it/);
});

it("over a sweep with more points than a config can hold are no loops", async () => {
  const { notes } = await readOutputs(
    loops(
      () => (MAX_SECTIONS + 2) / 2,
      () => 4,
    ),
  );
  assert.equal(notes, []);
});

it("over time are no loops over a triangle that every row has, and a constant spectrum is none either", async () => {
  const list = (value: (i: number) => number) =>
    `"[${Array.from({ length: 9 }, (_, i) => value(i)).join()}]"`;
  const triangle = list((i) => 4 - Math.abs(i - 4));
  const sweeps = await readOutputs(
    csv("time,vin,vout", 12, (row) => [list((i) => i), triangle, list((i) => (row + 1) * i * i)].join()),
  );
  assert.equal(sweeps.notes, []);
  const spectrum = list((i) => Math.exp(-((i - 4) ** 2)));
  const constant = await readOutputs(
    csv("reference_spectrum,spectrum", 12, (row) => [spectrum, list((i) => (row + 1) * i * i)].join()),
  );
  assert.equal(constant.notes, []);
  for (const [name, values, isLoop] of [
    ["vin", [0, 1, 2, 1, 0], true],
    ["reference_spectrum", [0, 1, 2, 1, 0], false],
    ["v", [0, 0.01, 0.02, 0.03, 0.04, 1, 0.04, 0.03, 0.02, 0.01, 0], false],
  ] as const) {
    const statistics = outputStatistics({ name, vectorLength: values.length }, 0);
    statistics.add(Float64Array.from(values));
    assert.is(statistics.meta().loop !== null, isLoop, name);
  }
});

it("over sweeps of their own that turn back are resampled branch by branch", async () => {
  const { table, outputRows, notes } = await readOutputs(
    loops(
      (row) => 9 + row,
      (row) => 4 + row / 8,
    ),
  );
  const length = table?.outputs[0]?.vectorLength ?? 0;
  const half = length / 2;
  assert.ok(length >= 20, String(length));
  outputRows.forEach((row, at) => {
    const [sweep, values] = [row.slice(0, length), row.slice(length)];
    assert.equal([sweep[0], sweep[half - 1], sweep[half], sweep.at(-1)], [0, 4, 4, 0]);
    // Between the two lines lies no value.
    values.forEach((value, i) => {
      const truth = (at + 1) * ((sweep[i] ?? 0) + (i < half ? -0.5 : 0.5));
      assert.ok(Math.abs(value - truth) <= 1e-9, `${value} instead of ${truth}`);
    });
  });
  assert.match(notes.join(), /between 0 and 4, .* each of the 2 branches by itself/);
});

it("with a peak are no sweeps that turn back", async () => {
  const peak = (row: number) =>
    Array.from({ length: 15 }, (_, i) => Math.exp(-(((i - 7) / (1 + row / 12)) ** 2)));
  const { notes, outputRows } = await readOutputs(
    csv("v,power", 12, (row) => `"[${peak(row).join()}]","[${peak(row + 1).join()}]"`),
  );
  assert.equal([notes, outputRows[4]?.slice(0, 15)], [[], peak(4)]);
});
