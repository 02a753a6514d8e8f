/** The scale that an output is drawn on. */
import type { EmulatorReport, OutputTrust } from "@understudy/shared/api/emulator-report.ts";

export const findTrust = (report: EmulatorReport | null, output: string): OutputTrust | undefined =>
  report?.outputs.find(({ name }) => name === output);

/** As a person chose, and else where the output lies over decades. */
export const isLogarithmic = (
  report: EmulatorReport | null,
  output: string,
  chosen: "linear" | "log" | null,
): boolean =>
  chosen === null ? (findTrust(report, output)?.log_accuracy ?? null) !== null : chosen === "log";
