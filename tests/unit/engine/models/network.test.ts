import { fill, type Matrix64, rowsOf } from "@understudy/engine/math/kernels/arena.ts";
import { LayerKernels } from "@understudy/engine/math/kernels/layer-kernels.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { annealedRate, createAdamFitter, startAdam } from "@understudy/engine/models/network/adam-fit.ts";
import {
  type BayesianFit,
  BayesianFitter,
  hasConverged,
  noiseOf,
  precisionGroups,
  startFit,
} from "@understudy/engine/models/network/bayesian-fit.ts";
import { createNetworkEvaluator, evaluate } from "@understudy/engine/models/network/evaluator.ts";
import {
  createBlock,
  createPass,
  loadBlock,
  type Pass,
  runBackwards,
  runForwards,
  storeBlock,
} from "@understudy/engine/models/network/memory.ts";
import {
  initialParameters,
  listLayers,
  type NetworkShape,
} from "@understudy/engine/models/network/network.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a network");

const normals = (seed: number, count: number) => {
  const random = createRandom(seed);
  return Float64Array.from({ length: count }, () => random.normal());
};

const outputsAt = (shape: NetworkShape, parameters: Float64Array, inputs: Float64Array, count: number) =>
  evaluate({ shape, parameters, features: Array.from({ length: shape.inputs }, (_, i) => i) }, inputs, count);

/** A pass forwards through a network in memory of its own. */
function makePass(shape: NetworkShape, parameters: Float64Array, inputs: Float64Array, count: number) {
  const kernels = new LayerKernels();
  const allocate = (rows: number, columns: number): Matrix64 => kernels.matrix64(rows, columns);
  const layers = listLayers(shape);
  const block = createBlock(allocate, layers);
  const gradient = createBlock(allocate, layers);
  loadBlock(block, layers, parameters);
  const pass: Pass<Float64Array> = createPass(allocate, shape, count, true);
  fill(pass.inputs, inputs);
  runForwards(kernels, block, pass);
  return { kernels, layers, block, gradient, pass };
}

/** Central differences of `value` over every parameter. */
function gradients(parameters: Float64Array, value: (parameters: Float64Array) => number): Float64Array {
  return parameters.map((parameter, p) => {
    const moved = (by: number) => value(parameters.map((other, q) => (q === p ? parameter + by : other)));
    return (moved(1e-5) - moved(-1e-5)) / 2e-5;
  });
}

const near = (a: Float64Array, b: Float64Array, tolerance: number) =>
  a.length === b.length && a.every((value, at) => Math.abs(value - (b[at] ?? Number.NaN)) < tolerance);

const TESTED_NETWORKS: Pick<NetworkShape, "hidden" | "activation">[] = [
  { hidden: [] },
  { hidden: [4] },
  { hidden: [5, 3], activation: "tanh" },
  { hidden: [5, 3], activation: "silu" },
];

