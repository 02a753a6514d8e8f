/** An emulator as a few small networks, fitted to its predictions, for formats that cannot hold all that it is made of. */
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import type { Scale } from "../../dataset/scaling.ts";
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { createRandom } from "../../math/random.ts";
import { COMPARED_POINTS } from "../assembly/comparison.ts";
import { withOwnMeans } from "../equations/own-equations.ts";
import { makeSignature, type Signature } from "../equations/signature.ts";
import { countTerms } from "../equations/terms.ts";
import { dropBounds, type ExportedModel } from "../exported-model.ts";
import { type Program, pruned } from "../program.ts";
import {
  BLOCK_POINTS,
  type ComparedPoints,
  comparedPoints,
  measureAccuracy,
  pointsToCompare,
} from "./accuracy.ts";
import type { ChosenScales } from "./chosen-scales.ts";
import { type CircuitEquations, type Distillation, worstShare } from "./distillation.ts";
import { type DistilledOutput, distilledOutput, inputFeatures, inputScales } from "./distilled-output.ts";
import { distilledProgram } from "./distilled-program.ts";
import type { GrowingNetwork } from "./growing-network.ts";
import { type FitLimits, Pace, type ProgressReport } from "./pace.ts";
import { createPoints, type DrawPoints } from "./points.ts";
import { chooseUnit } from "./quantity.ts";
import { type Predict, type Sample, samplePoints } from "./sample.ts";
import { isSteady, makeVectors } from "./vectors.ts";

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
  /** The emulator's own equations as a circuit takes them, see `ownEquations`; null where they are too long for anything. */
  ownProgram: Program | null;
  /** The fits end at these limits, and what they came to is returned; null fits none: the own equations alone are wanted. */
  fits: FitLimits | null;
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
/** Points that the own equations are compared at: they are the emulator's, and many times as long as networks. */
const OWN_POINTS = 2_000;
/** The check has to show this part of the wanted share: less where the comparison finds more than the check did. */
const CHECK_MARGINS = [0.9, 0.75, 0.6, 0.45];

const PREDICTING_TEXT = "Asking the emulator for its values";
const COMPARING_TEXT = "Comparing the equations with the emulator";

/** Points for different ends have different seeds: none is drawn twice. */
const POINT_SEEDS = { fit: 1, check: 2, compared: 3, vectors: 4 } as const;

/** The emulator's values at the points for each end. */
interface Samples {
  fit: Sample;
  check: Sample;
  compared: readonly ComparedPoints[];
  vectors: Sample;
}

type Candidate = Omit<Distillation, "vectors">;

/** All steps of a distillation work with this. */
interface Work {
  request: DistillationRequest;
  signature: Signature;
  samples: Samples;
  pace: Pace;
}

/**
 * Fits for every output's mean, and for the distance between its bounds, a network of two hidden layers of tanh
 * units, as small as the wanted accuracy allows. A curve has two: one yields what its principal components are
 * multiplied by, the other the components at the coordinate. Where a mean is not near enough in the end, the
 * emulator's own equations take its place. The same request gives the same model unless its limits cut it short.
 *
 * @throws the reason of the signal once that is aborted, within a second.
 */
export async function distil(original: DistillationRequest): Promise<CircuitEquations> {
  const request = original.model.hasBounds
    ? original
    : { ...original, predict: meansAlone(original.predict) };
  const { model, rows, fits, ownProgram, signal, onProgress } = request;
  const pace = new Pace(fits ?? NO_FITS, signal, onProgress);
  const signature = makeSignature(model);
  const scales = inputScales(model.inputs, rows);
  const points = (seed: number): DrawPoints => createPoints(model.inputs, scales, rows, createRandom(seed));
  const samples = await takeSamples(request, signature, points, pace);
  const work = { request, signature, samples, pace };
  const networks = fits === null ? null : await fitNetworks(work, request.scales?.inputs ?? scales);
  pace.begin("compare", COMPARING_TEXT);
  const exact = ownProgram === null ? null : await candidateWithOwn(work, networks, ownProgram);
  return {
    networks: networks && { ...networks, vectors: makeVectors(networks.program, signature, samples.vectors) },
    withOwnEquations: exact && {
      ...exact,
      vectors: makeVectors(exact.program, signature, samples.vectors, exact.hidden.length === 0),
    },
  };
}

