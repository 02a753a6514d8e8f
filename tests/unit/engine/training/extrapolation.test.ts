import { join } from "node:path";
import { collectPoints, type Table } from "@understudy/engine/dataset/table.ts";
import { normalQuantile, normalShare } from "@understudy/engine/math/normal.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../harness.ts";
import {
  drawValidationRows,
  FIXTURES,
  finish,
  readTable,
  syntheticTable,
} from "../../../support/engine/tables.ts";

const it = suite("extrapolation", { timeout: 60_000 });

/** Trained for a fixed number of steps, so that the machine's load changes nothing. */
async function trained(table: Table, steps: number): Promise<Emulator> {
  let stopRequests = 0;
  const context = { random: createRandom(1), clock: () => 0, stopRequested: () => ++stopRequests > steps };
  const options = { effort: "quick", validationRows: drawValidationRows(table) } as const;
  return (await finish(train(table, options, context))).emulator;
}

/** Two inputs that were varied together: only a band along the diagonal is known. */
const emulator = await (async () => {
  const table = syntheticTable(200, 2, { y: ([a = 0]) => a });
  const [a, b] = table.inputs;
  if (a?.kind !== "continuous" || b?.kind !== "continuous")
    throw new Error("Two continuous inputs are meant.");
  b.values = b.values.map((value, row) => (a.values[row] ?? 0) + 0.1 * (value - 0.5));
  return await trained(table, 3);
})();

it("is reported for each input whose value lies outside its range", () => {
  const { inputs, far } = emulator.extrapolation(Float64Array.of(0.5, 0.5, 1.2, 0.5, 0.5, -9, 2, 2), 4);
  assert.equal(Array.from(inputs), [0, 0, 1, 0, 0, 1, 1, 1]);
  assert.equal(Array.from(far), [0, 0, 0, 0]);
});

it("is reported where the inputs were never varied together", () => {
  const points = Float64Array.of(0.2, 0.21, 0.1, 0.9, 0.9, 0.1, 0.7, 0.7);
  assert.equal(Array.from(emulator.extrapolation(points, 4).far), [0, 1, 1, 0]);
  assert.equal(
    restoreEmulator(emulator.serialise()).extrapolation(points, 4),
    emulator.extrapolation(points, 4),
  );
});

it("is never reported of the ends of the ranges themselves", () => {
  const ends = emulator.inputs.map((input) => (input.kind === "continuous" ? input.maximum : 0));
  assert.equal(Array.from(emulator.extrapolation(Float64Array.from(ends), 1).inputs), [0, 0]);
});

