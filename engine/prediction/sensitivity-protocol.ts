/** The messages between the sensitivity service and the thread of one analysis. */
import type { OutputSensitivity, SensitivityOptions } from "../sensitivity/sensitivity.ts";

/** The input of a thread. */
export interface SensitivityTask {
  path: string;
  output: string;
  options: SensitivityOptions;
}

export type SensitivityReply =
  | { kind: "found"; sensitivity: OutputSensitivity }
  | { kind: "failed"; message: string };