const NO_FITS: FitLimits = { cpuSeconds: 0, deadline: () => 0 };

const meansAlone =
  (predict: Predict): Predict =>
  (points, count) =>
    predict(points, count).map(dropBounds);

async function takeSamples(
  { model, predict, fits }: DistillationRequest,
  signature: Signature,
  points: (seed: number) => DrawPoints,
  pace: Pace,
): Promise<Samples> {
  const values = model.outputs.reduce((sum, { size }) => sum + size, 0);
  const limited = (count: number, most: number): number =>
    fits === null ? 0 : Math.min(count, Math.ceil(most / values));
  const compared = fits === null ? OWN_POINTS : COMPARED_POINTS;
  const counts = {
    fit: limited(FITTED_POINTS, FITTED_VALUES),
    check: limited(CHECKED_POINTS, CHECKED_VALUES),
  };
  const all = counts.fit + counts.check + pointsToCompare(signature, compared) + TEST_POINTS;
  let done = 0;
  const counted: Predict = (batch, count) => {
    done += count;
    pace.note(done / all);
    return predict(batch, count);
  };
  pace.begin("predict", PREDICTING_TEXT);
  const draw = (seed: number, count: number) => samplePoints(counted, points(seed)(count), count, pace);
  return {
    fit: await draw(POINT_SEEDS.fit, counts.fit),
    check: await draw(POINT_SEEDS.check, counts.check),
    compared: await comparedPoints(signature, compared, counted, points(POINT_SEEDS.compared), pace),
    vectors: await draw(POINT_SEEDS.vectors, TEST_POINTS),
  };
}

/** The networks that are nearest to the emulator. */
async function fitNetworks(work: Work, inputs: readonly Scale[]): Promise<Candidate> {
  const { request, pace } = work;
  pace.begin("fit", "Preparing the fits");
  const outputs = await learnOutputs(work, inputs);
  let best: Candidate | null = null;
  for (const margin of CHECK_MARGINS) {
    await growNetworks(outputs, margin, pace);
    pace.text = COMPARING_TEXT;
    const candidate = await measureNetworks(work, outputs);
    if (best === null || worstShare(candidate.accuracies) < worstShare(best.accuracies)) best = candidate;
    const isStuck = outputs.every(({ networks }) => !networks.some((network) => network.isWorthSteps(0)));
    if (worstShare(candidate.accuracies) <= request.wantedShare || isStuck || pace.isOver()) break;
  }
  if (best === null) throw new Error("Nothing was fitted.");
  return best;
}

async function learnOutputs(work: Work, inputs: readonly Scale[]): Promise<DistilledOutput[]> {
  const { request, signature, samples, pace } = work;
  const { model, scales, wantedShare } = request;
  const features = inputFeatures(model.inputs, inputs, samples.fit.points);
  const outputs: DistilledOutput[] = [];
  for (const output of signature.outputs.keys()) {
    const scale = scales?.outputs[output];
    outputs.push(await distilledOutput({ features, output, scale, wantedShare }, signature, samples, pace));
  }
  return outputs;
}

async function measureNetworks(
  { signature, samples, pace }: Work,
  outputs: readonly DistilledOutput[],
): Promise<Candidate> {
  const fitted = outputs.map((output) => output.fitted());
  const program = distilledProgram(signature.inputs.length, fitted);
  const units = outputs.map(({ unit }) => unit);
  const accuracies = await measureAccuracy(program, units, samples.compared, pace);
  const networks = fitted.flatMap(({ mean, bounds }) =>
    [mean, bounds].flatMap((quantity) => [quantity?.ofTargets ?? [], quantity?.ofCourse ?? []].flat()),
  );
  const layers = networks.map(({ shape }) => shape.hidden);
  const hidden = [0, 1].map((layer) => layers.reduce((sum, units) => sum + units[layer], 0));
  const ownOutputs = outputs.map(() => false);
  return { program, hidden, ownOutputs, accuracies, comparedPoints: COMPARED_POINTS };
}

