/** The share that fails, once simulations have verified what an emulator predicts. */
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { planScreening, screenedPoints } from "@understudy/engine/tasks/optimization/emulator/screening.ts";
import type { LevelSet } from "@understudy/engine/tasks/out-of-spec/level-set.ts";
import { modelLevelSet } from "@understudy/engine/tasks/out-of-spec/model-level-set.ts";
import { screenedShares } from "@understudy/engine/tasks/out-of-spec/screened-shares.ts";
import { findFailingRegions, nearlyFailing } from "@understudy/engine/tasks/out-of-spec/search.ts";
import { Verification } from "@understudy/engine/tasks/out-of-spec/verification.ts";
import { createErrorField } from "@understudy/engine/tasks/yield/error-field.ts";
import { withPoints } from "@understudy/engine/tasks/yield/known-rows.ts";
import { assert, suite } from "../../../../harness.ts";
import { realAxes } from "../../../../support/engine/level-sets.ts";

const it = suite("the share that fails after verification");

const SIMULATORS = 12;
const VERIFIED = 20;
const SCREENED = 1_024;
const SIDE = 5;

const axes = realAxes(2);
const places = Array.from({ length: SIDE ** 2 }, (_, i) => [
  (i % SIDE) + 0.5,
  Math.floor(i / SIDE) + 0.5,
]).map(([x = 0, y = 0]) => [x / SIDE, y / SIDE]);
const rows = { count: 1e6, places: Float64Array.from(places.flat()) };
const own = ([x = 0, y = 0]: Float64Array): number =>
  Math.sin(5 * x) + 0.7 * Math.cos(6 * y + 3 * x) + x - 0.6;
const deviation = ([x = 0, y = 0]: Float64Array): number =>
  0.02 + 2 * Math.min(...places.map(([a = 0, b = 0]) => Math.hypot(x - a, y - b)));
const emulator: LevelSet = {
  axes,
  rows,
  scores: (points) => Float64Array.from(points, own),
  bands: (points) =>
    points.map((point) => {
      const [score, reach] = [own(point), 1.96 * deviation(point)];
      return { score, lower: score - reach, upper: score + reach };
    }),
  weight: () => 1,
};
/** Simulators that the emulator may have been trained on: they err from it as it says. */
const errors = createErrorField({ lengths: Float64Array.of(0.4, 0.4), rows, draws: SIMULATORS, seed: 11 });
const simulate = (simulator: number, point: Float64Array): number =>
  own(point) + deviation(point) * (errors.at(point, 1)[simulator] ?? 0);

const points = screenedPoints(axes, planScreening(axes, 4 * SCREENED), { seed: 5, from: 0, count: SCREENED });
const scored = (score: (point: Float64Array) => number) =>
  points.map((point) => ({ point, score: score(point) }));

const clock = () => 0;
const state = runToEnd(findFailingRegions(emulator, { seed: 1, screened: SCREENED }, clock));
const designs = {
  worst: state.regions.map(({ worst }) => worst.point),
  failing: state.regions.flatMap((region) => region.points.map(({ point }) => point)),
  even: nearlyFailing(emulator, SCREENED, 1, state).map(({ point }) => point),
};

function verifiedShare(simulator: number) {
  const verification = new Verification(emulator, { seed: 1, maximum: VERIFIED, ...designs });
  const asked: Float64Array[] = [];
  for (let next = verification.ask(); next !== null; next = verification.ask()) {
    asked.push(next.point);
    verification.tell([{ ...next, score: simulate(simulator, next.point) }]);
  }
  const known = { axes, weight: () => 1, rows: withPoints(rows, asked), isVerified: true };
  const model = modelLevelSet(verification.model, known);
  const scores = model.scores(points);
  return screenedShares(
    model,
    points.map((point, i) => ({ point, score: scores[i] ?? Number.NaN })),
    false,
  ).predicted;
}

it("holds the truth as often as it claims, and is nearer to it than the emulator alone", () => {
  const before = screenedShares(emulator, scored(own), false).predicted;
  let [held, squares, squaresBefore] = [0, 0, 0];
  for (let simulator = 0; simulator < SIMULATORS; simulator++) {
    const truth =
      scored((point) => simulate(simulator, point)).filter(({ score }) => score < 0).length / points.length;
    const share = verifiedShare(simulator);
    if (share.lower <= truth && truth <= share.upper) held += 1;
    squares += (share.value - truth) ** 2;
    squaresBefore += (before.value - truth) ** 2;
  }
  assert.ok(held >= SIMULATORS - 2, `${held} of ${SIMULATORS}`);
  assert.ok(squares < squaresBefore / 2, `${squares} after, ${squaresBefore} before`);
});
