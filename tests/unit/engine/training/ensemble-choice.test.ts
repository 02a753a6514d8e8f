import { everyRow } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { Candidate, FoldModel } from "@understudy/engine/training/ensemble/candidates.ts";
import { chooseMembers } from "@understudy/engine/training/ensemble/choice.ts";
import { createOwnUnit, type OwnUnit } from "@understudy/engine/training/ensemble/own-unit.ts";
import { stackWeights } from "@understudy/engine/training/ensemble/stacking.ts";
import { standardise } from "@understudy/engine/training/prepare/standardise.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("stacking");

const MANY_ROWS = 10_000;

/** Mean square of the weighted sum of errors with this covariance. */
const computeError = (covariance: Float64Array, weights: Float64Array) => {
  const n = weights.length;
  return covariance.reduce(
    (sum, value, at) => sum + value * (weights[Math.floor(at / n)] ?? 0) * (weights[at % n] ?? 0),
    0,
  );
};

it("gives weights that sum to one, none of them negative, no worse than the best candidate alone", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = createRandom(seed);
    const n = 1 + (seed % 7);
    const errors = Array.from({ length: n }, (_, i) =>
      Float64Array.from({ length: 200 }, () => (1 + i) * random.normal()),
    );
    const shared = Float64Array.from({ length: 200 }, () => random.normal());
    const sums = errors.map((error) => error.map((value, row) => value + (shared[row] ?? 0)));
    const covariance = Float64Array.from({ length: n * n }, (_, at) => {
      const [a, b] = [sums[Math.floor(at / n)], sums[at % n]];
      return (a?.reduce((sum, value, row) => sum + value * (b?.[row] ?? 0), 0) ?? 0) / 200;
    });
    const weights = stackWeights(covariance, n, MANY_ROWS);
    assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-12);
    assert.ok(weights.every((weight) => weight >= 0));
    const alone = Math.min(...Array.from({ length: n }, (_, i) => covariance[i * n + i] ?? 0));
    assert.ok(
      computeError(covariance, weights) <= alone * (1 + 1e-6),
      `${computeError(covariance, weights)} ${alone}`,
    );
  }
});

it("averages candidates with independent and equal errors, and gives all weight to one without error", () => {
  const equal = stackWeights(Float64Array.of(1, 0, 0, 1), 2, MANY_ROWS);
  assert.ok(Math.abs((equal[0] ?? 0) - 0.5) < 1e-9);
  assert.equal(stackWeights(Float64Array.of(1, 0, 0, 0), 2, MANY_ROWS), Float64Array.of(0, 1));
  assert.equal(stackWeights(Float64Array.of(1e300, 0, 0, 1e-300), 2, MANY_ROWS), Float64Array.of(0, 1));
  const inverse = stackWeights(Float64Array.of(1, 0, 0, 4), 2, MANY_ROWS);
  assert.ok(Math.abs((inverse[0] ?? 0) - 0.8) < 1e-3);
  assert.equal(stackWeights(Float64Array.of(1, 1, 1, 30), 2, MANY_ROWS), Float64Array.of(1, 0));
});

it("distinguishes candidates less by few rows than by many", () => {
  const covariance = Float64Array.of(1, 1, 1, 1.05);
  assert.ok((stackWeights(covariance, 2, 10)[0] ?? 0) < 0.75);
  assert.ok((stackWeights(covariance, 2, MANY_ROWS)[0] ?? 0) > 0.99);
});

const ROW_COUNT = 400;
const model = {
  family: "network" as const,
  model: {
    shape: { inputs: 1, hidden: [], outputs: 1 },
    features: new Int32Array(1),
    parameters: new Float64Array(2),
  },
};
const foldModels = (count: number): FoldModel[] =>
  Array.from({ length: count }, (_, fold) => ({ fold, model, output: 0 }));

function candidate(name: string, deviation: number, options: Partial<Candidate> = {}): Candidate {
  const random = createRandom(name.length, name.charCodeAt(0));
  const errors =
    options.errors ?? Float64Array.from({ length: ROW_COUNT }, () => deviation * random.normal());
  const predicted = errors.filter((error) => !Number.isNaN(error));
  return {
    name,
    family: "network",
    foldModels: foldModels(1),
    errors,
    variances: new Float64Array(ROW_COUNT),
    predictedRows: predicted.length,
    meanSquare: predicted.reduce((sum, error) => sum + error * error, 0) / predicted.length,
    ...options,
  };
}

const cutShort = (deviation: number, share: number) =>
  candidate("short", deviation).errors.map((error, row) => (row < share * ROW_COUNT ? error : Number.NaN));
const meanCandidate = () => candidate("mean", 1, { family: "mean", foldModels: [] });
const FIVE_FOLDS = {
  foldOf: Uint8Array.from({ length: ROW_COUNT }, (_, row) => row % 5),
  weights: new Float64Array(ROW_COUNT).fill(1),
  independentShare: 1,
  noise: null,
  foldNoise: null,
  ownUnit: null,
};
const unknown = () => 0;
const readWeight = ({ members }: ReturnType<typeof chooseMembers>, name: string) =>
  members.find((member) => member.candidate.name === name)?.weight ?? 0;

