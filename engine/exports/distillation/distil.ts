/** An emulator as a few small networks, fitted to its predictions, for formats that cannot hold all that it is made of. */
import type { Scale } from "../../dataset/scaling.ts";
import { createRandom } from "../../math/random.ts";
import { COMPARED_POINTS } from "../assembly/comparison.ts";
import { type ExportedModel, meansOf, type TestVectors } from "../exported-model.ts";
import type { Program } from "../program.ts";
import { runProgram } from "../run-program.ts";
import {
  atCoordinates,
  type ComparedPoints,
  comparedPoints,
  measureAccuracy,
  withCoordinates,
} from "./accuracy.ts";
import type { ChosenScales } from "./chosen-scales.ts";
import { type Distillation, worstShare } from "./distillation.ts";
import { type DistilledOutput, distilledOutput, inputFeatures, inputScales } from "./distilled-output.ts";
import { distilledProgram } from "./distilled-program.ts";
import { growNetworks } from "./grow-networks.ts";
import { Pace, type ProgressReport } from "./pace.ts";
import { createPoints, type DrawPoints } from "./points.ts";
import { type Predict, samplePoints } from "./sample.ts";
import { type Signature, signatureOf } from "./signature.ts";

export interface DistillationRequest {
  /** The exact model, without or with bounds. */
  model: ExportedModel;
  /** Means and bounds of the emulator itself at `count` points (row-major). */
  predict: Predict;
  /** Training rows, row-major: points are drawn around them as well as in the ranges. */
  rows: Float64Array;
  /** On which the emulator has its inputs and outputs; where absent, what the rows and the means suggest. */
  scales?: ChosenScales;
  /** The largest share of the emulator's own error that the differences may have. */
  wantedShare: number;
  /** CPU seconds for the fits, at most; what was found is then measured and returned. */
  budget: number;
  onProgress(report: ProgressReport): void;
  signal: AbortSignal;
}

/** Points that the networks are fitted to, and checked at between their steps. */
const FITTED_POINTS = 11_000;
const CHECKED_POINTS = 1500;
/** Values of all outputs at these, at most. */
const FITTED_VALUES = 2e6;
const CHECKED_VALUES = 4e5;
const TEST_POINTS = 200;
/** Of the wanted share, what the check has to show: less where the comparison finds more than the check did. */
const MARGINS = [0.9, 0.75, 0.6, 0.45];

const COMPARING = `Comparing the networks with the emulator at ${COMPARED_POINTS} points`;

/** Of points for different ends: none is drawn twice. */
const SEEDS = { fit: 1, check: 2, compared: 3, vectors: 4 } as const;

/**
 * Of every output's mean, and of the distance between its bounds, a network of two hidden layers of tanh units, as small as the
 * wanted accuracy allows. A curve has two: one yields what its principal components are multiplied by, the other the components at
 * the coordinate. The same request gives the same model unless its budget cuts it short.
 *
 * @throws the reason of the signal once that is aborted, within a second.
 */
export async function distil(given: DistillationRequest): Promise<Distillation> {
  const request = given.model.hasBounds ? given : { ...given, predict: meansAlone(given.predict) };
  const { model, predict, rows, budget, signal, onProgress } = request;
  const pace = new Pace(budget, signal, onProgress);
  pace.text = "Predicting the points that the networks are fitted to";
  const signature = signatureOf(model);
  const scales = inputScales(model.inputs, rows);
  const points = (seed: number): DrawPoints => createPoints(model.inputs, scales, rows, createRandom(seed));
  const outputs = await learnOutputs(request, signature, request.scales?.inputs ?? scales, points, pace);
  let compared: readonly ComparedPoints[] | null = null;
  let best: Omit<Distillation, "vectors"> | null = null;
  const isBetter = ({ accuracies }: Omit<Distillation, "vectors">): boolean =>
    best === null || worstShare(accuracies) < worstShare(best.accuracies);
  for (const margin of MARGINS) {
    await growNetworks(outputs, margin, pace);
    pace.text = COMPARING;
    compared ??= await comparedPoints(signature, predict, points(SEEDS.compared), pace);
    const found = await measureNetworks(signature, outputs, compared, pace);
    if (isBetter(found)) best = found;
    const isStuck = outputs.every(({ networks }) => !networks.some((network) => network.isWorthSteps(0)));
    if (worstShare(found.accuracies) <= request.wantedShare || isStuck || pace.isOver()) break;
  }
  if (best === null) throw new Error("Nothing was fitted.");
  pace.finish();
  const vectors = await testVectors(best.program, signature, predict, points(SEEDS.vectors), pace);
  return { ...best, vectors };
}

const meansAlone =
  (predict: Predict): Predict =>
  (points, count) =>
    predict(points, count).map(meansOf);

async function learnOutputs(
  { model, predict, scales, wantedShare }: DistillationRequest,
  signature: Signature,
  inputs: readonly Scale[],
  points: (seed: number) => DrawPoints,
  pace: Pace,
): Promise<DistilledOutput[]> {
  const values = model.outputs.reduce((sum, { size }) => sum + size, 0);
  const draw = (seed: number, wanted: number, most: number) => {
    const count = Math.min(wanted, Math.ceil(most / values));
    return samplePoints(predict, points(seed)(count), count, pace);
  };
  const fit = await draw(SEEDS.fit, FITTED_POINTS, FITTED_VALUES);
  const check = await draw(SEEDS.check, CHECKED_POINTS, CHECKED_VALUES);
  const features = inputFeatures(model.inputs, inputs, fit.points);
  const outputs: DistilledOutput[] = [];
  for (const output of signature.outputs.keys()) {
    const scale = scales?.outputs[output];
    const samples = { fit, check };
    outputs.push(await distilledOutput({ features, output, scale, wantedShare }, signature, samples, pace));
  }
  return outputs;
}

async function measureNetworks(
  signature: Signature,
  outputs: readonly DistilledOutput[],
  compared: readonly ComparedPoints[],
  pace: Pace,
): Promise<Omit<Distillation, "vectors">> {
  const fitted = outputs.map((output) => output.fitted());
  const program = distilledProgram(signature.inputs.length, fitted);
  const units = outputs.map(({ unit }) => unit);
  const accuracies = await measureAccuracy(program, units, compared, pace);
  const networks = fitted.flatMap(({ mean, bounds }) =>
    [mean, bounds].flatMap((one) => [one?.ofTargets ?? [], one?.ofCourse ?? []].flat()),
  );
  const layers = networks.map(({ shape }) => shape.hidden);
  const hidden = [0, 1].map((layer) => layers.reduce((sum, units) => sum + units[layer], 0));
  return { program, hidden, accuracies };
}

/** A coordinate that is an input is one of the knots, where the emulator's own value is known. */
async function testVectors(
  program: Program,
  signature: Signature,
  predict: Predict,
  draw: DrawPoints,
  pace: Pace,
): Promise<TestVectors> {
  const count = TEST_POINTS;
  const random = createRandom(SEEDS.vectors);
  const { points: own, values } = await samplePoints(predict, draw(count), count, pace);
  const knots = signature.knots.map(({ length }) =>
    Int32Array.from({ length: count }, () => random.integer(length)),
  );
  const points = withCoordinates(signature, own, count, knots);
  const emulator = signature.outputs.map((_, at) => atCoordinates(signature, at, values[at], knots));
  return { points, count, emulator, program: runProgram(program, points, count) };
}
