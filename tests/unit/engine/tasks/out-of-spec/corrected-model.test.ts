import { REACH_95 } from "@understudy/engine/math/normal.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { createEncoding } from "@understudy/engine/tasks/optimization/bayesian/encoding.ts";
import {
  createCorrectedModel,
  createCorrectionState,
} from "@understudy/engine/tasks/out-of-spec/corrected-model.ts";
import type { ScoreBand } from "@understudy/engine/tasks/out-of-spec/level-set.ts";
import { createEvenBands } from "@understudy/engine/tasks/out-of-spec/score-model.ts";
import type { KnownRows } from "@understudy/engine/tasks/yield/known-rows.ts";
import { assert, suite } from "../../../../harness.ts";
import { realAxes } from "../../../../support/engine/level-sets.ts";

const it = suite("an emulator corrected by the errors that simulations show");

const EMULATOR_BIAS = 0.1;
const computeEmulatorMean = ([x = 0, y = 0]: Float64Array): number => Math.sin(3 * x) + y * y - 0.8;
/** Says itself far surer of some designs than of others. */
const unsure = ([x = 0, y = 0]: Float64Array): number =>
  0.001 * Math.exp(3 * (Math.sin(7 * x) + Math.cos(9 * y)));
const prior = (points: readonly Float64Array[]): ScoreBand[] =>
  createEvenBands({
    mean: Float64Array.from(points, computeEmulatorMean),
    deviation: Float64Array.from(points, unsure),
  });
/** Without rows errors are alike over half the range. */
const lengths = Float64Array.of(0.5, 0.5);

const random = createRandom(5);
const points = Array.from({ length: 50 }, () => Float64Array.of(random.uniform(), random.uniform()));
const unseenPoints = Array.from({ length: 400 }, () => Float64Array.of(random.uniform(), random.uniform()));

const fitFrom = (rows: KnownRows) => ({
  errors: { rows, lengths },
  encoding: createEncoding(realAxes(2)),
  state: createCorrectionState(),
  random: createRandom(1),
});

function taught(error: (point: Float64Array) => number) {
  const scores = points.map((point) => computeEmulatorMean(point) + error(point));
  const fit = fitFrom({ count: 100, places: new Float64Array(0) });
  return { model: createCorrectedModel(prior, { points, scores }, fit), unit: fit.state.unit };
}

it("learns what the simulator gives more everywhere, however sure the emulator is of each design", () => {
  const { model } = taught(() => EMULATOR_BIAS);
  const { mean } = model.estimates(unseenPoints);
  const most = Math.max(
    ...unseenPoints.map((point, i) => Math.abs((mean[i] ?? 0) - computeEmulatorMean(point) - EMULATOR_BIAS)),
  );
  assert.ok(most < EMULATOR_BIAS / 100, `${most}`);
});

it("keeps the emulator's own deviations where they tell its errors", () => {
  const noise = createRandom(9);
  const { model, unit } = taught((point) => unsure(point) * noise.normal());
  assert.is(unit, "deviation");
  const { mean, deviation } = model.estimates(unseenPoints);
  const held = unseenPoints.filter((point, i) => {
    const truth = computeEmulatorMean(point) + unsure(point) * noise.normal();
    return Math.abs(truth - (mean[i] ?? 0)) < 1.96 * (deviation[i] ?? 0);
  });
  assert.ok(held.length > 0.9 * unseenPoints.length, `${held.length} of ${unseenPoints.length} are held`);
});

it("learns from large errors at one place nothing of places that training rows keep apart from it", () => {
  const grid = Array.from({ length: 80 }, () => random.uniform());
  const fit = fitFrom({ count: 40, places: Float64Array.from(grid) });
  const [x, y] = [0.3, 0.3];
  const wrong = [-0.02, 0, 0.02].map((shift) => Float64Array.of(x + shift, y));
  const scores = wrong.map((point) => computeEmulatorMean(point) + 3 * unsure(point));
  const { mean } = createCorrectedModel(prior, { points: wrong, scores }, fit).estimates(unseenPoints);
  const corrections = unseenPoints.map((point, i) => ({
    distance: Math.hypot((point[0] ?? 0) - x, (point[1] ?? 0) - y),
    size: Math.abs((mean[i] ?? 0) - computeEmulatorMean(point)) / unsure(point),
  }));
  const most = (some: typeof corrections) => Math.max(...some.map(({ size }) => size));
  const far = most(corrections.filter(({ distance }) => distance > 0.45));
  const near = most(corrections.filter(({ distance }) => distance < 0.1));
  assert.ok(far < 0.3 && near > 2, `${far} deviations far away, ${near} near`);
});

it("takes an error for large by the side of the band that it lies on", () => {
  const lopsided = (points: readonly Float64Array[]): ScoreBand[] =>
    points.map(() => ({ score: 1, lower: 1 - REACH_95, upper: 1 }));
  const fit = fitFrom({ count: 100, places: new Float64Array(0) });
  const fallen = { points: points.slice(0, 20), scores: points.slice(0, 20).map(() => 0.2) };
  const [band] = createCorrectedModel(lopsided, fallen, fit).bands(points.slice(0, 1));
  assert.ok(band !== undefined && Math.abs(band.score - 0.2) < 0.05);
  const [far] = createCorrectedModel(lopsided, { points: [Float64Array.of(0, 0)], scores: [0.9] }, fit).bands(
    [Float64Array.of(1, 1)],
  );
  assert.ok(far !== undefined && far.upper - far.score < 0.2 * (far.score - far.lower));
});
