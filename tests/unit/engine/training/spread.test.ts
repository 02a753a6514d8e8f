import { createRandom } from "@understudy/engine/math/random.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../harness.ts";
import { finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("the spread of an output");
const ROW_COUNT = 80;
const validationRows = Array.from({ length: 20 }, (_, row) => row);

/** The standard deviation of one column of rows x size values: so few rows are all trained on. */
function deviationByHand(values: Float64Array, size: number, component: number): number {
  const column = Array.from({ length: ROW_COUNT }, (_, row) => values[row * size + component] ?? 0);
  const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
  return Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (column.length - 1));
}

it("is the standard deviation of each value over the training rows, on every scale, and is kept in the file", async () => {
  const table = syntheticTable(ROW_COUNT, 2, {
    linear: ([a = 0, b = 0]) => 1e-15 * (a + b * b),
    decades: ([a = 0, b = 0]) => 10 ** (-12 + 6 * a + b),
    constant: () => 3,
    curve: ([a = 0, b = 0]) => [4, a, a + 10 * b],
  });
  const options = { effort: "quick" as const, validationRows };
  const { emulator } = await finish(train(table, options, { random: createRandom(5), clock: () => 0 }));
  const restored = restoreEmulator(emulator.serialise());
  for (const [at, { name, size, spread }] of restored.outputs.entries()) {
    const values = table.outputs[at]?.values ?? new Float64Array();
    assert.is(spread?.length, size);
    for (let component = 0; component < size; component++) {
      const expected = deviationByHand(values, size, component);
      const difference = Math.abs((spread?.[component] ?? Number.NaN) - expected);
      assert.ok(difference <= 1e-9 * (expected || 1), `${name}: ${spread?.[component]}, by hand ${expected}`);
    }
  }
});