it("leaves out an interrupted candidate, unless no other is trained", () => {
  const short = candidate("short", 0.01, { errors: cutShort(0.01, 0.4) });
  const choice = chooseMembers([meanCandidate(), candidate("whole", 0.2), short], FIVE_FOLDS, unknown);
  assert.is(readWeight(choice, "short"), 0);
  assert.ok(choice.errors.every(Number.isFinite));
  const alone = chooseMembers([meanCandidate(), short], FIVE_FOLDS, unknown);
  assert.ok(readWeight(alone, "short") > 0.9);
  assert.is(alone.errors.filter(Number.isFinite).length, 0.4 * ROW_COUNT);
  const barely = candidate("short", 0.01, { errors: cutShort(0.01, 0.02) });
  assert.is(readWeight(chooseMembers([meanCandidate(), barely], FIVE_FOLDS, unknown), "short"), 0);
});

it("is left with the mean where nobody predicts better", () => {
  const useless = candidate("useless", 1.5);
  const { members, meanSquare } = chooseMembers([meanCandidate(), useless], FIVE_FOLDS, unknown);
  assert.equal(
    members.map((member) => [member.candidate.name, member.weight]),
    [["mean", 1]],
  );
  assert.ok(meanSquare <= meanCandidate().meanSquare);
  const endless = candidate("endless", 1, { meanSquare: Number.POSITIVE_INFINITY });
  assert.is(readWeight(chooseMembers([meanCandidate(), endless], FIVE_FOLDS, unknown), "endless"), 0);
});

it("gives no weight to a candidate worse than the mean, however well it would cancel another's errors", () => {
  const good = candidate("good", 0.5);
  const contrary = candidate("contrary", 1, { errors: good.errors.map((error) => -2.5 * error) });
  assert.ok(contrary.meanSquare > meanCandidate().meanSquare && good.meanSquare < meanCandidate().meanSquare);
  const choice = chooseMembers([meanCandidate(), good, contrary], FIVE_FOLDS, unknown);
  assert.is(readWeight(choice, "contrary"), 0);
  assert.ok(readWeight(choice, "good") > 0.7);
  // One that is better than the mean may cancel another's.
  const helpful = candidate("helpful", 1, { errors: good.errors.map((error) => -1.5 * error) });
  assert.ok(
    readWeight(chooseMembers([meanCandidate(), good, helpful], FIVE_FOLDS, unknown), "helpful") > 0.3,
  );
});

it("gives no weight to a candidate that is worse than the mean in the output's own unit", () => {
  const scaled = Float64Array.from({ length: ROW_COUNT }, (_, row) => (10 * row) / (ROW_COUNT - 1) - 5);
  const curve = { name: "y", coordinate: null, knots: new Float64Array(1), size: 1 };
  const { model: output, values: trainingValues } = standardise(
    { ...curve, values: scaled.map((value) => 0.01 * Math.sinh(value)) },
    { kind: "asinh", unit: 0.01 },
    everyRow(ROW_COUNT),
  );
  const model = { ...output, targets: Int32Array.of(0), basis: Float64Array.of(1) };
  const create = (
    name: string,
    family: Candidate["family"],
    error: (value: number, row: number) => number,
  ) => {
    const errors = trainingValues.map(error);
    const meanSquare = errors.reduce((sum, value) => sum + value ** 2, 0) / ROW_COUNT;
    return candidate(name, 1, { family, errors, meanSquare });
  };
  const candidates = [
    create("mean", "mean", (value) => -value),
    create("calm", "network", (value) => -0.5 * value),
    // An error of 1.2 deviations on the scale at its upper end is one of twice the largest value in the own unit.
    create("explosive", "gaussian-process", (_, row) => (row < ROW_COUNT - 30 ? 0 : 1.2)),
  ];
  const weigh = (ownUnit: OwnUnit | null) => chooseMembers(candidates, { ...FIVE_FOLDS, ownUnit }, unknown);
  assert.ok(readWeight(weigh(null), "explosive") > 0.5);
  const ownUnit = createOwnUnit([{ model, trainingValues }], 0, everyRow(ROW_COUNT));
  assert.is(readWeight(weigh(ownUnit), "explosive"), 0);
  assert.is(readWeight(weigh(ownUnit), "calm"), 1);
});

/** Five fold models with errors of these deviations, and the mean squared difference between two of them, over their mean square. */
function foldEnsemble(deviations: readonly number[], between: number) {
  const plain = candidate("folds", 1, { foldModels: foldModels(5) });
  const errors = plain.errors.map((error, row) => error * (deviations[row % 5] ?? 0));
  const meanSquare = errors.reduce((sum, error) => sum + error * error, 0) / ROW_COUNT;
  const folds = candidate("folds", 1, { foldModels: foldModels(5), errors, meanSquare });
  return { meanSquare, choice: chooseMembers([folds], FIVE_FOLDS, () => between * meanSquare) };
}

