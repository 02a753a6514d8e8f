/** The scale that an output is drawn on. */
import type { EmulatorReport, OutputTrust } from "@understudy/shared/api/emulator-report.ts";

export const findTrust = (report: EmulatorReport | null, output: string): OutputTrust | undefined =>
  report?.outputs.find(({ name }) => name === output);

/** The axis of an output is logarithmic if a person chose that, and otherwise if the output lies over decades. */
export const isLogarithmic = (
  report: EmulatorReport | null,
  output: string,
  chosen: "linear" | "log" | null,
): boolean =>
  chosen === null ? (findTrust(report, output)?.log_accuracy ?? null) !== null : chosen === "log";
