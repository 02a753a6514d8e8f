/** Parts of emulators made by hand, with random numbers wherever any will do: every model family, scale and kind of input. */
import type { Feature } from "@understudy/engine/dataset/columns.ts";
import type { Scale } from "@understudy/engine/dataset/scaling.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { EmulatorInput } from "@understudy/engine/models/emulator.ts";
import type { EnsembleEmulatorParts, EnsembleOutputParts } from "@understudy/engine/models/ensemble/parts.ts";
import type { EnsembleMember, TargetEnsemble } from "@understudy/engine/models/ensemble/predictor.ts";
import { noEmptyCorners } from "@understudy/engine/models/extrapolation/empty-corners.ts";
import type { FittedModel } from "@understudy/engine/models/fit-task.ts";
import { packDiscontinuities } from "@understudy/engine/models/gaussian-process/discontinuities.ts";
import type { CovarianceFamily } from "@understudy/engine/models/gaussian-process/model/model.ts";
import { type NetworkShape, parameterCount } from "@understudy/engine/models/network/network.ts";
import { termsUpTo } from "@understudy/engine/models/polynomial/fit.ts";
import type { PolynomialModel } from "@understudy/engine/models/polynomial/model.ts";
import { categorical, continuous } from "./function-emulators.ts";

const random = createRandom(3);
const normals = (length: number, scale = 1): Float64Array =>
  Float64Array.from({ length }, () => scale * random.normal());
const shares = (length: number): Float64Array => Float64Array.from({ length }, () => 0.2 + random.uniform());

/** One input a scale, then one with three levels and one that was never varied. */
const SCALED_INPUTS: readonly [Scale, number, number][] = [
  [{ kind: "identity" }, -2, 3],
  [{ kind: "log" }, 1e-6, 1e-2],
  [{ kind: "asinh", unit: 0.01 }, -3, 500],
  [{ kind: "power", exponent: 0.5 }, 0, 9],
  [{ kind: "power", exponent: -1 }, 0.1, 4],
  [{ kind: "power", exponent: 0.3 }, 0, 2],
  [{ kind: "logit" }, 0.01, 0.999],
  [{ kind: "log" }, 1, 1000],
];
const CENTRES_AND_DEVIATIONS = [
  [0.5, 1.4],
  [-9, 2.7],
  [4, 3.2],
  [1.5, 0.8],
  [-4, 2.9],
  [0.6, 0.3],
  [0.5, 2.5],
  [3.5, 2],
] as const;
const inputs: EmulatorInput[] = [
  ...SCALED_INPUTS.map(([scale, minimum, maximum], at) =>
    continuous(`x${at}`, [minimum, maximum], { scale }),
  ),
  categorical("kind", ["a", "b", "c"]),
  continuous("still", [4, 4]),
];
const features: Feature[] = [
  ...SCALED_INPUTS.map(([scale], input): Feature => {
    const [centre, deviation] = CENTRES_AND_DEVIATIONS[input] ?? [0, 1];
    return { kind: "value", input, scale, centre, deviation, lowest: -3.5, highest: 3.3 };
  }),
  ...[2, 0].map((level): Feature => ({ kind: "level", input: 8, level, centre: 0.3, deviation: 0.45 })),
];
const FEATURE_COUNT = features.length;

const triangle = (n: number, scale: number): Float64Array => normals((n * (n + 1)) / 2, scale);

/** Makes a Gaussian process of 20 rows and two discontinuities of one feature, with 12 anchors. */
export function handMadeProcess(family: CovarianceFamily, kind: "components" | "product"): FittedModel {
  const [count, width] = [20, FEATURE_COUNT + 2];
  const anchors = Int32Array.from({ length: 12 }, (_, at) => (at * 7) % count);
  const terms = Int32Array.of(-1, -1, 0, -1, 3, 3, 1, FEATURE_COUNT);
  return {
    family: "gaussian-process",
    model: {
      ...{ family, count, width, terms, anchors },
      inputs: normals(width * count),
      discontinuities: packDiscontinuities([
        { feature: 0, from: -0.8, to: 0.1, location: -0.3, certainty: 0.4 },
        { feature: 2, from: 0.2, to: 0.9, location: 0.5, certainty: 0.1 },
      ]),
      inputWarps: Float64Array.from({ length: 2 * width }, (_, at) => (at < 8 ? 0.3 * random.normal() : 0)),
      inverseLengths: shares(width),
      strengths: Float64Array.from({ length: width }, (_, at) =>
        kind === "components" && at % 3 === 0 ? 0.4 : 0,
      ),
      componentInverseLengths: shares(width),
      factors: kind === "product" ? shares(width) : new Float64Array(0),
      signalVariance: 1.3,
      noise: 0.01,
      weights: normals(count),
      coefficients: normals(4, 0.3),
      explained: triangle(12, 0.2),
      unexplainedShare: 0.7,
      uncertain: triangle(12, 0.05),
      trendWeights: normals(4 * 12, 0.1),
      trendRoot: triangle(4, 0.1),
    },
  };
}

export function handMadeNetwork(activation: "tanh" | "silu", hidden: readonly number[]): FittedModel {
  const read = Int32Array.of(3, 0, 9, 5);
  const shape: NetworkShape = { inputs: read.length, hidden, outputs: 2, activation };
  return {
    family: "network",
    model: { shape, features: read, parameters: normals(parameterCount(shape), 0.6) },
  };
}

function makePolynomial(outputs: number, scale: number): PolynomialModel {
  const sources = features.map(({ input }) => input);
  const terms =
    termsUpTo(
      3,
      sources.map((_, at) => (at < 8 ? 3 : 1)),
      sources,
      1000,
    ) ?? [];
  return {
    middles: normals(FEATURE_COUNT, 0.2),
    reaches: shares(FEATURE_COUNT).map((share) => 2 + share),
    terms: Int32Array.from(terms.flatMap(({ earlier, feature, degree }) => [earlier, feature, degree])),
    coefficients: normals(outputs * (1 + terms.length), scale),
  };
}

