/** The training rows that an emulator's errors are known at, as seen by a job that varies some of its inputs. */
import { toScale } from "../../dataset/scaling.ts";
import type { Emulator, EmulatorInput } from "../../models/emulator.ts";

export interface KnownRows {
  /** The number of training rows, which the sizes of the errors were learned from; at least 1. */
  count: number;
  /** The places of rows that represent all of them: rows x dimensions, row-major; each range from 0 to 1. */
  places: Float64Array;
}

/** A dimension of the job. */
export interface KnownDimension {
  /** Among the emulator's inputs; null: the emulator does not read it. */
  column: number | null;
  /** Computes the place of an input's value or code; NaN where a row with that value is irrelevant to the job. */
  place(code: number): number;
}

/**
 * Finds, where a job varies only some of the inputs, the nearest rows to what it leaves of the space: as many as
 * would lie in it if they were as far apart along it as they are in the whole space.
 * @param nominal the emulator's inputs where they are not varied
 */
export function knownRows(
  { inputs, trainingPoints }: Pick<Emulator, "inputs" | "trainingPoints">,
  dimensions: readonly KnownDimension[],
  nominal: Float64Array,
): KnownRows {
  const points = trainingPoints();
  const width = inputs.length;
  const varied = new Set(dimensions.map(({ column }) => column));
  const used = inputs.flatMap(({ used: isUsed }, column) => (isUsed ? [column] : []));
  const held = used.filter((column) => !varied.has(column));
  const distance = (row: number): number =>
    held.reduce((sum, column) => {
      const [rowValue, nominalValue] = [points[row * width + column], nominal[column]];
      return sum + computeAxisDistance(inputs[column], rowValue, nominalValue) ** 2;
    }, 0);
  const rows = Array.from({ length: width === 0 ? 0 : points.length / width }, (_, row) => ({
    places: dimensions.map(({ column, place }) =>
      column === null ? 0 : place(points[row * width + column]),
    ),
    distance: distance(row),
  })).filter(({ places }) => places.every(Number.isFinite));
  const share = used.length === 0 ? 1 : (used.length - held.length) / used.length;
  const near = rows.toSorted((a, b) => a.distance - b.distance).slice(0, Math.ceil(rows.length ** share));
  return { count: trainingRows(inputs), places: Float64Array.from(near.flatMap(({ places }) => places)) };
}

/** Adds simulations that a model was fitted to as well. @param points points of the unit cube */
export function withPoints({ count, places }: KnownRows, points: readonly Float64Array[]): KnownRows {
  return {
    count: Math.max(1, count + points.length),
    places: Float64Array.from([...places, ...points.flatMap((point) => [...point])]),
  };
}

export const NO_ROWS: KnownRows = { count: 0, places: new Float64Array(0) };

/** Drops the places, for a part of the space that is far from all rows: all errors there may be to the same side. */
export const withoutPlaces = ({ count }: KnownRows): KnownRows => ({ ...NO_ROWS, count });

const trainingRows = (inputs: readonly EmulatorInput[]): number =>
  Math.max(1, ...inputs.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)));

/** Computes the place of a value among the training rows, from 0 to 1; the code of a level. */
export function placeAmongRows(input: EmulatorInput, code: number): number {
  if (input.kind === "categorical") return code;
  const { scale, minimum, maximum } = input;
  const [low, high] = [toScale(scale, minimum), toScale(scale, maximum)];
  return high > low ? (toScale(scale, code) - low) / (high - low) : 0;
}

/** Any two levels are a whole range apart. */
function computeAxisDistance(input: EmulatorInput, value: number, otherValue: number): number {
  if (input.kind === "categorical") return value === otherValue ? 0 : 1;
  return placeAmongRows(input, value) - placeAmongRows(input, otherValue);
}
