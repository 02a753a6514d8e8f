/** The share that fails, once simulations have verified what an emulator predicts. */
import { createSobol } from "@understudy/engine/designs/sobol.ts";
import type { LevelSet } from "@understudy/engine/tasks/out-of-spec/level-set.ts";
import { createEvenBands } from "@understudy/engine/tasks/out-of-spec/score-model.ts";
import { createErrorField } from "@understudy/engine/tasks/yield/error-field.ts";
import { assert, suite } from "../../../../harness.ts";
import { realAxes } from "../../../../support/engine/level-sets.ts";
import { predictFailures, verifiedShare } from "../../../../support/engine/verified-share.ts";

const it = suite("the share that fails after verification");

const SIMULATORS = 8;
const VERIFIED = 20;
const SIDE = 5;
const POINTS = 4_096;

const cell = (at: number): number => (at + 0.5) / SIDE;
const places = Array.from({ length: SIDE ** 2 }, (_, i) => [cell(i % SIDE), cell(Math.floor(i / SIDE))]);
const rows = { count: 1e6, places: Float64Array.from(places.flat()) };
const own = ([x = 0, y = 0]: Float64Array): number =>
  Math.sin(5 * x) + 0.7 * Math.cos(6 * y + 3 * x) + x - 0.6;
const deviation = ([x = 0, y = 0]: Float64Array): number =>
  0.02 + 2 * Math.min(...places.map(([a = 0, b = 0]) => Math.hypot(x - a, y - b)));
const emulator: LevelSet = {
  axes: realAxes(2),
  rows,
  scores: (points) => Float64Array.from(points, own),
  bands: (points) =>
    createEvenBands({
      mean: Float64Array.from(points, own),
      deviation: Float64Array.from(points, deviation),
    }),
  weight: () => 1,
};
/** Simulators that the emulator may have been trained on: they differ from it as it says that they may. */
const errors = createErrorField({ lengths: Float64Array.of(0.4, 0.4), rows, draws: SIMULATORS, seed: 11 });
const simulate = (simulator: number, point: Float64Array): number =>
  own(point) + deviation(point) * (errors.at(point, 1)[simulator] ?? 0);

const even = createSobol(2).points(0, POINTS);
const evenErrors = errors.at(even, POINTS);
function truthOf(simulator: number): number {
  let failing = 0;
  for (let i = 0; i < POINTS; i++) {
    const point = even.subarray(2 * i, 2 * i + 2);
    const error = evenErrors[i * SIMULATORS + simulator] ?? 0;
    if (own(point) + deviation(point) * error < 0) failing += 1;
  }
  return failing / POINTS;
}

it("holds the truth as often as it claims, and is nearer to it than the emulator alone", async () => {
  const predicted = predictFailures(emulator, { seed: 1, screened: 2_048 });
  let [held, squares, squaresBefore] = [0, 0, 0];
  for (let simulator = 0; simulator < SIMULATORS; simulator++) {
    const truth = truthOf(simulator);
    const { value, lower, upper } = await verifiedShare(predicted, VERIFIED, (point) =>
      simulate(simulator, point),
    );
    if (lower <= truth && truth <= upper) held += 1;
    squares += (value - truth) ** 2;
    squaresBefore += (predicted.share.value - truth) ** 2;
  }
  assert.ok(held >= SIMULATORS - 1, `${held} of ${SIMULATORS}`);
  assert.ok(squares < squaresBefore / 2, `${squares} after, ${squaresBefore} before`);
});
