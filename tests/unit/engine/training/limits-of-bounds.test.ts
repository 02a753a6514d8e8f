import { candidateOutputScales } from "@understudy/engine/dataset/scale-candidates.ts";
import { IDENTITY, type Scale } from "@understudy/engine/dataset/scaling.ts";
import { everyRow } from "@understudy/engine/dataset/table.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import {
  EXCESS_GROWTH,
  extrapolationVariance,
  varianceGrowth,
} from "@understudy/engine/models/ensemble/extrapolation-variance.ts";
import { inOwnUnit } from "@understudy/engine/models/ensemble/output-prediction.ts";
import { chooseReferenceRows } from "@understudy/engine/models/extrapolation/reference-rows.ts";
import { boundToOutput, toOutput } from "@understudy/engine/models/targets.ts";
import { distancesToOthers } from "@understudy/engine/training/ensemble/calibrate.ts";
import { standardise } from "@understudy/engine/training/prepare/standardise.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the limits of bounds");

const standardiseValues = (values: number[], scale: Scale) =>
  standardise(
    { name: "y", coordinate: null, knots: new Float64Array(1), values: Float64Array.from(values), size: 1 },
    scale,
    everyRow(values.length),
  ).model;

it("leave a bound room where a mean is held", () => {
  const model = standardiseValues([0, 1, 2, 3, 4], IDENTITY);
  const output = { ...model, below: Float64Array.of(2), above: Float64Array.of(2) };
  // A mean of ten deviations is held one range beyond the rows: at 8.
  const { mean, lower, upper } = inOwnUnit(
    output,
    Float64Array.of(10),
    Float64Array.of(1),
    new Float64Array(1),
  );
  assert.ok(Math.abs((mean[0] ?? 0) - 8) < 1e-9, `${mean[0]}`);
  const { deviations } = model;
  assert.ok(Math.abs((upper[0] ?? 0) - (mean[0] ?? 0) - 2 * (deviations[0] ?? 0)) < 1e-9);
  assert.ok(Math.abs((mean[0] ?? 0) - (lower[0] ?? 0) - 2 * (deviations[0] ?? 0)) < 1e-9);
});

it("hold a mean of values around zero within one range of the rows in the output's own unit, and a bound within nine", () => {
  const values = [-3.3, -1, -0.3, -0.01, -0.001, 0.001, 0.1];
  const model = standardiseValues(values, { kind: "asinh", unit: 0.001 });
  const width = 3.3 + 0.1;
  assert.ok(Math.abs(toOutput(model, 0, -1e3) - (-3.3 - width)) < 1e-9);
  const held = toOutput(model, 0, 1e3);
  assert.ok(held > 0.1 && held <= 0.1 + width + 1e-9, `${held}`);
  assert.ok(Math.abs(boundToOutput(model, 0, -1e3) - (-3.3 - 9 * width)) < 1e-9);
});

it("hold a mean of values over decades within ten ranges of the rows in the output's own unit", () => {
  const decades = Array.from({ length: 40 }, (_, at) => 10 ** (-12 + at / 5));
  const model = standardiseValues([...decades, -1e-13], { kind: "asinh", unit: 1e-12 });
  const [held, highest] = [toOutput(model, 0, 1e3), Math.max(...decades)];
  assert.ok(held > 5 * highest && held <= 10.01 * highest, `${held}`);
  const negative = standardiseValues(
    decades.map((value) => -value),
    { kind: "asinh", unit: 1e-12 },
  );
  const lowest = toOutput(negative, 0, -1e3);
  assert.ok(lowest < -5 * highest && lowest >= -10.01 * highest, `${lowest}`);
});

it("never hold a bound where a mean may still lie", () => {
  const values = [0.001, 0.01, 0.02, 0.1, 0.3, 0.7, 0.9];
  const scales: Scale[] = [
    IDENTITY,
    { kind: "log" },
    { kind: "asinh", unit: 0.002 },
    { kind: "power", exponent: -1 },
    { kind: "power", exponent: 0.5 },
    { kind: "logit" },
  ];
  for (const scale of scales) {
    const { lowest, highest, lowestBound, highestBound } = standardiseValues(values, scale);
    assert.ok(lowestBound <= lowest && highest <= highestBound, scale.kind);
    assert.ok(lowest < 0 && highest > 0, scale.kind);
  }
});

it("never bend a scale below a tenth of the median magnitude", () => {
  const random = createRandom(1);
  // Most values are close to 1, a few nearly 0: what a smallest magnitude would bend to.
  const values = Float64Array.from({ length: 100 }, (_, at) =>
    at < 5 ? 1e-9 * random.uniform() : -40 * random.uniform() ** 2,
  );
  const median = values.map(Math.abs).sort()[50] ?? 0;
  const units = candidateOutputScales(values).flatMap((scale) =>
    scale.kind === "asinh" ? [scale.unit] : [],
  );
  assert.ok(units.length > 0);
  for (const unit of units) assert.ok(unit >= 0.09 * median, `${unit} of ${median}`);
});

const extrapolationModel = {
  growth: 1,
  excessGrowth: EXCESS_GROWTH,
  leverageWeight: 0,
  returnSpan: 2,
  variation: {
    distances: Float64Array.of(1, 4),
    meanSquares: Float64Array.of(0.5, 2),
    low: -2,
    high: 2,
  },
  evidence: null,
};

it("widen in proportion to the error of the model where a mean lies outside the range of the rows", () => {
  const output = { ...standardiseValues([0, 1, 2], IDENTITY), extrapolationModel };
  const means = Float64Array.of(0, 2, 3, -4);
  const near = new Float64Array(4).fill(0.8);
  const factors = varianceGrowth(output, means, near).map(Math.sqrt);
  assert.equal(
    Array.from(factors, (factor) => Number(factor.toFixed(9))),
    [1, 1, 1 + EXCESS_GROWTH, 1 + 2 * EXCESS_GROWTH],
  );
  // Near the rows nothing else is added: a model without error stays sure a little beyond them.
  assert.equal(Array.from(extrapolationVariance(output, means, near)), [0, 0, 0, 0]);
});

it("measure how far a held-out row lies from those that are not held out with it", () => {
  const inputs = new Matrix(1, 6, Float64Array.of(-2, -1.9, 0, 0.1, 2, 2.1));
  const data = { inputs, targets: [], sources: Int32Array.of(0), scalings: [null] };
  const folds = { folds: new Uint8Array(6), foldCount: 2 };
  const referenceRows = chooseReferenceRows(inputs);
  const alone = distancesToOthers(referenceRows, { ...data, ...folds }, everyRow(6));
  const groups = Int32Array.of(0, 0, 1, 1, 2, 2);
  const grouped = distancesToOthers(
    chooseReferenceRows(inputs, groups),
    { ...data, ...folds, groups },
    everyRow(6),
  );
  for (const distance of [...alone, ...grouped]) assert.ok(distance > 0.5 && distance < 2, `${distance}`);
  // In the spacings of single rows a whole group away is far.
  const far = distancesToOthers(referenceRows, { ...data, ...folds, groups }, everyRow(6));
  for (const distance of far) assert.ok(distance > 10, `${distance}`);
});
