/** One emulator of several ensembles, each of which answers for the outputs that were trained on the same rows. */
import { UserError } from "@understudy/shared/user-error.ts";
import { everyRow, gatherRows, thinRows } from "../../dataset/table.ts";
import { joined } from "../../math/joined.ts";
import type { Emulator, EmulatorInput, Extrapolation } from "../emulator.ts";
import { isOutside } from "../extrapolation/extrapolation.ts";
import { checkPoints } from "./check-points.ts";
import { createEnsembleEmulator } from "./emulator.ts";
import { writeEmulatorFile } from "./file.ts";
import type { EmulatorParts } from "./parts.ts";

/** Training rows of all ensembles together that `trainingPoints` gives: as many as one ensemble has at most. */
const MAX_TRAINING_POINTS = 400;

/** @param parts each output in one of the ensembles */
export function createEmulator(parts: EmulatorParts): Emulator {
  const emulators = parts.ensembles.map(createEnsembleEmulator);
  const [first, ...further] = emulators;
  if (first === undefined) throw new Error("An emulator needs at least one ensemble.");
  return further.length === 0 ? first : joinEmulators(parts, emulators);
}

/** @param emulators one an ensemble. @returns an emulator that passes each output on to the one that has it */
function joinEmulators(parts: EmulatorParts, emulators: readonly Emulator[]): Emulator {
  const { inputs, outputNames } = parts;
  const byOutput = new Map(
    emulators.flatMap((emulator) => emulator.outputs.map((output) => [output.name, { emulator, output }])),
  );
  const find = (name: string) => {
    const owner = byOutput.get(name);
    if (owner === undefined) throw new UserError(`The emulator has no output named “${name}”.`);
    return owner;
  };
  /** Predicts with every emulator that has some of the outputs. */
  const collect = <Prediction>(
    points: Float64Array,
    count: number,
    names: readonly string[],
    predict: (emulator: Emulator, names: readonly string[]) => ReadonlyMap<string, Prediction>,
  ): Map<string, Prediction> => {
    checkPoints(inputs, points, count);
    const namesByEmulator = Map.groupBy(names, (name) => find(name).emulator);
    const predictions = new Map(
      [...namesByEmulator].flatMap(([emulator, some]) => [...predict(emulator, some)]),
    );
    return new Map(
      names.flatMap((name) => {
        const prediction = predictions.get(name);
        return prediction === undefined ? [] : [[name, prediction]];
      }),
    );
  };
  return {
    inputs,
    outputs: outputNames.map((name) => find(name).output),
    predict: (points, count, names = outputNames, band) =>
      collect(points, count, names, (emulator, some) => emulator.predict(points, count, some, band)),
    predictWithGradients: (points, count, names = outputNames) =>
      collect(points, count, names, (emulator, some) => emulator.predictWithGradients(points, count, some)),
    means: (points, count, name) => {
      checkPoints(inputs, points, count);
      return find(name).emulator.means(points, count, name);
    },
    extrapolation: (points, count) => {
      checkPoints(inputs, points, count);
      return joinExtrapolations(
        inputs,
        points,
        emulators.map((emulator) => emulator.extrapolation(points, count)),
      );
    },
    outOfSample: (name) => find(name).emulator.outOfSample(name),
    trainingPoints: () => {
      const points = joined(emulators.map((emulator) => emulator.trainingPoints()));
      const rows = everyRow(points.length / Math.max(1, inputs.length));
      return gatherRows(points, inputs.length, thinRows(rows, MAX_TRAINING_POINTS));
    },
    serialise: () => writeEmulatorFile(parts),
  };
}

/** A point is far from the rows where it is outside the ranges, or far from the rows, of every ensemble. */
function joinExtrapolations(
  inputs: readonly EmulatorInput[],
  points: Float64Array,
  extrapolations: readonly Extrapolation[],
): Extrapolation {
  const width = inputs.length;
  const outside = Uint8Array.from(points, (value, at) => Number(isOutside(inputs[at % width], value)));
  const isOutsideAny = (values: Uint8Array, point: number): boolean =>
    values.subarray(point * width, (point + 1) * width).includes(1);
  const far = Uint8Array.from({ length: points.length / width }, (_, point) => {
    const isUnknown = extrapolations.every(
      (part) => part.far[point] === 1 || isOutsideAny(part.inputs, point),
    );
    return Number(isUnknown && !isOutsideAny(outside, point));
  });
  return { inputs: outside, far };
}
