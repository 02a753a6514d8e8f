import { normalQuantile, normalShare } from "@understudy/engine/math/normal.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { restoreEmulator } from "@understudy/engine/models/restore.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../harness.ts";
import { finish, syntheticTable, validationRowsOf } from "../../../support/engine/tables.ts";

const it = suite("extrapolation", { timeout: 60_000 });

/** Two inputs that were varied together: only a band along the diagonal is known. */
const emulator = await (async () => {
  const table = syntheticTable(200, 2, { y: ([a = 0]) => a });
  const [a, b] = table.inputs;
  if (a?.kind !== "continuous" || b?.kind !== "continuous")
    throw new Error("Two continuous inputs are meant.");
  b.values = b.values.map((value, row) => (a.values[row] ?? 0) + 0.1 * (value - 0.5));
  let asked = 0;
  const context = { random: createRandom(1), clock: () => 0, stopRequested: () => ++asked > 3 };
  return (await finish(train(table, { effort: "quick", validationRows: validationRowsOf(table) }, context)))
    .emulator;
})();

it("is told for each input whose value lies outside its range", () => {
  const { inputs, far } = emulator.extrapolation(Float64Array.of(0.5, 0.5, 1.2, 0.5, 0.5, -9, 2, 2), 4);
  assert.equal(Array.from(inputs), [0, 0, 1, 0, 0, 1, 1, 1]);
  assert.equal(Array.from(far), [0, 0, 0, 0]);
});

it("is told where the inputs were never varied to together", () => {
  const points = Float64Array.of(0.2, 0.21, 0.1, 0.9, 0.9, 0.1, 0.7, 0.7);
  assert.equal(Array.from(emulator.extrapolation(points, 4).far), [0, 1, 1, 0]);
  assert.equal(
    restoreEmulator(emulator.serialise()).extrapolation(points, 4),
    emulator.extrapolation(points, 4),
  );
});

it("is never told of the ends of the ranges themselves", () => {
  const ends = emulator.inputs.map((input) => (input.kind === "continuous" ? input.maximum : 0));
  assert.equal(Array.from(emulator.extrapolation(Float64Array.from(ends), 1).inputs), [0, 0]);
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
