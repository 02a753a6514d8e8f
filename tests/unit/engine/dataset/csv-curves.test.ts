/** Outputs in the forms of numpy, of tables with a column a point, of complex numbers and of simulators with steps of their own. */

import type { SourceRows } from "@understudy/engine/dataset/source-columns.ts";
import { unwrapped } from "@understudy/shared/quantities/complex-number.ts";
import { assert, suite } from "../../../harness.ts";
import { badOutputs, check, csv, soundParameters } from "../../../support/engine/csv-files.ts";
import { readOutputs } from "../../../support/engine/csv-sentences.ts";

const it = suite("the outputs of a file");

const isNear = (actual: number | undefined, expected: number, tolerance: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= tolerance, `${actual} instead of ${expected}`);

it("may be lists as numpy and MATLAB write them", async () => {
  for (const list of [
    "[1. 2.\n 3.e-1]",
    "[ 1.00  2.00  0.30]",
    "array([1. , 2. , 0.3])",
    "np.array([1., 2., 0.3], dtype=float32)",
    "[np.float64(1.0), np.float64(2.0), np.float64(0.3)]",
    "[1;2;0.3]",
    "[1,0; 2,0; 0,3]",
    "[[1. 2. 0.3]]",
    "[[1.]\n [2.]\n [0.3]]",
    "array('d', [1.0, 2.0, 0.3])",
  ]) {
    const { table, outputRows } = await readOutputs(csv("u", 12, () => `"${list}"`));
    assert.equal([table?.outputs, outputRows[3]], [[{ name: "u", vectorLength: 3 }], [1, 2, 0.3]], list);
  }
  const { outputRows } = await readOutputs(csv("g", 12, (row) => `np.float64(${row}.5)`));
  assert.equal(outputRows[3], [3.5]);
});

it("are refused where numpy shortened a list, with the way to save it whole", async () => {
  const { sentences } = await badOutputs(csv("u", 12, () => '"[1. 2. 3. ... 7. 8. 9.]"'));
  assert.match(
    sentences[0] ?? "",
    /numpy shortened this list; save it whole, with np\.set_printoptions\(threshold=sys\.maxsize\)/,
  );
});

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

const complexCell = (row: number) => `${row + 1}-${row}.5j`;

it("that are complex are refused with the choices, and become two outputs by choice", async () => {
  const { sentences } = await badOutputs(csv("s21", 12, complexCell));
  assert.match(sentences[0] ?? "", /row 2, column "s21": "1-0\.5j" is a complex number/);
  assert.match(sentences.join("\n"), /choose "Real and imaginary part"[\s\S]*choose "Magnitude and phase"/);
  for (const write of [
    complexCell,
    (row: number) => `(${complexCell(row)})`,
    (row: number) => `"${row + 1} - ${row}.5i"`,
    (row: number) => `"(${row + 1}, -${row}.5)"`,
    (row: number) => `${row + 1} - ${row}.5im`,
  ]) {
    const { table, outputRows } = await readOutputs(csv("s21", 12, write), { complex_as_parts: true });
    assert.equal(
      table?.outputs.map(({ name }) => name),
      ["s21_re", "s21_im"],
    );
    assert.equal(outputRows[2], [3, -2.5]);
  }
  const polar = await readOutputs(csv("s21", 12, complexCell), { complex_as_polar: true });
  isNear(polar.outputRows[2]?.[0], 20 * Math.log10(Math.hypot(3, 2.5)), 1e-12);
  isNear(polar.outputRows[2]?.[1], (Math.atan2(-2.5, 3) * 180) / Math.PI, 1e-12);
  assert.equal(Object.fromEntries(polar.units), { s21_db: "dB", s21_deg: "deg" });
});

it("that are complex curves have a phase without jumps", async () => {
  const angles = Array.from({ length: 20 }, (_, i) => -0.7 * i);
  const list = angles.map((angle) => `${2 * Math.cos(angle)}+${2 * Math.sin(angle)}j`.replace("+-", "-"));
  for (const separator of [", ", " "]) {
    const text = csv("s21", 12, () => `"[${list.join(separator)}]"`);
    const { table, outputRows } = await readOutputs(text, { complex_as_polar: true });
    assert.equal(table?.outputs, [
      { name: "s21_db", vectorLength: 20 },
      { name: "s21_deg", vectorLength: 20 },
    ]);
    angles.forEach((angle, i) => {
      isNear(outputRows[5]?.[i], 20 * Math.log10(2), 1e-9);
      isNear(outputRows[5]?.[20 + i], (angle * 180) / Math.PI, 1e-9);
    });
  }
});