export const handMadePolynomial = (): FittedModel => ({
  family: "polynomial",
  model: makePolynomial(2, 0.02),
});

const member = (models: readonly number[], output: number, weight: number): EnsembleMember => ({
  ...{ weight, disagreementWeight: weight, varianceWeight: weight },
  models: Int32Array.from(models),
  outputs: Int32Array.from(models, () => output),
  foldWeights: Float64Array.from(models, () => 1 / models.length),
});

const describedOutput = (name: string, size: number) => ({
  ...{ name, size, coordinate: null, coefficientOfDetermination: 1, coverage: 1, validationValues: 1 },
  knots: Float64Array.from({ length: size }, (_, at) => at),
  coefficientsOfDetermination: new Float64Array(size),
  logAccuracy: null,
  spread: null,
  families: [],
  findings: [],
  reason: "",
  calibration: { expected: new Float64Array(0), observed: new Float64Array(0), meanAbsoluteError: 0 },
  jointBand: null,
  learningCurve: null,
  suspicious: null,
  rowCounts: null,
  validationMethod: "held-out rows" as const,
  outOfSample: null,
});

function makeOutput(
  name: string,
  size: number,
  scale: Scale,
  more: Partial<EnsembleOutputParts> = {},
): EnsembleOutputParts {
  return {
    ...describedOutput(name, size),
    ...{ scale, lowest: -4, highest: 4.5, lowestBound: -6, highestBound: 7, targets: Int32Array.of(0, 1) },
    // Powers are positive, those of negative exponents negative.
    centres: normals(size, 0.2).map((centre) =>
      scale.kind === "power" ? centre + 6 * Math.sign(scale.exponent) : centre,
    ),
    deviations: shares(size),
    basis: normals(2 * size, 0.6),
    truncationVariance: new Float64Array(size),
    errorModel: {
      constant: shares(size).map((share) => share / 100),
      varianceScale: 0.3,
      disagreementScale: 0.5,
      heteroscedasticity: {
        terms: Int32Array.of(0, 2, FEATURE_COUNT, FEATURE_COUNT + 2, 2 * FEATURE_COUNT + 1),
        coefficients: normals(5, 0.4),
        lowest: -0.7,
        highest: 0.9,
      },
    },
    extrapolationModel: {
      ...{ growth: 2.5, excessGrowth: 0.7, leverageWeight: 0.4, returnSpan: 2 },
      variation: {
        distances: Float64Array.of(0.8, 1.7, 3, 6),
        meanSquares: Float64Array.of(0.3, 0.5, 0.5, 1.2),
        ...{ low: -1, high: 1.2 },
      },
      evidence: { share: 0.3, reach: 2.6 },
    },
    below: shares(size),
    above: shares(size),
    ...more,
  };
}

const OUTPUT_SCALES: readonly Scale[] = [
  { kind: "identity" },
  { kind: "log" },
  { kind: "asinh", unit: 0.1 },
  { kind: "power", exponent: 0.5 },
  { kind: "power", exponent: -0.5 },
  { kind: "power", exponent: -1 },
  { kind: "logit" },
];

/** Makes the parts of an ensemble that has one list of members for each of two targets. */
export function handMadeParts(
  models: readonly FittedModel[],
  targets: readonly (readonly EnsembleMember[])[],
): EnsembleEmulatorParts {
  return {
    ...{ inputs, features, models },
    referenceRows: {
      rows: normals(30 * FEATURE_COUNT),
      spacings: shares(30).map((share) => 2 * share),
      whitening: normals(FEATURE_COUNT * FEATURE_COUNT, 0.1).map((value, at) =>
        at % (FEATURE_COUNT + 1) === 0 ? 1 + value : value,
      ),
    },
    emptyCorners: noEmptyCorners(),
    leverage: makePolynomial(3, 0.05),
    targets: targets.map((members): TargetEnsemble => ({ members, typicalFoldVariance: 0.05 })),
    outputs: [
      ...OUTPUT_SCALES.map((scale) => makeOutput(JSON.stringify(scale), 1, scale)),
      makeOutput("curve", 5, { kind: "identity" }),
      makeOutput("from before extrapolation", 1, { kind: "identity" }, { extrapolationModel: null }),
      makeOutput(
        "still",
        1,
        { kind: "identity" },
        { targets: new Int32Array(0), basis: new Float64Array(0) },
      ),
    ],
  };
}

/** Every model is in both targets alone, by its two outputs where it has as many. */
export const handMadeAlone = (model: FittedModel): EnsembleEmulatorParts =>
  handMadeParts(
    [model],
    [0, 1].map((output) => [
      { ...member([0], model.family === "gaussian-process" ? 0 : output, 1), weight: 0.9 },
    ]),
  );

/** Members of one, two and three fold models, and one that only counts in the disagreement. */
export const handMadeEnsemble = (): EnsembleEmulatorParts =>
  handMadeParts(
    [
      handMadeProcess("matern-5/2", "components"),
      handMadeNetwork("tanh", [4, 3]),
      handMadeNetwork("silu", [5]),
      handMadePolynomial(),
      handMadeNetwork("tanh", []),
      handMadeProcess("matern-3/2", "components"),
    ],
    [
      [member([0, 5], 0, 0.4), member([1, 2, 4], 1, 0.3), { ...member([3], 0, 0.3), varianceWeight: 0 }],
      [member([1, 2, 4], 0, 0.7), { ...member([3], 1, 0.3), weight: 0 }],
    ],
  );
