import type { Extrapolation } from "@understudy/engine/models/emulator.ts";
import type {
  EmulatorDescription,
  OutputAnswer,
  PredictionAnswer,
} from "@understudy/engine/prediction/prediction.ts";
import type { EmulatorAnswer, OutputPrediction, OutsideTraining } from "@understudy/shared/api/emulator.ts";
import { type JsonPieces, listInPieces, numbersInPieces, objectInPieces, repeated } from "./json-pieces.ts";

type Outputs = EmulatorAnswer["outputs"];

/** The prediction at all points: each point's part is made when it is written. */
export type PresentedPredictions = {
  /** Each output's values with their bounds, by name. */
  outputs: JsonPieces<Outputs[]>;
  outside: JsonPieces<OutsideTraining[]>;
};

/** The prediction at one point. */
export type PresentedPrediction = {
  outputs: Outputs | JsonPieces<Outputs>;
  outside: OutsideTraining;
};

/** Values that are written in one piece: a moved slider's answer, which has as many as a plot is wide, is. */
const FEW_VALUES = 2_048;

/** Places along a curve, from which on it is worth it to write once what it has in common at all points. */
const MANY_PLACES = 32;

export function presentPrediction(
  answer: PredictionAnswer,
  description: EmulatorDescription,
): PresentedPrediction {
  const isLong = valuesOfPoint(answer) > FEW_VALUES;
  return {
    outputs: outputsPresenter(answer, description, () => isLong)(0),
    outside: presentOutside(answer.extrapolation, 0, listInputNames(description)),
  };
}

export function presentPredictions(
  answer: PredictionAnswer,
  count: number,
  description: EmulatorDescription,
): PresentedPredictions {
  const names = listInputNames(description);
  const isLong = valuesOfPoint(answer) > FEW_VALUES;
  const present = outputsPresenter(
    answer,
    description,
    ({ coordinates }) => isLong || coordinates.length >= MANY_PLACES,
  );
  return {
    outputs: listInPieces(function* () {
      for (let point = 0; point < count; point++) yield present(point);
    }),
    outside: listInPieces(function* () {
      for (let point = 0; point < count; point++) yield presentOutside(answer.extrapolation, point, names);
    }),
  };
}

function valuesOfPoint({ outputs }: PredictionAnswer): number {
  let values = 0;
  for (const { coordinates } of outputs.values()) values += coordinates.length;
  return values;
}

/** Presents all outputs at a point; those that `isInPieces` chooses piece by piece, the others at once. */
function outputsPresenter(
  { outputs }: PredictionAnswer,
  description: EmulatorDescription,
  isInPieces: (output: OutputAnswer) => boolean,
): (point: number) => PresentedPrediction["outputs"] {
  const curves = findCurveNames(description);
  const all = [...outputs];
  if (!all.some(([, output]) => isInPieces(output))) {
    return (point) =>
      Object.fromEntries(all.map(([name, output]) => [name, presentOutput(output, point, curves.has(name))]));
  }
  const presenters = all.map(([name, output]) => {
    const isCurve = curves.has(name);
    const same = isInPieces(output) ? partsOfAllPoints(output, isCurve) : null;
    const present = (point: number) =>
      same === null ? presentOutput(output, point, isCurve) : outputInPieces(output, point, same);
    return { name, present };
  });
  return (point) =>
    objectInPieces<Outputs>(
      Object.fromEntries(presenters.map(({ name, present }) => [name, present(point)] as const)),
    );
}

const listInputNames = ({ inputs }: EmulatorDescription): readonly string[] => inputs.map(({ name }) => name);

const findCurveNames = ({ outputs }: EmulatorDescription): ReadonlySet<string> =>
  new Set(outputs.filter(({ size }) => size > 1).map(({ name }) => name));

function presentOutside(
  extrapolation: Extrapolation | null,
  point: number,
  names: readonly string[],
): OutsideTraining {
  if (extrapolation === null) return { inputs: [], is_far: false };
  const { inputs, far } = extrapolation;
  return {
    inputs: names.filter((_, input) => inputs[point * names.length + input] === 1),
    is_far: far[point] === 1,
  };
}

function presentOutput(output: OutputAnswer, point: number, isCurve: boolean): OutputPrediction {
  const size = output.coordinates.length;
  const from = point * size;
  return {
    values: numbers(output.mean, from, size),
    lower_bounds: numbers(output.lower, from, size),
    upper_bounds: numbers(output.upper, from, size),
    coefficients_of_determination: finite(output.coefficientsOfDetermination),
    coordinate_values: isCurve ? numbers(output.coordinates, 0, size) : null,
  };
}

type SameForAll = Pick<OutputPrediction, "coefficients_of_determination" | "coordinate_values">;
type SamePieces = { readonly [Name in keyof SameForAll]: SameForAll[Name] | JsonPieces<SameForAll[Name]> };

/**
 * Writes the parts of an output's predictions that all points share: in a list of curves, two fifths of the numbers.
 */
function partsOfAllPoints(output: OutputAnswer, isCurve: boolean): SamePieces {
  return {
    coefficients_of_determination: repeated(numbersInPieces(output.coefficientsOfDetermination)),
    coordinate_values: isCurve ? repeated(numbersInPieces(output.coordinates)) : null,
  };
}

function outputInPieces(output: OutputAnswer, point: number, same: SamePieces): JsonPieces<OutputPrediction> {
  const size = output.coordinates.length;
  const presentPoint = (values: Float64Array) =>
    numbersInPieces(values.subarray(point * size, (point + 1) * size));
  return objectInPieces<OutputPrediction>({
    values: presentPoint(output.mean),
    lower_bounds: presentPoint(output.lower),
    upper_bounds: presentPoint(output.upper),
    ...same,
  });
}

/** As `Array.from` of a part, which takes ten times as long: a moved slider waits for thousands of these. */
function numbers(values: Float64Array, from: number, size: number): number[] {
  const list = new Array<number>(size);
  for (let i = 0; i < size; i++) list[i] = values[from + i] ?? Number.NaN;
  return list;
}

/** The values; null for one that is not finite. */
export function finite(values: Float64Array): (number | null)[] {
  const list = new Array<number | null>(values.length);
  for (let i = 0; i < list.length; i++) {
    const value = values[i] ?? Number.NaN;
    list[i] = Number.isFinite(value) ? value : null;
  }
  return list;
}
