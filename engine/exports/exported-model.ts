/**
 * The model that every format writes: the program of an emulator, the names it goes by, and the points that prove the
 * file equal.
 */
import { type Program, RESULT_PARTS, type ResultPart } from "./program.ts";

/** Bounds are 95% bounds, as on the emulator page. */
export interface ExportedModel {
  /** The name of the module, function or file: lower-case letters, digits and underscores, a letter first. */
  identifier: string;
  /** The name of the job; text of a person: it is shown in headers, whose lines must not end on it. */
  title: string;
  jobId: number;
  /** Changes whenever the emulator does. */
  version: string;
  /** ISO 8601, in UTC. */
  createdAt: string;
  inputs: readonly ExportedInput[];
  outputs: readonly ExportedOutput[];
  program: Program;
  /** Its only result is 1 where a point lies away from the training data, and 0 elsewhere; null: that is not known. */
  farness: Program | null;
  /** True if every result has its bounds. */
  hasBounds: boolean;
  fidelity: Fidelity;
}

/** Lists the parts of every output that the model yields. */
export const listParts = ({ hasBounds }: ExportedModel): readonly ResultPart[] =>
  hasBounds ? RESULT_PARTS : ["mean"];

interface Named {
  /** As the data call it; text of a person. */
  name: string;
  /** Unique among inputs and outputs, also without regard to case, and no keyword of any of the languages. */
  identifier: string;
  /** The name on screen where it differs; empty otherwise. */
  description: string;
  /** Empty where there is none. */
  unit: string;
}

export type ExportedInput = Named &
  (
    | {
        kind: "continuous";
        /** The range of the training rows; where both are the same the input was never varied. */
        minimum: number;
        maximum: number;
        initial: number;
      }
    | {
        kind: "categorical";
        /** A level is given by its index. */
        levels: readonly string[];
        initial: number;
      }
  );

export interface ExportedOutput extends Named {
  /** Values a point: 1 for a scalar, `knots.length` for a curve. */
  size: number;
  /** Null for a scalar. */
  curve: ExportedCurve | null;
  /** On validation rows: 1 is perfect. */
  coefficientOfDetermination: number;
  /** The share of validation values inside the bounds, 0 .. 1. */
  coverage: number;
  /** The root mean square error on validation rows, in the output's unit; null where it is not known. */
  error: number | null;
  /** True: its values lie over decades. */
  isLogarithmic: boolean;
  /** The largest difference between the program's means and the emulator's own, in the output's unit; of an exact program with rounding. */
  largestDifference: number;
}

export interface ExportedCurve {
  /** The name of the coordinate; the row index where it has none. */
  name: string;
  identifier: string;
  unit: string;
  /** The coordinates of the values, ascending. */
  knots: Float64Array;
  /** The index of the input that is the coordinate, where the program yields one value at it; null where it yields all. */
  input: number | null;
}

/** Differences between an output's values and the emulator's own, in the output's unit. */
export interface OutputDifferences {
  /** The root mean square of the differences between means. */
  typical: number;
  /** The median of the differences between bounds: those far from the rows may be as wide as numbers go. Null without bounds. */
  bounds: number | null;
  /** Between the least and the largest of the emulator's means. */
  range: number;
}

/** The relation of the program to the emulator. */
export type Fidelity =
  | { kind: "exact" }
  | {
      /** Networks that were fitted to the emulator's means and bounds. */
      kind: "distilled";
      /** Units of each hidden layer, all networks together. */
      hidden: readonly number[];
      /** Points at which the largest differences were found, none of which the network was fitted to. */
      points: number;
      /** One an output: it is true where no network was near enough and the emulator's own equations compute the mean. */
      ownOutputs: readonly boolean[];
      /** For each output, the root mean square of these differences over the emulator's own error (see `error`). */
      shares: readonly (number | null)[];
      differences: readonly OutputDifferences[];
      /** The share that was asked for, and whether every output holds it. */
      wantedShare: number;
      holds: boolean;
    };

/** Points and the values there: what travels with every file as `test-vectors.csv`. */
export interface TestVectors {
  /** count x inputs, row-major; a category is the index of its level. */
  points: Float64Array;
  count: number;
  /** The values of the emulator itself, one entry an output: count x size. */
  emulator: readonly VectorValues[];
  /** The values of the program, where that is a distilled one: the file must reproduce them to rounding. */
  program: readonly VectorValues[] | null;
}

export interface VectorValues {
  mean: Float64Array;
  lower: Float64Array | null;
  upper: Float64Array | null;
}

export interface ExportedFile {
  /** Relative, without folders. */
  name: string;
  contents: string | Uint8Array;
}

/** Without bounds. */
export const dropBounds = <Mean>({ mean }: { mean: Mean }) => ({ mean, lower: null, upper: null });
