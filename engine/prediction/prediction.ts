/** The requests to the prediction service and its answers. */

import type { CurveBand } from "@understudy/shared/domain/curve-band.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { EmulatorInput, EmulatorOutput, Extrapolation } from "../models/emulator.ts";

/** An emulator in a file. The file under one key never changes: a newer version has another key. */
export interface EmulatorFile {
  key: string;
  path: string;
}

/** The file holds no emulator that this program can read, however often it is asked. */
export class UnusableEmulator extends UserError {
  override readonly name = "UnusableEmulator";
}

/** No answer can be given now, though nothing is wrong with the question: it may be asked again. */
export class PredictionUnavailable extends UserError {
  override readonly name: string = "PredictionUnavailable";
}

export interface PredictionRequest extends EmulatorFile {
  /** count x inputs, row-major; see `engine/dataset/table.ts`. */
  points: Float64Array;
  count: number;
  /** Names; all outputs by default. */
  outputs?: readonly string[];
  /** By name of a curve output: where its curve is wanted; at its knots by default. */
  coordinates?: Readonly<Record<string, Float64Array>>;
  /** The bounds of curves: pointwise by default. Those of rows that `rows` names stay pointwise. */
  band?: CurveBand;
  /** True to report where the points are outside the training data. */
  extrapolation?: boolean;
  /**
   * The row of the job's data that each point is. Where the emulator was fitted to a validation row, the answer has the prediction of
   * models that were fitted without it.
   */
  rows?: Int32Array;
}

export interface OutputAnswer {
  /** The coordinates of the curve's values; [0] for a scalar. */
  coordinates: Float64Array;
  /** count x coordinates.length, row-major, like the bounds. */
  mean: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  /** One a coordinate. */
  coefficientsOfDetermination: Float64Array;
}

export interface PredictionAnswer {
  /** By name. */
  outputs: Map<string, OutputAnswer>;
  /** Null unless it was asked for. */
  extrapolation: Extrapolation | null;
}

export interface EmulatorDescription {
  inputs: readonly EmulatorInput[];
  outputs: readonly EmulatorOutput[];
}

/**
 * As many as a page asks for while a slider is moved. Requests of more points wait for those of others, and are shared with an
 * idle thread.
 */
export const FEW_POINTS = 256;

export interface PredictionService {
  /**
   * @param signal aborted when the answer is not needed any more: points that were not evaluated yet never are.
   * @throws (rejects) UnusableEmulator, PredictionUnavailable, UserError (unfit points), the signal's
   *   reason.
   */
  predict(request: PredictionRequest, signal?: AbortSignal): Promise<PredictionAnswer>;
  describe(file: EmulatorFile): Promise<EmulatorDescription>;
  /** True when the emulator is in some worker's memory, so that the answer comes at once. */
  isLoaded(key: string): boolean;
  /** Ends the workers; what is still waiting is rejected. */
  close(): Promise<void>;
}

export interface AdmissionLimits {
  /** Requests that may wait for their answers at the same time. */
  maxRequests: number;
  /** Points, and values in the answers, of those of them that ask for many. */
  maxPoints: number;
  maxValues: number;
}

export interface PredictionServiceOptions {
  /** Worker threads, at most: one an emulator until they are as many. */
  workers: number;
  /** Bytes of emulators kept in memory, all workers together. */
  memory: number;
  /** Milliseconds in which a request must advance, by at least some of its points: it may take as long as it advances. */
  deadline: number;
  /** Milliseconds after which a thread that does not answer is taken for hung; less than the deadline. */
  timeLimitMs: number;
  /** The limits of the requests that wait. */
  limits: AdmissionLimits;
  /** The module that the threads run, if not the engine's own. */
  program?: URL;
}