/**
 * The own equations of all outputs, or of those whose networks are not near enough; null where there are none of these, or where
 * they are too long, or rounding would move what they compute.
 */
async function candidateWithOwn(
  { request, signature, samples, pace }: Work,
  networks: Candidate | null,
  ownProgram: Program,
): Promise<Candidate | null> {
  const { wantedShare } = request;
  const isOwn = signature.outputs.map((_, at) => (networks?.accuracies[at].share ?? 1) > wantedShare);
  if (networks !== null && !isOwn.includes(true)) return null;
  const used = pruned({ ...ownProgram, results: ownProgram.results.filter((_, at) => isOwn[at]) });
  if (networks !== null && countTerms(used.instructions) > EXPORT_LIMITS.ownTerms) return null;
  const isAlone = networks === null || (isOwn.every(Boolean) && !request.model.hasBounds);
  const program = isAlone
    ? ownProgram
    : withOwnMeans(networks.program, ownProgram, isOwn, signature.inputs.length);
  if (!isAlone && !isSteady(program, signature, samples.vectors)) return null;
  const units = signature.outputs.map(({ error }, at) => chooseUnit(error, samples.vectors.values[at]));
  const compared = samples.compared.slice(0, Math.ceil(OWN_POINTS / BLOCK_POINTS));
  const measured = await measureAccuracy(ownProgram, units, compared, pace);
  return {
    program,
    hidden: isAlone ? [] : networks.hidden,
    ownOutputs: isOwn,
    accuracies: measured.map((accuracy, at) => {
      const network = networks?.accuracies[at];
      if (network === undefined || isAlone) return accuracy;
      return isOwn[at] ? { ...accuracy, bounds: network.bounds } : network;
    }),
    comparedPoints: compared.reduce((sum, { count }) => sum + count, 0),
  };
}

/**
 * All networks together have at most this many parameters, and so do those of bounds. Circuit simulators read long
 * programs slowly.
 */
const MAX_PARAMETERS = 12_000;
const MAX_FOR_BOUNDS = 2500;
/** Networks of bounds get a third of the time that those of means get. */
const BOUNDS_COST = 3;

/** @param margin of what is wanted, the part to be reached: the points of the check are few. */
async function growNetworks(outputs: readonly DistilledOutput[], margin: number, pace: Pace): Promise<void> {
  const kernels = new LayerKernels();
  const networks = outputs.flatMap((output) => output.networks);
  const forBounds = networks.some(({ part }) => part === "bounds") ? MAX_FOR_BOUNDS : 0;
  const most = { mean: MAX_PARAMETERS - forBounds, bounds: forBounds };
  const seconds = new Map(networks.map((network) => [network, 0]));
  for (;;) {
    // Each network gets its first steps, without which there is none.
    const mayAdvance = (network: GrowingNetwork): boolean => !network.isFitted || !pace.isOver();
    const waiting = networks.filter((network) => network.isWorthSteps(margin) && mayAdvance(network));
    const spent = (network: GrowingNetwork): number =>
      (seconds.get(network) ?? 0) * (network.part === "bounds" ? BOUNDS_COST : 1);
    const [next] = waiting.sort((a, b) => spent(a) - spent(b));
    if (next === undefined) return;
    pace.text = next.description;
    const before = pace.elapsed();
    const siblings = networks.filter((network) => network !== next && network.part === next.part);
    const taken = siblings.reduce((sum, { parameters }) => sum + parameters, 0);
    for (const _ of next.advance(kernels, most[next.part] - taken)) {
      await pace.pause();
      if (!mayAdvance(next)) break;
    }
    seconds.set(next, (seconds.get(next) ?? 0) + pace.elapsed() - before);
  }
}
