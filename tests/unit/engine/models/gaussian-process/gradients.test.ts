import { ProcessKernels } from "@understudy/engine/math/kernels/process-kernels.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { packDiscontinuities } from "@understudy/engine/models/gaussian-process/discontinuities.ts";
import { createGaussianGradients } from "@understudy/engine/models/gaussian-process/gradients.ts";
import { createLayout, type Layout } from "@understudy/engine/models/gaussian-process/layout.ts";
import { Likelihood } from "@understudy/engine/models/gaussian-process/likelihood.ts";
import type {
  CovarianceFamily,
  GaussianModel,
} from "@understudy/engine/models/gaussian-process/model/model.ts";
import { mergeRows, type Rows } from "@understudy/engine/models/gaussian-process/model/rows.ts";
import { independentTerms } from "@understudy/engine/models/gaussian-process/model/terms.ts";
import { computePosterior } from "@understudy/engine/models/gaussian-process/posterior.ts";
import { createGaussianPredictor } from "@understudy/engine/models/gaussian-process/predictor.ts";
import { fitSparse } from "@understudy/engine/models/gaussian-process/sparse.ts";
import { createWorkspace } from "@understudy/engine/models/gaussian-process/workspace.ts";
import { assert, suite } from "../../../../harness.ts";
import { randomMatrix } from "../../../../support/engine/matrices.ts";

const it = suite("the gradients of a Gaussian process");

const FEATURE_COUNT = 3;
const FEATURE_SOURCES = Int32Array.of(0, 1, 2);
const POINT_COUNT = 9;
const kernels = new ProcessKernels("plain");

function makeRows(count: number): Rows {
  const random = createRandom(3);
  const inputs = randomMatrix(random, FEATURE_COUNT, count);
  const targets = Float64Array.from({ length: count }, (_, i) => {
    const [a = 0, b = 0, c = 0] = inputs.column(i);
    return Math.sin(a) + 0.3 * b * c + 0.2 * random.normal();
  });
  return mergeRows(inputs, targets);
}

const rows = makeRows(40);

/** Parameters as they come: what is to be seen is the same whatever they are. */
function drawParameters(layout: Layout): Float64Array {
  const random = createRandom(2);
  const point = Float64Array.from({ length: layout.size }, () => 0.4 * random.normal());
  for (let at = 0; at < layout.lengths; at++) point[at] = 0.7 + 0.2 * at;
  point[layout.lengths] = -3;
  return point;
}

type Options = Pick<Parameters<typeof createLayout>[2], "warpsInputs" | "components" | "product">;

function makeModel(of: Rows, family: CovarianceFamily, options: Options): GaussianModel {
  const layout = createLayout(of, FEATURE_SOURCES, { freeLevels: false, ...options });
  const terms = independentTerms(of.inputs, "quadratic");
  const likelihood = new Likelihood(of, layout, family, terms, createWorkspace(kernels, of.count));
  const point = drawParameters(layout);
  runToEnd(likelihood.evaluate(point, null));
  return { ...runToEnd(computePosterior(likelihood, point, kernels)), discontinuities: new Float64Array(0) };
}

/** Compares its gradients with central differences of fourth order of its predictor. */
function check(model: GaussianModel, encoded: Matrix, name: string): void {
  const { rows: width, columns: count } = encoded;
  const { predict } = createGaussianPredictor(model);
  const prediction = createGaussianGradients(model)(encoded);
  const plain = predict(encoded);
  // Short: the rougher covariances have a high curvature at every row.
  const step = 1e-4;
  for (const [quantity, values, gradients] of [
    ["mean", prediction.mean, prediction.meanGradients],
    ["variance", prediction.variance, prediction.varianceGradients ?? new Matrix(0, 0)],
  ] as const) {
    values.forEach((value, at) => {
      const other = plain[quantity][at] ?? 0;
      assert.ok(Math.abs(value - other) < 1e-9, `${name}, ${quantity}: ${value} ${other}`);
    });
    assert.equal([gradients.rows, gradients.columns], [width, count]);
    for (let feature = 0; feature < width; feature++) {
      const [a, b, c, d] = [-2, -1, 1, 2].map((times) => {
        const moved = new Matrix(width, count, encoded.values.slice());
        moved.row(feature).set(encoded.row(feature).map((value) => value + times * step));
        return predict(moved)[quantity];
      });
      for (let at = 0; at < count; at++) {
        const difference =
          ((a?.[at] ?? 0) - 8 * (b?.[at] ?? 0) + 8 * (c?.[at] ?? 0) - (d?.[at] ?? 0)) / (12 * step);
        const slope = gradients.at(feature, at);
        assert.ok(Math.abs(slope - difference) < 1e-7, `${name}, ${quantity}: ${slope} ${difference}`);
      }
    }
  }
}

const somewhere = randomMatrix(createRandom(8), FEATURE_COUNT, POINT_COUNT);

it("are those of its mean and its variance, for every family, with input warps, components and products", () => {
  for (const family of ["squared-exponential", "matern-5/2", "matern-3/2"] as const) {
    for (const options of [
      { warpsInputs: false, components: false, product: false },
      { warpsInputs: true, components: true, product: false },
      { warpsInputs: true, components: false, product: true },
    ])
      check(makeModel(rows, family, options), somewhere, `${family}, ${JSON.stringify(options)}`);
  }
});

it("are so where the variance rests on some of the rows, and with inducing rows", () => {
  const many = makeRows(530);
  const plain = { warpsInputs: false, components: false, product: false };
  const anchored = makeModel(many, "matern-5/2", plain);
  assert.ok(anchored.anchors.length < many.count && anchored.uncertain.length > 0);
  check(anchored, somewhere, "anchors");
  const layout = createLayout(many, FEATURE_SOURCES, { freeLevels: false, ...plain });
  const spec = { family: "matern-5/2", degree: "linear", freeLevels: false, ...plain } as const;
  const hyperparameters = { spec, layout, point: drawParameters(layout), value: 0, density: 0 };
  const order = createRandom(4).permutation(many.count);
  const { model } = runToEnd(fitSparse(many, hyperparameters, kernels, { inducingPoints: 60, order }));
  check({ ...model, discontinuities: new Float64Array(0) }, somewhere, "inducing rows");
});

it("follow the mixture of both sides where several jumps may be passed or not", () => {
  const model = makeModel(rows, "matern-5/2", { warpsInputs: true, components: true, product: false });
  // Two features are taken for the indicators of jumps in the first.
  const discontinuities = packDiscontinuities([
    { feature: 0, from: -0.5, to: 0.5, location: 0.1, certainty: 0.3 },
    { feature: 0, from: 0.2, to: 0.9, location: 0.6, certainty: 0 },
  ]);
  check(
    { ...model, discontinuities },
    new Matrix(1, 8, Float64Array.of(-1, -0.3, 0.04, 0.25, 0.45, 0.52, 0.7, 0.95)),
    "discontinuities",
  );
});
