/** Outputs with one column for each point of a curve, which become one curve by choice. */

import type { SourceRows } from "@understudy/engine/dataset/source-columns.ts";
import { assert, suite } from "../../../harness.ts";
import { check, csv, soundParameters } from "../../../support/engine/csv-files.ts";
import { readOutputs } from "../../../support/engine/csv-sentences.ts";
import { isNear } from "../../../support/engine/near.ts";

const it = suite("the outputs of a file, with a column for each point");

const names = (text: (i: number) => string, count = 41) => Array.from({ length: count }, (_, i) => text(i));
const point = (row: number, i: number) => (row + 1) * i * i;
const inColumns = (header: readonly string[]) =>
  csv(["gain", ...header].join(), 12, (row) => [row, ...header.map((_, i) => point(row, i))].join());

it("with one column a point become one curve by choice", async () => {
  for (const [name, header] of [
    ["id", names((i) => `id_${i}`)],
    ["w", names((i) => `w[${i}]`)],
    // The Parameters File has a column y.
    ["y (2)", names((i) => `y${i}`)],
    ["v2", names((i) => `v2_${String(i + 1).padStart(2, "0")}`)],
  ] as const) {
    const withoutMerging = await readOutputs(inColumns(header));
    assert.is(withoutMerging.table?.outputs.length, 42);
    const { table, outputRows } = await readOutputs(inColumns(header), { join_numbered_columns: true });
    assert.equal(table?.outputs, [
      { name: "gain", vectorLength: null },
      { name, vectorLength: 41 },
    ]);
    assert.equal(outputRows[4], [4, ...header.map((_, i) => point(4, i))]);
  }
});

it("with a quantity in the name of each point become one curve over it by choice", async () => {
  const volts = Array.from({ length: 11 }, (_, i) => i / 10);
  for (const [header, name, coordinate] of [
    [volts.map((value) => `Id@${value}V`), "Id", "Id_at"],
    [volts.map((value) => `Id@${1000 * value}mV`), "Id", "Id_at"],
    [volts.map((value) => `Id (${value} V)`), "Id", "Id_at"],
    [volts.map((value) => `Id@Vg=${value}V`), "Id", "Vg"],
    [volts.toReversed().map((value) => `Id_${value}V`), "Id", "Id_at"],
  ] as const) {
    const offered = await readOutputs(inColumns(header));
    assert.ok(offered.notes.some((text) => text.endsWith("the 11 points of one curve over 0 to 1 V.")));
    assert.is(offered.table?.outputs.length, 12);
    const { table, outputRows, units } = await readOutputs(inColumns(header), {
      join_numbered_columns: true,
    });
    assert.equal(
      table?.outputs.map((output) => [output.name, output.vectorLength]),
      [
        ["gain", null],
        [coordinate, 11],
        [name, 11],
      ],
    );
    assert.is(units.get(coordinate), "V");
    for (const [i, value] of volts.entries()) isNear(outputRows[4]?.[1 + i], value, 1e-12);
    const points = header.map((_, i) => point(4, i));
    const isFalling = header[0]?.includes("_1V") === true;
    assert.equal(outputRows[4]?.slice(12), isFalling ? points.toReversed() : points);
  }
});

it("over the same quantity share its coordinate, and need neither even steps nor all of their values", async () => {
  const hertz = [1, 10, 100, 1e3, 2e3, 5e3, 1e4, 1e5];
  const write = (value: number) => (value < 1e3 ? `${value}Hz` : `${value / 1e3}kHz`);
  const header = hertz.flatMap((value) => [`gain_${write(value)}`, `phase_${write(value)}`]);
  const text = csv(header.join(), 12, (row) =>
    header.map((_, i) => (row === 3 && i === 0 ? "" : row + i)).join(),
  );
  const options = { join_numbered_columns: true, ignore_failed_runs: true };
  const { table, outputRows } = await readOutputs(text, options);
  assert.equal(
    table?.outputs.map(({ name, vectorLength }) => [name, vectorLength]),
    [
      ["gain_at", 8],
      ["gain", 8],
      ["phase", 8],
    ],
  );
  assert.equal(outputRows[3]?.slice(0, 8), hertz);
  assert.ok(outputRows[3]?.slice(8, 16).every(Number.isNaN));
  assert.equal(outputRows[3]?.slice(16), [4, 6, 8, 10, 12, 14, 16, 18]);
});

it("over quantities that the headers name differently have coordinates of their own", async () => {
  const volts = names((i) => `${i / 10}V`, 11);
  const header = [...volts.map((value) => `Id@Vg=${value}`), ...volts.map((value) => `Ig@Vd=${value}`)];
  const { table } = await readOutputs(inColumns(header), { join_numbered_columns: true });
  assert.equal(table?.outputs.slice(1), [
    { name: "Vg", vectorLength: 11 },
    { name: "Id", vectorLength: 11, coordinate: "Vg" },
    { name: "Vd", vectorLength: 11 },
    { name: "Ig", vectorLength: 11, coordinate: "Vd" },
  ]);
});

