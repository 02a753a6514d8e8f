import { turnIntoCurves } from "@understudy/engine/dataset/sweep-curves.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("sweeps that become curves");

const DEVICE_COUNT = 12;
const current = (w: number, vgs: number): number => w * vgs ** 2;

/** One row a point: the width of a device, a gate voltage and a current; each device with voltages of its own. */
function longTable(voltagesOf: (device: number) => readonly number[], random?: Random) {
  const widths = Array.from({ length: DEVICE_COUNT }, (_, device) => 1 + device / 10 + device ** 2 / 100);
  const rows = widths.flatMap((width, device) => voltagesOf(device).map((voltage) => ({ width, voltage })));
  const order = random === undefined ? Int32Array.from(rows.keys()) : random.permutation(rows.length);
  const column = (of: (row: (typeof rows)[number]) => number) =>
    Float64Array.from(order, (row) => of(rows[row] ?? { width: 0, voltage: 0 }));
  return {
    widths,
    table: {
      shared: [{ kind: "numeric" as const, values: column(({ width }) => width) }],
      swept: column(({ voltage }) => voltage),
      outputs: [column(({ width, voltage }) => current(width, voltage))],
    },
  };
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const foldCurves = (table: Parameters<typeof turnIntoCurves>[0]) => {
  const made = turnIntoCurves(table);
  if ("problem" in made) throw new Error(made.problem);
  return made;
};

it("keep every point where all have the same grid, in any order of the rows", () => {
  const voltages = range(9).map((at) => at / 8);
  for (const random of [undefined, createRandom(1)]) {
    const { table } = longTable(() => voltages, random);
    const { grid, curves, firstRows, isResampled, leftOut } = foldCurves(table);
    assert.equal(
      [Array.from(grid), isResampled, leftOut, firstRows.length],
      [voltages, false, 0, DEVICE_COUNT],
    );
    firstRows.forEach((row, curve) => {
      const width = table.shared[0]?.values[row] ?? 0;
      const points = curves[0]?.subarray(9 * curve, 9 * (curve + 1));
      assert.equal(
        Array.from(points ?? []),
        voltages.map((voltage) => current(width, voltage)),
      );
    });
  }
});

it("are interpolated where each has a grid of its own, and left out where one is too short", () => {
  const random = createRandom(2);
  const { table } = longTable((device) =>
    range(60).map(
      (at) =>
        (device === 3 ? 0.4 : 1) * Math.min(1, Math.max(0, at / 59 + 1e-3 * random.normal() * (at % 59))),
    ),
  );
  const { grid, curves, firstRows, isResampled, leftOut } = foldCurves(table);
  assert.equal([isResampled, leftOut, grid.length, firstRows.length], [true, 1, 60, DEVICE_COUNT - 1]);
  firstRows.forEach((row, curve) => {
    const width = table.shared[0]?.values[row] ?? 0;
    grid.forEach((voltage, at) => {
      const value = curves[0]?.[60 * curve + at] ?? Number.NaN;
      assert.ok(Math.abs(value - current(width, voltage)) < 5e-3, `${voltage}: ${value}`);
    });
  });
});

it("that turn back become loops, branch by branch, and values in another order do not", () => {
  const voltages = [0, 1, 2, 3, 4, 3, 2, 1, 0];
  const { table } = longTable(() => voltages);
  const lags = Float64Array.from(table.swept, (_, row) => (row % 9 < 5 ? -1 : 1));
  const { grid, curves, isResampled } = foldCurves({ ...table, outputs: [lags] });
  assert.equal([Array.from(grid), isResampled], [[0, 1, 2, 3, 4, 4, 3, 2, 1, 0], false]);
  assert.equal(Array.from(curves[0]?.subarray(10, 20) ?? []), [-1, -1, -1, -1, -1, -1, 1, 1, 1, 1]);
  const reaches = longTable((device) => voltages.map((voltage) => voltage * (1 + device / 20)));
  const resampled = foldCurves(reaches.table);
  assert.equal([resampled.isResampled, resampled.leftOut], [true, 0]);
  assert.equal(
    [0, 4, 5, 9].map((at) => resampled.grid[at]),
    [0, 4, 4, 0],
  );
  const temperatures = foldCurves(longTable(() => [25, 85, 125, 0, -40]).table);
  assert.equal(Array.from(temperatures.grid), [-40, 0, 25, 85, 125]);
});

it("are refused with the reason where there are none", () => {
  const { table } = longTable((device) => range(9).map((at) => 10 * device + at));
  assert.equal(turnIntoCurves(table), {
    problem: "the sweeps have hardly any value in common; a curve needs 3 points",
  });
  const alone = { ...table, shared: [{ kind: "numeric" as const, values: table.swept.map(() => 1) }] };
  assert.equal(turnIntoCurves(alone), { problem: "there is only 1 sweep; at least 4 are needed" });
});
