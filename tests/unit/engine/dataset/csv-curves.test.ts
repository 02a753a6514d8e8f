/** Outputs in the forms of numpy, of complex numbers and of simulators with steps of their own. */

import { unwrapped } from "@understudy/shared/quantities/complex-number.ts";
import { assert, suite } from "../../../harness.ts";
import { badOutputs, check, csv, soundParameters } from "../../../support/engine/csv-files.ts";
import { readOutputs } from "../../../support/engine/csv-sentences.ts";
import { isNear } from "../../../support/engine/near.ts";

const it = suite("the outputs of a file");

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