for (const { hidden, activation = "tanh" } of TESTED_NETWORKS) {
  it(`with hidden layers [${hidden}] of ${activation} has the gradient that finite differences give`, () => {
    const shape: NetworkShape = { inputs: 3, hidden, outputs: 2, activation };
    const count = 7;
    const inputs = normals(1, 3 * count);
    const targets = normals(2, 2 * count);
    const parameters = initialParameters(shape, createRandom(3));
    const loss = (at: Float64Array) =>
      outputsAt(shape, at, inputs, count).reduce((sum, y, i) => sum + (y - (targets[i] ?? 0)) ** 2 / 2, 0);
    const { kernels, layers, block, gradient, pass } = makePass(shape, parameters, inputs, count);
    fill(
      pass.outputs,
      Matrix.copyOf(pass.outputs).values.map((y, i) => y - (targets[i] ?? 0)),
    );
    runBackwards(kernels, block, pass);
    const biases = gradient.layers.map((layer) => layer.biases);
    gradient.layers.forEach(({ weights }, index) => {
      const [delta, read] = [pass.deltas[index], pass.layerInputs[index]];
      if (delta === undefined || read === undefined) return;
      kernels.multiply(delta, read, weights, "A Bᵀ");
      const rows = Matrix.copyOf(delta).values;
      biases[index]?.values.set(
        Array.from({ length: delta.rows }, (_, unit) =>
          rows.subarray(unit * count, (unit + 1) * count).reduce((sum, value) => sum + value, 0),
        ),
      );
    });
    const actual = new Float64Array(parameters.length);
    storeBlock(gradient, layers, actual);
    assert.ok(near(actual, gradients(parameters, loss), 1e-7));
  });

  it(`with hidden layers [${hidden}] of ${activation} has the Jacobian that finite differences give`, () => {
    const shape: NetworkShape = { inputs: 3, hidden, outputs: 1, activation };
    const count = 5;
    const inputs = normals(4, 3 * count);
    const parameters = initialParameters(shape, createRandom(5));
    const { kernels, layers, block, pass } = makePass(shape, parameters, inputs, count);
    pass.outputs.values.fill(1, 0, count);
    runBackwards(kernels, block, pass);
    const jacobian = kernels.matrix64(parameters.length, count);
    layers.forEach((layer, index) => {
      const [delta, read] = [pass.deltas[index], pass.layerInputs[index]];
      if (delta === undefined || read === undefined) return;
      kernels.layerJacobian(delta, read, rowsOf(jacobian, layer.weights, layer.biases + layer.units));
    });
    const actual = Matrix.copyOf(jacobian).values;
    for (let sample = 0; sample < count; sample++) {
      const expected = gradients(parameters, (at) => outputsAt(shape, at, inputs, count)[sample] ?? 0);
      assert.ok(
        near(
          expected.map((_, p) => actual[p * count + sample] ?? 0),
          expected,
          1e-7,
        ),
      );
    }
  });
}

for (const precision of ["single", "double"]) {
  it(`predicts the same for a point alone as among others, in ${precision} precision`, () => {
    const shape: NetworkShape = { inputs: 3, hidden: [20, 7], outputs: 2 };
    const exact = initialParameters(shape, createRandom(15));
    const parameters = precision === "single" ? exact.map(Math.fround) : exact;
    const count = 530;
    const inputs = normals(16, 3 * count);
    const together = outputsAt(shape, parameters, inputs, count);
    for (const i of [0, 17, 511, 512, 529]) {
      const point = Float64Array.from({ length: 3 }, (_, feature) => inputs[feature * count + i] ?? 0);
      assert.equal(
        outputsAt(shape, parameters, point, 1),
        Float64Array.of(together[i] ?? 0, together[count + i] ?? 0),
      );
    }
  });
}

it("gives each input of the first layer a precision of its own", () => {
  const { groups, count } = precisionGroups({ inputs: 2, hidden: [2], outputs: 1 });
  assert.equal(Array.from(groups), [0, 1, 0, 1, 2, 2, 3, 3, 4, 4, 5]);
  assert.is(count, 6);
});

function fitTo(samples: number, noise: number, of: (a: number, b: number) => number): BayesianFit {
  const shape = { inputs: 2, hidden: [8], outputs: 1 };
  const inputs = normals(6, 2 * samples);
  const errors = normals(7, samples);
  const targets = errors.map((e, i) => of(inputs[i] ?? 0, inputs[samples + i] ?? 0) + noise * e);
  const fit = startFit(shape, initialParameters(shape, createRandom(8)));
  const fitter = new BayesianFitter(shape, inputs, samples);
  for (let step = 0; step < 120 && !hasConverged(fit); step++) Array.from(fitter.advance(fit, targets));
  return fit;
}

it("learns a smooth function exactly when there is no noise", () => {
  const fit = fitTo(300, 0, (a, b) => Math.sin(a) + 0.3 * a * b);
  assert.ok(Math.sqrt((2 * fit.error) / 300) < 1e-2, `${fit.error}`);
});

