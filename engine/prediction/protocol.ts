/** The messages between the prediction service and its worker threads. */

import type { Compiled } from "../math/kernels/module.ts";
import type { Extrapolation } from "../models/emulator.ts";
import type { EmulatorDescription, OutputAnswer, PredictionRequest } from "./prediction.ts";

export type Task =
  | { kind: "load"; key: string; path: string }
  /** The emulator has been loaded before. */
  | ({ kind: "predict" } & PredictionRequest)
  | { kind: "forget"; key: string };

export type Reply =
  | ({ kind: "loaded" } & EmulatorRead)
  /** `milliseconds` of the thread's own work: waiting for the processor is not a cost of the emulator. */
  | ({ kind: "predicted"; milliseconds: number } & Predicted)
  | { kind: "forgotten" }
  /** `message` is for people, `details` for the log. `isFile`: what was read is at fault, and will be the next time. */
  | { kind: "failed"; message: string; details: string; isFile: boolean };

/** An emulator in the memory of a thread. */
export interface EmulatorRead {
  description: EmulatorDescription;
  /** Bytes. */
  memory: number;
  /** The kernels that the thread computes with, for threads that start later; null where it computes nothing. */
  kernels: Compiled | null;
}

export interface Predicted {
  outputs: [name: string, answer: OutputAnswer][];
  extrapolation: Extrapolation | null;
}
