/** Predictions of scalar outputs at points and at variations of them, of which only the inputs that differ are sent. */
import type { EmulatorInput } from "@understudy/engine/models/emulator.ts";
import type { PredictionAnswer } from "@understudy/engine/prediction/prediction.ts";
import { type InputPoint, ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import type { VariationsAnswer, VariedPrediction } from "@understudy/shared/api/emulator-profile.ts";
import { PROFILE_LIMITS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid } from "../core/problem.ts";
import type { JobRecord } from "../models/job.ts";
import { type JsonPieces, listInPieces, numbersInPieces, objectInPieces } from "../presenters/json-pieces.ts";
import { type EmulatorAccess, type ReadyEmulator, readyEmulator } from "./ask.ts";
import { applyVariations, encodeVariations, toPoints } from "./points.ts";
import { evaluateNumbers } from "./predict.ts";

type Question = {
  points: readonly InputPoint[];
  variations: readonly InputPoint[];
  /** Each is combined with each of the variations, or stands alone where there are none; none: the variations stand alone. */
  crossings: readonly InputPoint[];
  /** The place along each coordinate, by its name, at which curves are predicted. */
  places: Readonly<Record<string, number>>;
  /** Names of scalar outputs, and of curves with a place; all scalar outputs by default. */
  outputs: readonly string[] | undefined;
  signal: AbortSignal;
};

/** The predictions for each point, besides that at the point itself. */
export const countVaried = ({ variations, crossings }: Pick<Question, "variations" | "crossings">): number =>
  crossings.length === 0 ? variations.length : Math.max(1, variations.length) * crossings.length;

/** @throws Problem 400 by field, 404 when the job has no emulator, 503 when no answer can be given now */
export async function predictVariations(
  access: EmulatorAccess,
  job: JobRecord,
  { points, variations, crossings, places, outputs, signal }: Question,
): Promise<VariationsAnswer | JsonPieces<VariationsAnswer>> {
  const { emulator_version } = job;
  const emulator = await readyEmulator(access, job);
  if (emulator === null) return { status: "loading", emulator_version, predictions: [] };
  const { inputs } = emulator.description;
  const names = chooseScalars(emulator, outputs, { places });
  checkPlaces(emulator, places);
  const perPoint = 1 + countVaried({ variations, crossings });
  const count = points.length * perPoint;
  if (count * inputs.length > PROFILE_LIMITS.inputNumbers)
    throw invalid({ variations: [MESSAGES.tooManyInputNumbers(PROFILE_LIMITS.inputNumbers)] });
  if (names.length === 0 || count === 0) return { status: "ready", emulator_version, predictions: [] };
  const answer = await evaluateNumbers(access, emulator, {
    points: () =>
      encodeVaried(inputs, toPoints(inputs, job.config, points, "points"), { variations, crossings }),
    count,
    field: "variations",
    outputs: names,
    coordinates: Object.fromEntries(
      Object.entries(places)
        .filter(([coordinate]) => isPredictedOver(emulator, names, coordinate))
        .map(([coordinate, place]) => [coordinate, [place]]),
    ),
    extrapolation: true,
    signal,
  });
  const predictions = listInPieces(function* () {
    for (let at = 0; at < points.length; at++)
      yield presentVaried(answer, inputs.length, at * perPoint, (at + 1) * perPoint);
  });
  return objectInPieces<VariationsAnswer>({ status: "ready", emulator_version, predictions });
}

/** Each point as the emulator reads it, followed by its variations. @param bases points x inputs, row-major */
function encodeVaried(
  inputs: readonly EmulatorInput[],
  bases: Float64Array,
  { variations, crossings }: Pick<Question, "variations" | "crossings">,
): Float64Array {
  // Crossings alone vary the point as well.
  const varied = variations.length === 0 && crossings.length > 0 ? [{}] : variations;
  const encoded = encodeVariations(inputs, varied, "variations");
  const crossed = encodeVariations(inputs, crossings.length > 0 ? crossings : [{}], "crossings");
  const width = inputs.length;
  const perPoint = (1 + encoded.length * crossed.length) * width;
  const numbers = new Float64Array((bases.length / Math.max(1, width)) * perPoint);
  const crossedBases = new Float64Array(crossed.length * width);
  for (let at = 0; at * width < bases.length; at++) {
    const base = bases.subarray(at * width, (at + 1) * width);
    numbers.set(base, at * perPoint);
    applyVariations(base, crossed, crossedBases);
    for (let row = 0; row < crossed.length; row++)
      applyVariations(
        crossedBases.subarray(row * width, (row + 1) * width),
        encoded,
        numbers,
        at * perPoint + (1 + row * encoded.length) * width,
      );
  }
  return numbers;
}

/** @throws Problem 400 where a place is along none of the emulator's coordinates */
function checkPlaces({ description }: ReadyEmulator, places: Question["places"]): void {
  const coordinates = new Set(
    description.outputs.flatMap(({ size, coordinate }) => (size > 1 ? [coordinate ?? ROW_INDEX] : [])),
  );
  const unknown = Object.keys(places).filter((name) => !coordinates.has(name));
  if (unknown.length > 0) throw invalid({ places: unknown.map(MESSAGES.noSuchColumn) });
}

/** One of these outputs is a curve over the coordinate. */
const isPredictedOver = (
  { description }: ReadyEmulator,
  names: readonly string[],
  coordinate: string,
): boolean =>
  description.outputs.some(
    (output) =>
      output.size > 1 && names.includes(output.name) && (output.coordinate ?? ROW_INDEX) === coordinate,
  );

/**
 * The names of the requested outputs that are predicted as one number at each point: scalar outputs, and curves with a place along their
 * coordinate.
 * @throws Problem 400, by the field of the request, where one of them is none
 */
export function chooseScalars(
  { description }: ReadyEmulator,
  names: readonly string[] | undefined,
  { field = "outputs", places = {} }: { field?: string; places?: Question["places"] } = {},
): string[] {
  const scalars = description.outputs.filter(
    ({ size, coordinate }) =>
      size === 1 || (names !== undefined && Object.hasOwn(places, coordinate ?? ROW_INDEX)),
  );
  const available = new Set(scalars.map(({ name }) => name));
  const unknown = names?.filter((name) => !available.has(name)) ?? [];
  if (unknown.length > 0) throw invalid({ [field]: unknown.map(MESSAGES.noSuchScalar) });
  return scalars.map(({ name }) => name).filter((name) => names?.includes(name) ?? true);
}

/** Presents the predictions from one position of the answer to another. */
function presentVaried(
  { outputs, extrapolation }: PredictionAnswer,
  inputCount: number,
  from: number,
  to: number,
): JsonPieces<VariedPrediction> {
  const numbers = (values: Float64Array) => numbersInPieces(values.subarray(from, to));
  const isOutside = (at: number): boolean =>
    extrapolation !== null &&
    (extrapolation.far[at] === 1 ||
      extrapolation.inputs.subarray(at * inputCount, (at + 1) * inputCount).includes(1));
  return objectInPieces<VariedPrediction>({
    outputs: objectInPieces<VariedPrediction["outputs"]>(
      Object.fromEntries(
        [...outputs].map(([name, { mean, lower, upper }]) => [
          name,
          objectInPieces<VariedPrediction["outputs"][string]>({
            values: numbers(mean),
            lower_bounds: numbers(lower),
            upper_bounds: numbers(upper),
          }),
        ]),
      ),
    ),
    is_outside: Array.from({ length: to - from }, (_, i) => isOutside(from + i)),
  });
}
