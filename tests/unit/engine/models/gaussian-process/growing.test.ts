import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import {
  type Effort,
  type GrownProcess,
  growProcess,
} from "@understudy/engine/models/gaussian-process/growing.ts";
import { createGaussianPredictor } from "@understudy/engine/models/gaussian-process/predictor.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("Gaussian processes of rows that become more");

/** Along a line of the square: the first feature from -1.7 to 1.7, the second one nearly the same everywhere. */
function line(count: number) {
  const random = createRandom(1);
  const along = Array.from({ length: count }, (_, i) => -1.7 + (3.4 * i) / (count - 1));
  const across = along.map(() => 0.05 * random.normal());
  return {
    inputs: new Matrix(2, count, Float64Array.from([...along, ...across])),
    targets: Float64Array.from(along, (x) => Math.sin(3 * x)),
    sources: Int32Array.of(0, 1),
  };
}

const grow = (count: number, effort: Effort): GrownProcess => grown(line(count), effort);

const grown = (rows: ReturnType<typeof line>, effort: Effort): GrownProcess =>
  runToEnd(growProcess(rows, effort));

it("is not certain along an axis on which nothing was varied", () => {
  const { model } = grow(7, { type: "search", random: createRandom(1) });
  const { predict } = createGaussianPredictor(model);
  // Feature by feature: between two rows, and away from all of them.
  const { variance } = predict(new Matrix(2, 2, Float64Array.of(0.2, 0.2, 0, 1.7)));
  const [near = 0, far = 0] = variance;
  assert.ok(Math.sqrt(far) > 0.6, `${Math.sqrt(far)} away from the rows`);
  assert.ok(Math.sqrt(near) < 0.2 * Math.sqrt(far), `${Math.sqrt(near)} between them`);
});

it("keeps the form of the kernel where rows are only added, and goes through them", () => {
  const first = grow(7, { type: "search", random: createRandom(1) });
  if (first.form === null) throw new Error("The targets vary.");
  const { model, form } = grow(9, { type: "add rows", form: first.form });
  assert.equal(form?.spec, first.form.spec);
  assert.equal(form?.point, first.form.point);
  const { inputs, targets } = line(9);
  const { mean } = createGaussianPredictor(model).predict(inputs);
  mean.forEach((value, i) => {
    assert.ok(Math.abs(value - (targets[i] ?? 0)) < 0.02, `row ${i}: ${value}`);
  });
});

it("predicts the rows that are left out of a smooth quantity, and not those of noise", () => {
  const effort = { type: "search", random: createRandom(1) } as const;
  const smooth = grow(16, effort).coefficientOfDetermination;
  assert.ok(smooth > 0.95 && smooth <= 1, `${smooth} of a sine`);
  const random = createRandom(2);
  const noise = Float64Array.from({ length: 16 }, () => random.normal());
  const none = grown({ ...line(16), targets: noise }, effort).coefficientOfDetermination;
  assert.ok(none < 0.3, `${none} of noise`);
});