it("that are complex and zero have no decibels", async () => {
  const { sentences } = await check(
    soundParameters,
    csv("s21", 12, (row) => `${row}+0j`),
    { options: { complex_as_polar: true } },
  );
  assert.match(sentences[0] ?? "", /row 2, column "s21": the value has no decibels, because it is zero/);
});

/** Responses 1 - exp(-t) at time steps that differ from row to row, more of them in some rows. */
function ownGrids(coordinate: string, count: (row: number) => number): string {
  return csv(`${coordinate},vout`, 12, (row) => {
    const times = Array.from({ length: count(row) }, (_, i) => (i / (count(row) - 1)) ** 2 * (4 + row / 4));
    return `"[${times.join(", ")}]","[${times.map((time) => 1 - Math.exp(-time)).join(", ")}]"`;
  });
}

it("with a grid of their own in each row are resampled onto one grid, which is said", async () => {
  for (const count of [() => 80, (row: number) => 60 + 5 * row]) {
    const { table, outputRows, notes } = await readOutputs(ownGrids("time", count));
    const length = table?.outputs[0]?.vectorLength ?? 0;
    assert.equal(table?.outputs, [
      { name: "time", vectorLength: length },
      { name: "vout", vectorLength: length },
    ]);
    const grid = outputRows[0]?.slice(0, length) ?? [];
    assert.ok(length >= 60 && grid[0] === 0 && grid.at(-1) === 4);
    for (const row of outputRows) {
      assert.equal(row.slice(0, length), grid);
      grid.forEach((time, i) => {
        isNear(row[length + i], 1 - Math.exp(-time), 2e-4);
      });
    }
    assert.match(
      notes.join(),
      /Each row has a grid of its own in "time": "vout" and it are resampled onto \d+ points from 0 to 4/,
    );
  }
});

it("keep the grids of their rows by choice, and where nothing says that they are grids", async () => {
  const unmerged = await readOutputs(
    ownGrids("time", () => 30),
    { resample_curves: false },
  );
  isNear(unmerged.outputRows[8]?.[29], 6, 1e-12);
  const rising = csv("id,gm", 12, (row) => `"[${row + 1}, ${row + 3}, ${row + 9}]","[3, ${row}, 1]"`);
  assert.equal((await readOutputs(rising)).outputRows[2], [3, 5, 11, 3, 2, 1]);
  const shared = csv("vgs,v,id", 12, (row) => `"[1, 2, 3]","[0, ${row + 1}, ${row + 2}]","[1, ${row}, 4]"`);
  assert.equal((await readOutputs(shared)).outputRows[2], [1, 2, 3, 0, 3, 4, 1, 2, 4]);
});

const wrap = (angle: number) => angle - 360 * Math.floor((angle + 180) / 360);

it("that are angles which wrap become cosine and sine by choice, and curves without jumps", async () => {
  const inputs = csv("x", 60, String);
  const numbers = csv("phase_deg", 60, (row) => String(wrap(-17 * row)));
  const cosines = await check(inputs, numbers, { options: { unwrap_angles: true } });
  assert.equal(
    cosines.table?.outputs.map(({ name }) => name),
    ["phase_deg_cos", "phase_deg_sin"],
  );
  isNear(cosines.outputRows[7]?.[0], Math.cos((-17 * 7 * Math.PI) / 180), 1e-12);
  const plain = await check(inputs, numbers);
  assert.equal(plain.outputRows[7], [wrap(-17 * 7)]);
  const list = (row: number) => Array.from({ length: 30 }, (_, i) => wrap(-row - 25 * i));
  const curves = csv("phase", 12, (row) => `"[${list(row).join(", ")}]"`);
  const { outputRows } = await readOutputs(curves, { unwrap_angles: true });
  isNear(outputRows[3]?.[29], -3 - 25 * 29, 1e-9);
});

it("that only fill the range of an angle are none", async () => {
  const numbers = csv("gain", 60, (row) => String(6 * row - 180));
  const { table } = await check(csv("x", 60, String), numbers, { options: { unwrap_angles: true } });
  assert.equal(table?.outputs, [{ name: "gain", vectorLength: null }]);
  assert.equal([...unwrapped(Float64Array.of(170, -170, 170), 360)], [170, 190, 170]);
});