it("is reported in a gap of more than half of an input's values, but for what lies close to its ends", async () => {
  const table = syntheticTable(120, 2, { y: ([a = 0, b = 0]) => a + b });
  const [a, b] = table.inputs;
  if (a?.kind !== "continuous" || b?.kind !== "continuous")
    throw new Error("Two continuous inputs are meant.");
  a.values = a.values.map((value) => (value < 0.5 ? 3.5 : 7));
  b.values = b.values.map((value) => Math.floor(3 * value) / 2);
  const twoLevels = await trained(table, 3);
  const gaps = twoLevels.inputs.map((input) => (input.kind === "continuous" ? input.gap : null));
  assert.equal(gaps, [{ from: 3.5, to: 7 }, null]);
  const points = Float64Array.of(3.5, 0.5, 3.6, 0.5, 5, 0.5, 6.5, 0.5, 7, 0.5, 9, 0.5);
  for (const emulatorOrCopy of [twoLevels, restoreEmulator(twoLevels.serialise())]) {
    const { inputs, far } = emulatorOrCopy.extrapolation(points, 6);
    assert.equal(Array.from(far), [0, 0, 1, 1, 0, 0]);
    assert.equal(Array.from(inputs), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
  }
});

it("is reported of categories that never occurred together", async () => {
  const table = syntheticTable(90, 1, { y: ([a = 0]) => a });
  const codes = Int32Array.from({ length: 90 }, (_, row) => row % 3);
  const kind = (name: string): Table["inputs"][number] => ({
    kind: "categorical",
    name,
    levels: ["low", "middle", "high"],
    codes,
  });
  const both = { ...table, inputs: [...table.inputs, kind("b"), kind("c")] };
  const { extrapolation } = await trained(both, 3);
  assert.equal(Array.from(extrapolation(Float64Array.of(0.5, 1, 1, 0.5, 0, 2), 2).far), [0, 1]);
});

it("is measured from training rows that the emulator can tell, by values, levels and inputs that never varied", async () => {
  const table = syntheticTable(60, 3, { y: ([a = 0]) => a });
  const [a, b, never] = table.inputs;
  if (a?.kind !== "continuous" || b?.kind !== "continuous" || never?.kind !== "continuous")
    throw new Error("Three continuous inputs are meant.");
  // Correlated inputs are whitened; the levels of one category are three, those of the other two.
  b.values = b.values.map((value, row) => (a.values[row] ?? 0) + 0.1 * value);
  never.values.fill(4);
  const kind = (name: string, levels: string[]): Table["inputs"][number] => {
    const codes = Int32Array.from({ length: 60 }, (_, row) => (row * 7) % levels.length);
    return { kind: "categorical", name, levels, codes };
  };
  const inputs = [a, b, never, kind("d", ["low", "middle", "high"]), kind("e", ["off", "on"])];
  const { trainingPoints } = await trained({ ...table, inputs }, 3);
  const points = trainingPoints();
  const rows = collectPoints({ ...table, inputs });
  const count = points.length / inputs.length;
  assert.ok(count > 30 && count <= 60, `${count}`);
  for (let i = 0; i < count; i++) {
    const point = points.subarray(i * inputs.length, (i + 1) * inputs.length);
    const isRow = Array.from({ length: table.rows }, (_, row) =>
      point.every((value, at) => Math.abs(value - (rows[row * inputs.length + at] ?? 0)) < 1e-9),
    );
    assert.ok(isRow.includes(true), point.join(" "));
  }
});

const bounds = suite("bounds away from the data", { timeout: 120_000 });

const buildings = await readTable(join(FIXTURES, "energy_efficiency"));

bounds("are as wide as the output's own range where a polynomial is held at its limit", async () => {
  const emulator = await trained(buildings, 3);
  assert.ok(emulator.outputs.every(({ families: [first] }) => first?.family === "polynomial"));
  const from = [0.69, 735, 294, 220.5, 3.5, 3, 0.1, 2];
  // X1 to X5 vary together in twelve shapes: one of them alone leaves the data.
  for (const x1 of [0.62, 0.74, 0.8, 0.9, 0.98]) {
    const point = Float64Array.from([x1, ...from.slice(1)]);
    assert.is(emulator.extrapolation(point, 1).far[0], 1, `${x1}`);
    for (const { name, values } of buildings.outputs) {
      const { mean, lower, upper } = emulator.predict(point, 1).get(name) ?? {};
      const range = Math.max(...values) - Math.min(...values);
      const width = (upper?.[0] ?? 0) - (lower?.[0] ?? 0);
      const shown = `${name} at ${x1}: ${lower?.[0]} ${mean?.[0]} ${upper?.[0]}`;
      assert.ok(width > 0.8 * range, shown);
      // Beside wide bounds, what the polynomial extrapolates is drawn back to where outputs are.
      const least = Math.min(...values) - 0.15 * range;
      const most = Math.max(...values) + 0.15 * range;
      assert.ok((mean?.[0] ?? 0) > least && (mean?.[0] ?? 0) < most, shown);
    }
  }
  assert.is(emulator.extrapolation(Float64Array.from(from), 1).far[0], 0);
});

bounds("grow with the distance from the rows, whatever the family", async () => {
  const table = syntheticTable(120, 2, { y: ([a = 0, b = 0]) => Math.sin(4 * a) + b * b });
  for (const steps of [3, 60]) {
    const emulator = await trained(table, steps);
    const along = [0.5, 1.1, 1.25, 1.4, 1.5].map((a) => {
      const { lower, upper } = emulator.predict(Float64Array.of(a, 0.5), 1).get("y") ?? {};
      return (upper?.[0] ?? 0) - (lower?.[0] ?? 0);
    });
    along.slice(1).forEach((width, at) => {
      assert.ok(width > (along[at] ?? 0), `${along}`);
    });
  }
});

bounds("are as wide as the output varies where an input has a value that it never had", async () => {
  const table = syntheticTable(48, 2, { y: ([a = 0]) => a });
  const [, second] = table.inputs;
  if (second?.kind !== "continuous") throw new Error("Two continuous inputs are meant.");
  second.values.fill(3);
  const emulator = await trained(table, 3);
  const { lower, upper } = emulator.predict(Float64Array.of(0.5, 3, 0.5, 4), 2).get("y") ?? {};
  const widths = upper?.map((high, at) => high - (lower?.[at] ?? 0)) ?? [];
  assert.ok((widths[0] ?? 1) < 0.05 && (widths[1] ?? 0) > 0.5, `${widths}`);
});

bounds("do not depend on how many points are asked for at once", async () => {
  const emulator = await trained(buildings, 3);
  const points = collectPoints(buildings).subarray(0, 8 * 40);
  points[3] = 0;
  const all = emulator.predict(points, 40).get("heating_load");
  for (const at of [0, 17, 39]) {
    const single = emulator.predict(points.subarray(8 * at, 8 * (at + 1)), 1).get("heating_load");
    const difference = Math.abs((single?.upper[0] ?? 0) - (all?.upper[at] ?? 1));
    assert.ok(difference < 1e-9, `${difference}`);
  }
});

const quantiles = suite("normal quantiles");

// Abramowitz and Stegun, table 26.1 and 26.5.
quantiles("agree with the tables, and undo shares", () => {
  assert.ok(Math.abs(normalQuantile(0.975) - 1.959963984540054) < 1e-12);
  assert.ok(Math.abs(normalShare(1) - 0.841344746068543) < 1e-14);
  assert.ok(Math.abs(normalShare(-4) / 3.167124183311998e-5 - 1) < 1e-12);
  for (const share of [1e-12, 0.001, 0.3, 0.5, 0.77, 1 - 1e-9]) {
    assert.ok(Math.abs(normalShare(normalQuantile(share)) / share - 1) < 1e-11, `${share}`);
  }
});
