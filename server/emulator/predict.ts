import type { EmulatorOutput } from "@understudy/engine/models/emulator.ts";
import type { EmulatorDescription, PredictionAnswer } from "@understudy/engine/prediction/prediction.ts";
import { type InputPoint, ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import type { JobRecord } from "../models/job.ts";
import { invalid } from "../problem.ts";
import { type EmulatorAccess, type ReadyEmulator, readyEmulator, unavailable } from "./ask.ts";
import { toPoints } from "./points.ts";

/** Values in one answer: a browser cannot draw more, and writing them as JSON would hold up everybody else. */
const MAX_VALUES = 200_000;

export type Question = {
  points: readonly InputPoint[];
  /** Where the points stood in the request, for its errors. */
  field: string;
  /** Names; all by default. */
  outputs?: readonly string[] | undefined;
  /** By name of a coordinate: where curves over it are wanted; at their stored places by default. */
  coordinates?: Readonly<Record<string, readonly number[]>>;
  /** Whether to report as well where the points lie outside the training data. */
  extrapolation?: boolean;
  /** Aborted once the answer is no longer wanted. */
  wanted?: AbortSignal;
};

/** What was predicted, and by which emulator. */
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
  { predictions }: EmulatorAccess,
  job: JobRecord,
  { file, description }: ReadyEmulator,
  { points, field, outputs, coordinates = {}, extrapolation = false, wanted }: Question,
): Promise<PredictionAnswer> {
  const asked = chosenOutputs(description.outputs, outputs);
  const places = placesOf(asked, coordinates);
  if (points.length === 0) return nothing(asked, places);
  const perPoint = asked.reduce((sum, { name, size }) => sum + (ownValue(places, name)?.length ?? size), 0);
  if (perPoint * points.length > MAX_VALUES) throw invalid({ [field]: [MESSAGES.tooManyValues(MAX_VALUES)] });
  const request = {
    ...file,
    points: toPoints(description.inputs, job.config, points, field),
    count: points.length,
    outputs: asked.map(({ name }) => name),
    coordinates: places,
    extrapolation,
  };
  return await predictions.predict(request, wanted).catch((error: unknown) => {
    throw unavailable(error);
  });
}

/** What a prediction at no point at all is. */
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
  const [known, wanted] = [new Set(available.map(({ name }) => name)), new Set(names)];
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw invalid({ outputs: unknown.map(MESSAGES.noSuchColumn) });
  return available.filter(({ name }) => wanted.has(name));
}

/** By name of a curve: where it is wanted. */
function placesOf(
  outputs: readonly EmulatorOutput[],
  coordinates: NonNullable<Question["coordinates"]>,
): Record<string, Float64Array> {
  const curves = outputs.filter(({ size }) => size > 1);
  const over = (output: EmulatorOutput) => output.coordinate ?? ROW_INDEX;
  const known = new Set(curves.map(over));
  const unknown = Object.keys(coordinates).filter((name) => !known.has(name));
  if (unknown.length > 0) throw invalid({ coordinates: unknown.map(MESSAGES.noSuchColumn) });
  return Object.fromEntries(
    curves.flatMap((curve) => {
      const wanted = ownValue(coordinates, over(curve));
      return wanted === undefined ? [] : [[curve.name, Float64Array.from(wanted)]];
    }),
  );
}
