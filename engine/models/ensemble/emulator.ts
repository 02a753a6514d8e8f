/** The emulator of an ensemble: combines its models' predictions and brings them to the outputs' own units. */
import type { CurveBand } from "@understudy/shared/domain/curve-band.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { encode } from "../../dataset/columns.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Emulator, EmulatorOutput } from "../emulator.ts";
import { dataDistances, dataDistancesWithGradients } from "../extrapolation/data-distance.ts";
import { addUnvariedInputs, detectExtrapolation } from "../extrapolation/extrapolation.ts";
import {
  leveragedDistances,
  leveragedDistancesWithGradients,
  leverages,
  leveragesWithGradients,
} from "../extrapolation/leverage.ts";
import { referencePoints } from "../extrapolation/reference-points.ts";
import { assemble, toOutput } from "../targets.ts";
import { checkPoints } from "./check-points.ts";
import { drawnMeans, isOutsideRange } from "./drawn-means.ts";
import { extrapolationVariance } from "./extrapolation-variance.ts";
import { writeEmulatorFile } from "./file.ts";
import { createEnsembleGradientPredictor, createGradientCache } from "./gradients.ts";
import { blankWithGradients, predictOutputWithGradients } from "./output-gradients.ts";
import { blankPrediction, inOwnUnit, standardised } from "./output-prediction.ts";
import { asEmulatorParts, type EnsembleEmulatorParts, type EnsembleOutputParts } from "./parts.ts";
import { createEnsemblePredictor, createPredictionCache } from "./predictor.ts";

/** Points predicted at once: the models' predictions are cached until all outputs are done. */
const POINTS_PER_CHUNK = 2048;
/** Fewer where gradients, which are features times as many numbers, are cached too. */
const GRADIENTS_CHUNK = 128;

/** Some of the points, from the one at `from` on. */
interface Chunk {
  from: number;
  /** points x inputs. */
  points: Matrix;
  /** features x points, standardised. */
  encoded: Matrix;
}

/** Creates the emulator of one ensemble from its parts. */
export function createEnsembleEmulator(parts: EnsembleEmulatorParts): Emulator {
  const { inputs, features, outputs } = parts;
  const withVariance = modelsWithVariance(parts);
  const predictor = createEnsemblePredictor(parts.models, parts.targets, (model) => withVariance.has(model));
  const gradientPredictor = createEnsembleGradientPredictor(parts.models, parts.targets);
  const selectOutputs = (names: readonly string[] | undefined): readonly EnsembleOutputParts[] =>
    names === undefined ? outputs : names.map((name) => outputNamed(outputs, name));
  const measureDistances = ({ points, encoded }: Chunk): PointDistances => {
    const toRows = dataDistances(parts.referenceRows, features, encoded);
    addUnvariedInputs(inputs, points, toRows);
    return { toRows, byLeverage: parts.leverage && leverages(parts.leverage, encoded) };
  };
  function* splitIntoChunks(points: Matrix, chunkSize: number): Generator<Chunk> {
    for (let from = 0; from < points.rows; from += chunkSize) {
      const chunkPoints = points.rowRange(from, Math.min(from + chunkSize, points.rows));
      yield { from, points: chunkPoints, encoded: encode(features, chunkPoints) };
    }
  }
  return {
    inputs,
    outputs: outputs.map(described),
    predict: (values, count, names, band = "pointwise") => {
      const points = checkPoints(inputs, values, count);
      const selectedOutputs = selectOutputs(names);
      const predictions = new Map(
        selectedOutputs.map((output) => [output.name, blankPrediction(count * output.size)]),
      );
      for (const chunk of splitIntoChunks(points, POINTS_PER_CHUNK)) {
        const { from, encoded } = chunk;
        const measured = measureDistances(chunk);
        const cache = createPredictionCache(encoded);
        for (const output of selectedOutputs) {
          const distances = distancesFor(output, measured);
          const { means, variances } = standardised(output, parts.targets, predictor, cache, distances);
          const drawn = drawnMeans(output, means, distances);
          const extrapolation = extrapolationVariance(output, means, distances);
          const factor = findWidthFactor(output, band);
          const prediction = inOwnUnit(output, drawn, variances, extrapolation, factor);
          const filled = predictions.get(output.name);
          filled?.mean.set(prediction.mean, from * output.size);
          filled?.lower.set(prediction.lower, from * output.size);
          filled?.upper.set(prediction.upper, from * output.size);
        }
      }
      return predictions;
    },
    predictWithGradients: (values, count, names) => {
      const points = checkPoints(inputs, values, count);
      const selectedOutputs = selectOutputs(names);
      const predictions = new Map(
        selectedOutputs.map(({ name, size }) => [name, blankWithGradients(count * size, inputs)]),
      );
      for (const { from, points: chunkPoints, encoded } of splitIntoChunks(points, GRADIENTS_CHUNK)) {
        const distances = dataDistancesWithGradients(parts.referenceRows, features, encoded);
        addUnvariedInputs(inputs, chunkPoints, distances.distances);
        const byLeverage = parts.leverage && leveragesWithGradients(parts.leverage, encoded);
        const cache = createGradientCache({
          inputs: encoded,
          distancesFor: ({ extrapolationModel }) =>
            leveragedDistancesWithGradients(distances, byLeverage, extrapolationModel?.leverageWeight ?? 0),
        });
        for (const output of selectedOutputs) {
          const prediction = predictOutputWithGradients(output, parts, gradientPredictor, cache, chunkPoints);
          const filled = predictions.get(output.name);
          for (const end of ["mean", "lower", "upper"] as const) {
            filled?.[end].set(prediction[end], from * output.size);
            filled?.gradients[end].set(prediction.gradients[end], from * output.size * parts.inputs.length);
          }
        }
      }
      return predictions;
    },
    means: (values, count, name) => {
      const points = checkPoints(inputs, values, count);
      const output = outputNamed(outputs, name);
      const filled = new Float64Array(count * output.size);
      for (const chunk of splitIntoChunks(points, POINTS_PER_CHUNK)) {
        const { from, encoded } = chunk;
        const byModel = new Map<number, Float64Array[]>();
        const targets = Array.from(output.targets, (target) => predictor.meansOf(target, encoded, byModel));
        const assembled = assemble(output, targets, encoded.columns);
        const means = isOutsideRange(output, assembled)
          ? drawnMeans(output, assembled, distancesFor(output, measureDistances(chunk)))
          : assembled;
        filled.set(
          means.map((value, at) => toOutput(output, at % output.size, value)),
          from * output.size,
        );
      }
      return filled;
    },
    extrapolation: (values, count) => {
      const points = checkPoints(inputs, values, count);
      return detectExtrapolation(parts, points, encode(features, points));
    },
    outOfSample: (name) => outputNamed(outputs, name).outOfSample,
    trainingPoints: () => referencePoints(parts.referenceRows, features, inputs),
    serialise: () => writeEmulatorFile(asEmulatorParts(parts)),
  };
}

