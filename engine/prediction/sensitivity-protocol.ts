/** The messages between the sensitivity service and the thread of one study. */
import type { OutputSensitivity, SensitivityOptions } from "../sensitivity/sensitivity.ts";

/** What a thread is started with. */
export interface SensitivityTask {
  path: string;
  output: string;
  options: SensitivityOptions;
}

export type SensitivityReply =
  | { kind: "found"; sensitivity: OutputSensitivity }
  | { kind: "failed"; message: string };