it("credits the mean of the folds' models for what they differ by, but never for all of their error", () => {
  const even = [0.1, 0.1, 0.1, 0.1, 0.1];
  // Errors that are independent lie apart by twice their square; half of them shared, by once.
  const halfShared = foldEnsemble(even, 1);
  assert.ok(Math.abs(halfShared.choice.meanSquare / halfShared.meanSquare - 0.6) < 0.02);
  const beyond = foldEnsemble(even, 100);
  assert.ok(Math.abs(beyond.choice.meanSquare / beyond.meanSquare - 0.25) < 1e-9);
  const alike = foldEnsemble(even, 0);
  assert.ok(Math.abs(alike.choice.meanSquare / alike.meanSquare - 1) < 0.02);
});

it("gives less weight to a poor fold model, whose rows have no more influence", () => {
  const { choice } = foldEnsemble([0.1, 0.1, 0.1, 0.1, 1], 1);
  const foldWeights = choice.members[0]?.foldWeights ?? new Float64Array(5);
  assert.ok((foldWeights[4] ?? 1) < 0.05 && (foldWeights[0] ?? 0) > 0.15, `${foldWeights}`);
  const sumSquares = (fold: number) =>
    choice.errors.reduce((sum, error, row) => sum + (row % 5 === fold ? error * error : 0), 0);
  assert.ok(Math.abs(sumSquares(4) / sumSquares(0) - 1) < 1e-9);
});

it("leaves noise that differs between folds in them, which is no fault of their models", () => {
  const plain = candidate("folds", 1, { foldModels: foldModels(5) });
  const errors = plain.errors.map((error, row) => error * (row % 5 === 4 ? 1 : 0.1));
  const meanSquare = errors.reduce((sum, error) => sum + error * error, 0) / ROW_COUNT;
  const folds = candidate("folds", 1, { foldModels: foldModels(5), errors, meanSquare });
  const noise = { noise: 0.99 * meanSquare, foldNoise: Float64Array.of(0.01, 0.01, 0.01, 0.01, 1) };
  const choice = chooseMembers([folds], { ...FIVE_FOLDS, ...noise }, () => 0);
  const sumSquares = (fold: number) =>
    choice.errors.reduce((sum, error, row) => sum + (row % 5 === fold ? error * error : 0), 0);
  assert.ok(sumSquares(4) > 50 * sumSquares(0), `${sumSquares(4)} ${sumSquares(0)}`);
});

it("leaves a quiet fold its errors where the noise of another is estimated too large", () => {
  const plain = candidate("folds", 1, { foldModels: foldModels(5) });
  const errors = plain.errors.map((error, row) => error * (row % 5 === 4 ? 1 : 0.1));
  const meanSquare = errors.reduce((sum, error) => sum + error * error, 0) / ROW_COUNT;
  const folds = candidate("folds", 1, { foldModels: foldModels(5), errors, meanSquare });
  const noise = { noise: 2 * meanSquare, foldNoise: Float64Array.of(0, 0, 0, 0, 10 * meanSquare) };
  const choice = chooseMembers([folds], { ...FIVE_FOLDS, ...noise }, () => 0);
  errors.forEach((error, row) => {
    if (row % 5 !== 4) assert.ok(Math.abs(choice.errors[row] ?? 0) > 0.95 * Math.abs(error), `${row}`);
  });
});

it("measures errors with one scale for all folds, so that an outlier in a fold of one row stays one", () => {
  const errors = Float64Array.of(0.1, -0.2, 0.1, -0.1, 1.5);
  const network = candidate("folds", 1, {
    foldModels: foldModels(5),
    errors,
    variances: new Float64Array(5),
  });
  const fiveRows = {
    ...FIVE_FOLDS,
    foldOf: Uint8Array.of(0, 1, 2, 3, 4),
    weights: new Float64Array(5).fill(1),
  };
  const choice = chooseMembers([network], fiveRows, unknown);
  const ratios = choice.measuredErrors.map((error, row) => error / (errors[row] ?? 1));
  assert.ok(
    ratios.every((ratio) => Math.abs(ratio / (ratios[0] ?? 0) - 1) < 1e-9),
    `${ratios}`,
  );
  const sizes = choice.errors.map((error) => Math.abs(error / (choice.errors[0] ?? 1)));
  assert.ok(sizes.every((size) => Math.abs(size - 1) < 1e-9));
});

it("measures the disagreement of a single network with the next best candidate", () => {
  const { members, disagreement } = chooseMembers(
    [meanCandidate(), candidate("good", 0.01), candidate("worse", 0.3)],
    FIVE_FOLDS,
    unknown,
  );
  assert.is(members.find((member) => member.candidate.name === "worse")?.disagreementWeight, 0.5);
  assert.ok(disagreement.some((value) => value > 0));
});
