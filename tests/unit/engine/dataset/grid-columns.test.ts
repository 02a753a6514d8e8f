import { gridAxisColumns, squareField } from "@understudy/engine/dataset/grid-columns.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("fields among vectors");
const GRID_SIDE = 20;
const VECTOR_LENGTH = GRID_SIDE * GRID_SIDE;

/** Finds the number of grid columns in vectors of a shape, which stand behind two other values of their row. */
function findGridColumns(shape: (i: number, row: number) => number, length = VECTOR_LENGTH): number | null {
  const field = squareField(length, 2);
  for (let row = 0; row < 10; row++)
    field.add(Float64Array.from({ length: length + 2 }, (_, i) => (i < 2 ? 1e6 * row : shape(i - 2, row))));
  return field.columns();
}
const x = (i: number) => (i % GRID_SIDE) / GRID_SIDE;
const y = (i: number) => Math.floor(i / GRID_SIDE) / GRID_SIDE;

it("are found on a square by their values, whatever stands beside them", () => {
  assert.is(
    findGridColumns((i, row) => Math.exp(-((x(i) - 0.1 * row) ** 2) - (y(i) - 0.5) ** 2)),
    GRID_SIDE,
  );
  assert.is(
    findGridColumns((i, row) => row * x(i) + y(i)),
    GRID_SIDE,
  );
  const turn = (share: number) => 2 * Math.PI * share;
  assert.is(
    findGridColumns((i, row) => Math.sin(turn(x(i) + 0.1 * row)) + Math.cos(turn(y(i)))),
    GRID_SIDE,
    "periodic",
  );
  const random = createRandom(1);
  assert.is(
    findGridColumns((i) => Math.sin(6 * x(i)) * y(i) + 0.05 * (random.uniform() - 0.5)),
    GRID_SIDE,
  );
});

it("are not seen in curves: ramps, peaks, steps, noise, and waves that repeat once a row", () => {
  const along = (i: number) => i / VECTOR_LENGTH;
  const random = createRandom(2);
  const curves = {
    ramp: along,
    peak: (i: number) => Math.exp(-(((i - 200) / 15) ** 2)),
    step: (i: number) => (i > 200 ? 1 : 0),
    noise: () => random.uniform(),
    constant: () => 3,
    wave: (i: number) => Math.sin((2 * Math.PI * i) / GRID_SIDE),
    slowWave: (i: number) => Math.sin((2 * Math.PI * i) / 90),
  };
  for (const [name, curve] of Object.entries(curves)) assert.is(findGridColumns(curve), null, name);
  assert.is(
    findGridColumns((i) => x(i) + y(i), VECTOR_LENGTH - 1),
    null,
    "no square",
  );
  assert.is(
    findGridColumns((i) => x(i) + y(i), 25),
    null,
    "too few values",
  );
});

it("have two axes, one that repeats in every row and one that stands still along a row", () => {
  const axis = (value: (i: number) => number, length = 12) =>
    gridAxisColumns(Float64Array.from({ length }, (_, i) => value(i)));
  assert.is(
    axis((i) => i % 4),
    4,
  );
  assert.is(
    axis((i) => -Math.floor(i / 4)),
    4,
  );
  assert.is(
    axis((i) => i),
    null,
    "a coordinate",
  );
  assert.is(
    axis(() => 1),
    null,
    "nothing varies",
  );
  assert.is(
    axis((i) => (i % 4) + Math.floor(i / 4)),
    null,
  );
  assert.is(
    axis((i) => [0, 2, 1, 3][i % 4] ?? 0),
    null,
    "neither rises nor falls",
  );
  assert.is(
    axis((i) => i % 5),
    null,
    "an incomplete row",
  );
});
