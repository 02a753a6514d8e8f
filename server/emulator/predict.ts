import type { EmulatorOutput } from "@understudy/engine/models/emulator.ts";
import type { EmulatorDescription, PredictionAnswer } from "@understudy/engine/prediction/prediction.ts";
import { type InputPoint, ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import type { CurveBand } from "@understudy/shared/domain/curve-band.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { invalid } from "../core/problem.ts";
import type { JobRecord } from "../models/job.ts";
import { type EmulatorAccess, type ReadyEmulator, readyEmulator, unavailable } from "./ask.ts";
import { toPoints } from "./points.ts";

/** Values in one answer: a browser cannot draw more, and writing them as JSON would hold up everybody else. */
const MAX_VALUES = 200_000;

export type Question = {
  points: readonly InputPoint[];
  /** The name of the points in the request, for its errors. */
  field: string;
  /** Names; all by default. */
  outputs?: readonly string[] | undefined;
  /**
   * The positions at which curves over a coordinate are evaluated, by the coordinate's name; their stored positions
   * by default.
   */
  coordinates?: Readonly<Record<string, readonly number[]>>;
  /** The rows of the dataset that the points are: validation rows have the predictions of models fitted without them. */
  rows?: Int32Array;
  /** The bounds of curves, pointwise by default. */
  band?: CurveBand | undefined;
  /** True when the answer also reports the points that lie outside the training data. */
  extrapolation?: boolean;
  /** Aborts once nobody needs the answer any more. */
  signal?: AbortSignal;
};

/** A prediction, and the emulator that made it. */
export type Predicted = { answer: PredictionAnswer; description: EmulatorDescription };

/** Predictions at every point, in the order of the points; null while the emulator is being read. @throws Problem */
export async function predict(
  access: EmulatorAccess,
  job: JobRecord,
  question: Question,
): Promise<Predicted | null> {
  const emulator = await readyEmulator(access, job);
  if (emulator === null) return null;
  const answer = await evaluate(access, job, emulator, { ...question, extrapolation: true });
  return { answer, description: emulator.description };
}

/** One evaluation for all that is asked. @throws Problem 400 by field, 503 with a sentence when no answer can be given now. */
export async function evaluate(
  access: EmulatorAccess,
  job: JobRecord,
  emulator: ReadyEmulator,
  { points, ...question }: Question,
): Promise<PredictionAnswer> {
  const { inputs } = emulator.description;
  return await evaluateNumbers(access, emulator, {
    ...question,
    points: () => toPoints(inputs, job.config, points, question.field),
    count: points.length,
  });
}

/** A question whose points are numbers: count x inputs, row-major, which are made when all else has been checked. */
type NumbersQuestion = Omit<Question, "points"> & { points: () => Float64Array; count: number };

/** Evaluates points that are numbers. @throws Problem 400 by field, 503 with a sentence when no answer can be given now. */
export async function evaluateNumbers(
  { predictions }: Pick<EmulatorAccess, "predictions">,
  { file, description }: ReadyEmulator,
  {
    points,
    count,
    field,
    outputs,
    coordinates = {},
    rows,
    band,
    extrapolation = false,
    signal,
  }: NumbersQuestion,
): Promise<PredictionAnswer> {
  const chosen = chosenOutputs(description.outputs, outputs);
  const places = choosePlaces(chosen, coordinates);
  if (band === "joint" && chosen.some(({ size, jointBand }) => size > 1 && jointBand === null))
    throw invalid({ band: [MESSAGES.noJointBand] });
  if (count === 0) return nothing(chosen, places);
  const perPoint = chosen.reduce((sum, { name, size }) => sum + (ownValue(places, name)?.length ?? size), 0);
  if (perPoint * count > MAX_VALUES) throw invalid({ [field]: [MESSAGES.tooManyValues(MAX_VALUES)] });
  const request = {
    ...file,
    points: points(),
    count,
    outputs: chosen.map(({ name }) => name),
    coordinates: places,
    extrapolation,
    ...(rows && { rows }),
    ...(band && { band }),
  };
  return await predictions.predict(request, signal).catch((error: unknown) => {
    throw unavailable(error);
  });
}

/** The prediction at no point at all. */
const nothing = (
  outputs: readonly EmulatorOutput[],
  places: Readonly<Record<string, Float64Array>>,
): PredictionAnswer => {
  const none = new Float64Array();
  return {
    outputs: new Map(
      outputs.map(({ name, knots, coefficientsOfDetermination }) => [
        name,
        {
          coordinates: ownValue(places, name) ?? knots,
          mean: none,
          lower: none,
          upper: none,
          coefficientsOfDetermination,
        },
      ]),
    ),
    extrapolation: { inputs: new Uint8Array(), far: new Uint8Array() },
  };
};

function chosenOutputs(
  available: readonly EmulatorOutput[],
  names: readonly string[] | undefined,
): readonly EmulatorOutput[] {
  if (names === undefined) return available;
  const [availableNames, chosenNames] = [new Set(available.map(({ name }) => name)), new Set(names)];
  const unknown = names.filter((name) => !availableNames.has(name));
  if (unknown.length > 0) throw invalid({ outputs: unknown.map(MESSAGES.noSuchColumn) });
  return available.filter(({ name }) => chosenNames.has(name));
}

/** Chooses the positions at which each curve is evaluated, by the curve's name. */
function choosePlaces(
  outputs: readonly EmulatorOutput[],
  coordinates: NonNullable<Question["coordinates"]>,
): Record<string, Float64Array> {
  const curves = outputs.filter(({ size }) => size > 1);
  const over = (output: EmulatorOutput) => output.coordinate ?? ROW_INDEX;
  const coordinateNames = new Set(curves.map(over));
  const unknown = Object.keys(coordinates).filter((name) => !coordinateNames.has(name));
  if (unknown.length > 0) throw invalid({ coordinates: unknown.map(MESSAGES.noSuchColumn) });
  return Object.fromEntries(
    curves.flatMap((curve) => {
      const positions = ownValue(coordinates, over(curve));
      return positions === undefined ? [] : [[curve.name, Float64Array.from(positions)]];
    }),
  );
}
