/** Focus regions decide where along its coordinate an emulator is fine. */

import type { Region } from "@understudy/engine/dataset/sections.ts";
import type { Table } from "@understudy/engine/dataset/table.ts";
import { collectPoints } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { train } from "@understudy/engine/training/train.ts";
import { predictionAt } from "@understudy/shared/math/predicted-curves.ts";
import { assert, suite } from "../../../harness.ts";
import { drawValidationRows, finish } from "../../../support/engine/tables.ts";

const it = suite("focus regions of a training", { timeout: 60_000 });

const [ROWS, SIZE] = [40, 41];
/** A narrow peak at 0.5, whose height depends on the input. */
const curve = (a: number, x: number) => x + (1 + a) * Math.exp(-(((x - 0.5) / 0.008) ** 2));
/** Every row is sampled elsewhere, most of it around the peak, as an adaptive simulator does. */
const sampled = (row: number, at: number): number => {
  const share = (at + ((row * 0.37) % 1) * 0.8) / SIZE;
  return share < 0.25
    ? 1.88 * share
    : share < 0.75
      ? 0.47 + 0.12 * (share - 0.25)
      : 0.53 + 1.88 * (share - 0.75);
};
const a = Float64Array.from({ length: ROWS }, (_, row) => (row * 0.618) % 1);
const x = Float64Array.from({ length: ROWS * SIZE }, (_, i) => sampled(Math.floor(i / SIZE), i % SIZE));
const table: Table = {
  rows: ROWS,
  inputs: [{ kind: "continuous", name: "a", values: a }],
  outputs: [
    { name: "x", size: SIZE, values: x },
    { name: "y", size: SIZE, values: x.map((at, i) => curve(a[Math.floor(i / SIZE)] ?? 0, at)) },
  ],
};

async function emulatorWith(regions: readonly Region[]) {
  const options = {
    effort: "quick",
    validationRows: drawValidationRows(table),
    curves: { y: { coordinate: "x", regions } },
    ignoredOutputs: ["x"],
  } as const;
  const { emulator } = await finish(
    train(table, options, { random: createRandom(1), clock: () => performance.now() }),
  );
  return emulator;
}

/** The largest error of the predicted curves around the peak. */
function errorAtPeak(emulator: Awaited<ReturnType<typeof emulatorWith>>): number {
  const [output] = emulator.outputs;
  const at = Float64Array.from({ length: 101 }, (_, i) => 0.48 + 0.0004 * i);
  const predicted = emulator.predict(collectPoints(table), ROWS).get("y");
  if (output === undefined || predicted === undefined) throw new Error("no prediction");
  const { mean } = predictionAt(predicted, output.knots, at);
  return Math.max(
    ...Array.from(mean, (value, i) =>
      Math.abs(value - curve(a[Math.floor(i / at.length)] ?? 0, at[i % at.length] ?? 0)),
    ),
  );
}

it("place the knots of a curve where they are, and leave the others where they were", async () => {
  const { outputs } = await emulatorWith([{ from: 0.48, to: 0.52, sections: 20 }]);
  const knots = outputs[0]?.knots ?? new Float64Array();
  const inside = knots.filter((knot) => knot >= 0.48 && knot <= 0.52);
  assert.is(inside.length, 21);
  assert.ok(inside.every((knot, i) => Math.abs(knot - (0.48 + 0.002 * i)) < 1e-12));
  const without = (await emulatorWith([])).outputs[0]?.knots ?? new Float64Array();
  assert.equal(
    knots.filter((knot) => knot < 0.48 || knot > 0.52),
    without.filter((knot) => knot < 0.48 || knot > 0.52),
  );
});

it("make the emulator follow a peak that it would miss without them", async () => {
  const missed = errorAtPeak(await emulatorWith([]));
  const followed = errorAtPeak(await emulatorWith([{ from: 0.48, to: 0.52, sections: 20 }]));
  assert.ok(missed > 0.3, `${missed}`);
  assert.ok(followed < 0.1, `${followed}`);
});