it("are read where a number or another quantity stands before the last one, and where they only count", async () => {
  for (const [header, outputs] of [
    [names((i) => `Id@Vd=0.05V_Vg=${i / 10}V`, 11), ["Vg", "Id@Vd=0.05V"]],
    [names((i) => `Id_1@${i / 10}V`, 11), ["Id_1_at", "Id_1"]],
    [names((i) => `swing (${i + 1} 000 Hz)`, 11), ["swing_at", "swing"]],
    [names((i) => `Id_0V${i + 1}`, 9), ["Id_0V"]],
    [names((i) => `y_1s${i + 1}`, 9), ["y_1s"]],
  ] as const) {
    const { table } = await readOutputs(inColumns(header), { join_numbered_columns: true });
    assert.equal(
      table?.outputs.slice(1).map(({ name }) => name),
      outputs,
    );
  }
});

it("stay apart where their quantities rise and fall", async () => {
  const header = [0, 1, 2, 3, 4, 3, 2, 1, 0].map((value, i) => `Id${i < 5 ? "" : "b"}@${value}V`);
  const { table } = await readOutputs(inColumns(header), { join_numbered_columns: true });
  assert.is(table?.outputs.length, header.length + 1);
});

it("with one column a point are added to the curves of another job, if they are as long", async () => {
  const earlierJob = (vectorLength: number): SourceRows => ({
    rows: 1,
    inputs: [
      { name: "x", levels: null },
      { name: "y", levels: null },
    ],
    outputs: [
      { name: "id", vectorLength },
      { name: "gain", vectorLength: null },
    ],
    async *read() {
      yield { inputs: Float64Array.of(0.5, 0.5), outputs: new Float64Array(vectorLength + 1) };
    },
  });
  const text = inColumns(names((i) => `id_${i}`));
  const options = { join_numbered_columns: true };
  const { outputRows } = await check(soundParameters, text, { options, earlierRows: earlierJob(41) });
  assert.equal([outputRows[3]?.at(40), outputRows[3]?.at(41)], [point(2, 40), 2]);
  const { sentences } = await check(soundParameters, text, { options, earlierRows: earlierJob(30) });
  assert.match(sentences[0] ?? "", /the output has 41 values, but that of the source job has 30/);
});

it("with a quantity in the name of each point are added to a job as it holds them", async () => {
  const header = names((i) => `Id@${i / 10}V`, 11);
  const text = inColumns(header);
  const options = { join_numbered_columns: true };
  const earlierJob = (columns: readonly (readonly [string, number | null])[]): SourceRows => ({
    rows: 1,
    inputs: [
      { name: "x", levels: null },
      { name: "y", levels: null },
    ],
    outputs: columns.map(([name, vectorLength]) => ({ name, vectorLength })),
    async *read() {
      const width = columns.reduce((sum, [, length]) => sum + (length ?? 1), 0);
      yield { inputs: Float64Array.of(0.5, 0.5), outputs: new Float64Array(width) };
    },
  });
  const columnsJob = earlierJob(["gain", ...header].map((name) => [name, null]));
  const { sentences, outputRows } = await check(soundParameters, text, { options, earlierRows: columnsJob });
  assert.equal(sentences, []);
  assert.equal(outputRows[3], [2, ...header.map((_, i) => point(2, i))]);
  const shortJob = earlierJob([
    ["gain", null],
    ["Id_at", 9],
    ["Id", 9],
  ]);
  const short = await check(soundParameters, text, { options, earlierRows: shortJob });
  assert.match(short.sentences[0] ?? "", /column "Id@0V": the output has 11 values, but .* has 9/);
});

it("become several curves where their columns take turns", async () => {
  const header = names((i) => `${i % 2 === 0 ? "id" : "ig"}_${10 * Math.floor(i / 2)}`, 20);
  const { table, outputRows } = await readOutputs(inColumns(header), { join_numbered_columns: true });
  assert.equal(
    table?.outputs.map(({ name, vectorLength }) => [name, vectorLength]),
    [
      ["gain", null],
      ["id", 10],
      ["ig", 10],
    ],
  );
  assert.equal(outputRows[3]?.slice(11), names((i) => String(point(3, 2 * i + 1)), 10).map(Number));
});

it("stay apart where their numbers do not count, or there are few of them", async () => {
  for (const header of [names((i) => `w_${i * i}`, 12), names((i) => `w_${i}`, 7)]) {
    const { table } = await readOutputs(inColumns(header), { join_numbered_columns: true });
    assert.is(table?.outputs.length, header.length + 1);
  }
});