it("estimates how much of the data is noise, and uses few effective parameters for it", () => {
  const fit = fitTo(400, 0.3, (a) => a);
  assert.ok(Math.abs(Math.sqrt(noiseOf(fit, 400)) - 0.3) < 0.03, `${noiseOf(fit, 400)}`);
  assert.ok(fit.effectiveParameters < 14, `${fit.effectiveParameters} of ${fit.parameters.length}`);
});

it("loses the weights of an input that does not matter", () => {
  const fit = fitTo(300, 0.05, (a) => Math.tanh(2 * a));
  const [needed = 0, needless = 0] = fit.alphas;
  assert.ok(needless > 30 * needed, `${needed} ${needless}`);
});

it("is left as it was by a step cut short", () => {
  const shape = { inputs: 1, hidden: [3], outputs: 1 };
  const parameters = initialParameters(shape, createRandom(9));
  const fit = startFit(shape, parameters.slice());
  new BayesianFitter(shape, normals(10, 50), 50).advance(fit, normals(11, 50)).next();
  assert.equal(fit.parameters, parameters);
});

/** Two outputs of two inputs, fitted by `steps` mini-batches, so many at a time. */
function fitBatches(steps: number, atOnce: number, activation: "tanh" | "silu") {
  const shape: NetworkShape = { inputs: 2, hidden: [16, 16], outputs: 2, activation };
  const count = 1000;
  const inputs = normals(12, 2 * count);
  const targets = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    targets[i] = Math.sin(inputs[i] ?? 0);
    targets[count + i] = (inputs[i] ?? 0) * (inputs[count + i] ?? 0);
  }
  const fit = startAdam(initialParameters(shape, createRandom(13)));
  const make = () => createAdamFitter(shape, inputs, targets, Float64Array.of(1, 1), count, createRandom(14));
  let fitter = make();
  const error = () =>
    outputsAt(shape, fit.parameters, inputs, count).reduce(
      (sum, y, i) => sum + (y - (targets[i] ?? 0)) ** 2,
      0,
    ) / count;
  const before = error();
  while (fit.step < steps) {
    fitter.advance(fit, Math.min(atOnce, steps - fit.step), (step) => annealedRate(4e-3, step / steps));
    if (atOnce < steps) fitter = make();
  }
  return { fit, before, after: error() };
}

for (const activation of ["tanh", "silu"] as const) {
  it(`learns by mini-batches too, with ${activation}`, () => {
    const { before, after } = fitBatches(1500, 1500, activation);
    assert.ok(after < before / 200, `${before} -> ${after}`);
  });
}

it("learns the same by mini-batches however many are taken at once, and by whom", () => {
  assert.equal(fitBatches(30, 7, "silu").fit, fitBatches(30, 30, "silu").fit);
});

for (const round of [Math.fround, (value: number) => value]) {
  const precision = round === Math.fround ? "single" : "double";
  it(`predicts the same wherever its memory lies, and leaves nothing in it (${precision} precision)`, () => {
    const shape: NetworkShape = { inputs: 3, hidden: [9, 5], outputs: 2, activation: "silu" };
    const parameters = initialParameters(shape, createRandom(15)).map(round);
    const kernels = new LayerKernels();
    const evaluator = createNetworkEvaluator({ shape, parameters, features: [2, 0, 1] }, kernels);
    const points = normals(16, 3 * 600);
    const [single, many] = [evaluator(points.slice(0, 3), 1), evaluator(points, 600)];
    const mark = kernels.mark();
    kernels.matrix64(30, 30).values.fill(Number.NaN);
    assert.equal([evaluator(points.slice(0, 3), 1), evaluator(points, 600)], [single, many]);
    kernels.release(mark);
    kernels.matrix64(90, 90).values.fill(Number.NaN);
    kernels.release(mark);
    assert.equal([evaluator(points.slice(0, 3), 1), evaluator(points, 600)], [single, many]);
    assert.is(kernels.mark(), mark);
  });
}
