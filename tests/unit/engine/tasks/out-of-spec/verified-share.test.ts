/** The share that fails, once simulations have verified what an emulator predicts. */
import { createSobol } from "@understudy/engine/designs/sobol.ts";
import type { LevelSet } from "@understudy/engine/tasks/out-of-spec/level-set.ts";
import { createEvenBands } from "@understudy/engine/tasks/out-of-spec/score-model.ts";
import { createErrorField } from "@understudy/engine/tasks/yield/error-field.ts";
import { assert, suite } from "../../../../harness.ts";
import { realAxes } from "../../../../support/engine/level-sets.ts";
import { predictFailures, verifiedShare } from "../../../../support/engine/verified-share.ts";

const it = suite("the share that fails after verification");

const SIMULATOR_COUNT = 8;
const VERIFIED_COUNT = 20;
const GRID_SIDE = 5;
const POINT_COUNT = 4_096;

const cell = (at: number): number => (at + 0.5) / GRID_SIDE;
const places = Array.from({ length: GRID_SIDE ** 2 }, (_, i) => [
  cell(i % GRID_SIDE),
  cell(Math.floor(i / GRID_SIDE)),
]);
const rows = { count: 1e6, places: Float64Array.from(places.flat()) };
const computeEmulatorMean = ([x = 0, y = 0]: Float64Array): number =>
  Math.sin(5 * x) + 0.7 * Math.cos(6 * y + 3 * x) + x - 0.6;
const deviation = ([x = 0, y = 0]: Float64Array): number =>
  0.02 + 2 * Math.min(...places.map(([a = 0, b = 0]) => Math.hypot(x - a, y - b)));
const emulator: LevelSet = {
  axes: realAxes(2),
  rows,
  scores: (points) => Float64Array.from(points, computeEmulatorMean),
  bands: (points) =>
    createEvenBands({
      mean: Float64Array.from(points, computeEmulatorMean),
      deviation: Float64Array.from(points, deviation),
    }),
  weight: () => 1,
};
/** Simulators that the emulator may have been trained on: they differ from it as it says that they may. */
const errors = createErrorField({
  lengths: Float64Array.of(0.4, 0.4),
  rows,
  draws: SIMULATOR_COUNT,
  seed: 11,
});
const simulate = (simulator: number, point: Float64Array): number =>
  computeEmulatorMean(point) + deviation(point) * (errors.at(point, 1)[simulator] ?? 0);

const even = createSobol(2).points(0, POINT_COUNT);
const evenErrors = errors.at(even, POINT_COUNT);
function measureTruth(simulator: number): number {
  let failing = 0;
  for (let i = 0; i < POINT_COUNT; i++) {
    const point = even.subarray(2 * i, 2 * i + 2);
    const error = evenErrors[i * SIMULATOR_COUNT + simulator] ?? 0;
    if (computeEmulatorMean(point) + deviation(point) * error < 0) failing += 1;
  }
  return failing / POINT_COUNT;
}

it("holds the truth as often as it claims, and is nearer to it than the emulator alone", async () => {
  const predicted = predictFailures(emulator, { seed: 1, screened: 2_048 });
  let [held, squares, squaresBefore] = [0, 0, 0];
  for (let simulator = 0; simulator < SIMULATOR_COUNT; simulator++) {
    const truth = measureTruth(simulator);
    const { value, lower, upper } = await verifiedShare(predicted, VERIFIED_COUNT, (point) =>
      simulate(simulator, point),
    );
    if (lower <= truth && truth <= upper) held += 1;
    squares += (value - truth) ** 2;
    squaresBefore += (predicted.share.value - truth) ** 2;
  }
  assert.ok(held >= SIMULATOR_COUNT - 1, `${held} of ${SIMULATOR_COUNT}`);
  assert.ok(squares < squaresBefore / 2, `${squares} after, ${squaresBefore} before`);
});