/** The distances of some points to the rows, and by leverage, where the emulator has a leverage model. */
interface PointDistances {
  toRows: Float64Array;
  byLeverage: Float64Array | null;
}

const findWidthFactor = ({ jointBand }: EmulatorOutput, band: CurveBand): number =>
  band === "joint" && jointBand !== null ? jointBand.factor : 1;

const distancesFor = (
  { extrapolationModel }: Pick<EnsembleOutputParts, "extrapolationModel">,
  { toRows, byLeverage }: PointDistances,
): Float64Array => leveragedDistances(toRows, byLeverage, extrapolationModel?.leverageWeight ?? 0);

/** The models whose variance is a part of some output's error model. */
export function modelsWithVariance({ outputs, targets }: EnsembleEmulatorParts): ReadonlySet<number> {
  const using = outputs.filter(({ errorModel }) => errorModel.varianceScale > 0);
  const members = using.flatMap((output) =>
    Array.from(output.targets).flatMap((target) => targets[target]?.members ?? []),
  );
  return new Set(
    members.filter(({ varianceWeight }) => varianceWeight > 0).flatMap(({ models }) => Array.from(models)),
  );
}

function described(output: EnsembleOutputParts): EmulatorOutput {
  return {
    name: output.name,
    size: output.size,
    coordinate: output.coordinate,
    knots: output.knots,
    coefficientOfDetermination: output.coefficientOfDetermination,
    coefficientsOfDetermination: output.coefficientsOfDetermination,
    logAccuracy: output.logAccuracy,
    spread: output.spread,
    coverage: output.coverage,
    rowCounts: output.rowCounts,
    validationMethod: output.validationMethod,
    validationValues: output.validationValues,
    families: output.families,
    reason: output.reason,
    findings: output.findings,
    calibration: output.calibration,
    jointBand: output.jointBand,
    learningCurve: output.learningCurve,
    suspicious: output.suspicious,
  };
}

function outputNamed(outputs: readonly EnsembleOutputParts[], name: string): EnsembleOutputParts {
  const namedOutput = outputs.find((output) => output.name === name);
  if (namedOutput === undefined) throw new UserError(`The emulator has no output named “${name}”.`);
  return namedOutput;
}
