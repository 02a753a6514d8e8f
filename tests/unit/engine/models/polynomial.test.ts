import { gatherRows } from "@understudy/engine/dataset/table.ts";
import type { Matrix64 } from "@understudy/engine/math/kernels/arena.ts";
import { LayerKernels } from "@understudy/engine/math/kernels/layer-kernels.ts";
import { regress } from "@understudy/engine/math/least-squares.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import {
  fitPolynomial,
  highestPower,
  polynomialDesign,
  termsUpTo,
} from "@understudy/engine/models/polynomial/fit.ts";
import { createPolynomialEvaluator } from "@understudy/engine/models/polynomial/model.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a polynomial");

const kernels = new LayerKernels();
const FEATURE_COUNT = 3;

/** Rows of three features, and columns of values that `of` computes. */
function makeData(count: number, ...of: ((a: number, b: number, c: number) => number)[]) {
  const random = createRandom(1);
  const inputs = new Matrix(
    FEATURE_COUNT,
    count,
    Float64Array.from({ length: FEATURE_COUNT * count }, () => 4 * random.uniform() - 2),
  );
  const targets = of.map((formula) =>
    Float64Array.from({ length: count }, (_, row) =>
      formula(inputs.at(0, row), inputs.at(1, row), inputs.at(2, row)),
    ),
  );
  return { inputs, targets, sources: Int32Array.of(0, 1, 2) };
}

const allRows = (count: number) => Int32Array.from({ length: count }, (_, row) => row);

function fitted(
  data: ReturnType<typeof makeData>,
  degree: number,
  rows = allRows(data.inputs.columns),
  leaveOneOut = true,
) {
  const design = polynomialDesign(data, rows, degree);
  if (design === null) return null;
  return drain(fitPolynomial(data, data.targets, rows, design, leaveOneOut ? "row by row" : null, kernels));
}

function drain<Result>(work: Generator<undefined, Result>): Result {
  return runToEnd(work);
}

const farthest = (a: Float64Array, b: Float64Array) =>
  a.reduce((max, value, at) => Math.max(max, Math.abs(value - (b[at] ?? 0))), 0);

it("has every product of powers up to its degree once", () => {
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
  for (const [width, degree] of [
    [1, 5],
    [3, 2],
    [4, 3],
    [6, 4],
  ] as const) {
    const powers = new Array(width).fill(degree);
    const terms = termsUpTo(degree, powers, [...powers.keys()], 1000) ?? [];
    assert.is(terms.length, choose(width + degree, degree) - 1);
    const names = [""];
    for (const { earlier, feature, degree: power } of terms)
      names.push(`${names[earlier]} ${feature}^${power}`);
    assert.is(new Set(names).size, names.length);
    assert.is(termsUpTo(degree, powers, [...powers.keys()], terms.length - 1), null);
  }
});

it("has no power that values cannot determine, and no product of the levels of one category", () => {
  assert.is(highestPower(Float64Array.of(1, 2, 1, 3), 9), 2);
  assert.is(highestPower(Float64Array.of(1, 2, 1, 3), 1), 1);
  const terms = termsUpTo(3, [1, 1, 3], [0, 0, 1], 100) ?? [];
  const listTerms = (feature: number) => terms.filter((term) => term.feature === feature);
  assert.ok(listTerms(0).every(({ degree }) => degree === 1));
  assert.ok(terms.every(({ earlier, feature }) => earlier === 0 || feature === 2));
  assert.is(terms.length, 2 + 3 + 2 * 2);
});

it("finds a polynomial again, between the rows and beyond them", () => {
  const data = makeData(
    80,
    (a, b, c) => 1 + a - 2 * a * b + c ** 3 - a * b * c,
    (a) => a * a,
  );
  const model = fitted(data, 3)?.model;
  if (model === undefined) throw new Error("Nothing was fitted.");
  const points = makeData(700, (a, b, c) => 1 + a - 2 * a * b + c ** 3 - a * b * c);
  const predicted = createPolynomialEvaluator(
    model,
    kernels,
  )(
    new Matrix(
      FEATURE_COUNT,
      700,
      points.inputs.values.map((value) => 1.5 * value),
    ),
  ).row(0);
  const truth = makeData(700, (a, b, c) => {
    const [x, y, z] = [1.5 * a, 1.5 * b, 1.5 * c];
    return 1 + x - 2 * x * y + z ** 3 - x * y * z;
  });
  assert.ok(farthest(predicted, truth.targets[0] ?? predicted) < 1e-5);
});

it("predicts each row as a fit without it does", () => {
  const random = createRandom(2);
  const data = makeData(
    60,
    (a, b) => Math.sin(2 * a) + b,
    () => random.normal(),
  );
  const fit = fitted(data, 2);
  for (const row of [0, 17, 59]) {
    const without = fitted(
      data,
      2,
      allRows(60).filter((other) => other !== row),
      true,
    );
    if (!fit || !without) throw new Error("Nothing was fitted.");
    const point = data.inputs.gatherColumns([row]);
    // The ranges of the features, on which the terms rest, may be others without the row.
    const predicted = createPolynomialEvaluator(without.model, kernels)(point).column(0);
    fit.leftOut.forEach((predictions, target) => {
      assert.ok(
        Math.abs((predictions[row] ?? 0) - (predicted[target] ?? 0)) < 0.02,
        `${predictions[row]} ${predicted[target]}`,
      );
    });
  }
});

it("is as good from many rows as from few, without leaving any out", () => {
  const data = makeData(3000, (a, b) => a * b);
  const many = fitted(data, 2, allRows(3000), false);
  assert.equal(many?.leftOut, []);
  const predicted = createPolynomialEvaluator(many?.model ?? fail(), kernels)(data.inputs).row(0);
  assert.ok(farthest(predicted, data.targets[0] ?? predicted) < 1e-5);
});

it("is not tried with more terms than the rows can determine", () => {
  assert.is(
    fitted(
      makeData(17, (a) => a),
      3,
    ),
    null,
  );
  assert.ok(
    fitted(
      makeData(18, (a) => a),
      2,
    ) !== null,
  );
});

it("is not taken for good where it only repeats its rows", () => {
  const random = createRandom(4);
  const [rows, size] = [60, 90];
  const terms = Array.from({ length: size * rows }, (_, at) => (at < rows ? 1 : random.normal()));
  const design = {
    size,
    fill: (some: Int32Array, { values, stride }: Matrix64) => {
      for (let term = 0; term < size; term++)
        some.forEach((row, at) => {
          values[term * stride + at] = terms[term * rows + row] ?? 0;
        });
    },
  };
  const noise = Float64Array.from({ length: rows }, () => random.normal());
  const chosen = drain(regress(design, [noise], allRows(rows), [1e-9, 3], kernels));
  const held = drain(regress(design, [noise], allRows(rows), [3], kernels));
  assert.equal(chosen?.coefficients, held?.coefficients);
  assert.is(drain(regress(design, [noise], allRows(rows), [1e-9], kernels)), null);
});

it("regularises noise, and is not harmed by features that are the same", () => {
  const random = createRandom(3);
  const data = makeData(100, () => random.normal());
  data.inputs.row(1).set(data.inputs.row(0));
  const fit = fitted(data, 4);
  const truth = data.targets[0] ?? new Float64Array(0);
  const error = gatherRows(fit?.leftOut[0] ?? truth, 1, allRows(100)).reduce(
    (sum, value, row) => sum + (value - (truth[row] ?? 0)) ** 2 / 100,
    0,
  );
  assert.ok(Number.isFinite(error) && error < 3, `${error}`);
});

function fail(): never {
  throw new Error("Nothing was fitted.");
}
