import { createRandom } from "@understudy/engine/math/random.ts";
import { encodingOf } from "@understudy/engine/tasks/optimization/bayesian/encoding.ts";
import { correctedModel, noCorrection } from "@understudy/engine/tasks/out-of-spec/corrected-model.ts";
import type { ScoreEstimates } from "@understudy/engine/tasks/out-of-spec/score-model.ts";
import { assert, suite } from "../../../../harness.ts";
import { realAxes } from "../../../../support/engine/level-sets.ts";

const it = suite("an emulator corrected by the errors that simulations show");

const BIAS = 0.1;
const own = ([x = 0, y = 0]: Float64Array): number => Math.sin(3 * x) + y * y - 0.8;
/** Says itself far surer of some designs than of others. */
const unsure = ([x = 0, y = 0]: Float64Array): number =>
  0.001 * Math.exp(3 * (Math.sin(7 * x) + Math.cos(9 * y)));
const prior = (points: readonly Float64Array[]): ScoreEstimates => ({
  mean: Float64Array.from(points, own),
  deviation: Float64Array.from(points, unsure),
});

const random = createRandom(5);
const points = Array.from({ length: 50 }, () => Float64Array.of(random.uniform(), random.uniform()));
const others = Array.from({ length: 400 }, () => Float64Array.of(random.uniform(), random.uniform()));

function taught(error: (point: Float64Array) => number) {
  const scores = points.map((point) => own(point) + error(point));
  const fit = { encoding: encodingOf(realAxes(2)), state: noCorrection(), random: createRandom(1) };
  return { model: correctedModel(prior, { points, scores }, fit), unit: fit.state.unit };
}

it("learns what the simulator gives more everywhere, however sure the emulator is of each design", () => {
  const { model } = taught(() => BIAS);
  const { mean } = model.estimates(others);
  const most = Math.max(...others.map((point, i) => Math.abs((mean[i] ?? 0) - own(point) - BIAS)));
  assert.ok(most < BIAS / 100, `${most}`);
});

it("keeps the emulator's own deviations where they tell its errors", () => {
  const noise = createRandom(9);
  const { model, unit } = taught((point) => unsure(point) * noise.normal());
  assert.is(unit, "deviation");
  const { mean, deviation } = model.estimates(others);
  const held = others.filter((point, i) => {
    const truth = own(point) + unsure(point) * noise.normal();
    return Math.abs(truth - (mean[i] ?? 0)) < 1.96 * (deviation[i] ?? 0);
  });
  assert.ok(held.length > 0.9 * others.length, `${held.length} of ${others.length} are held`);
});
