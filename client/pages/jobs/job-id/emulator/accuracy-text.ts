import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { isUnmeasurable } from "@understudy/shared/domain/finding.ts";
import { logAccuracyNote, logAccuracyText } from "@understudy/shared/log-scale-text.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";

type Accuracy = Pick<OutputTrust, "coefficient_of_determination" | "log_accuracy" | "findings">;

/** This text replaces an accuracy that cannot be measured. */
export const UNMEASURABLE_TEXT = "not measurable";

/** `99.9%`; of an output over decades on both scales. */
export function accuracyText({ coefficient_of_determination, log_accuracy, findings }: Accuracy): string {
  if (isUnmeasurable({ findings })) return UNMEASURABLE_TEXT;
  const accuracy = formatAccuracy(coefficient_of_determination);
  if (log_accuracy === null) return accuracy;
  return `${accuracy} on the linear scale, ${logAccuracyText(log_accuracy)}. ${logAccuracyNote(log_accuracy)}`.trim();
}

/**
 * The note beside a plot of a vector output, on both scales where it lies over decades; empty until the accuracy is
 * known.
 */
export function accuracyNote(trust: Accuracy | undefined, shape: "curve" | "field"): string {
  if (trust === undefined) return "";
  const scope = `over the whole ${shape}`;
  return trust.log_accuracy === null
    ? `Prediction accuracy ${accuracyText(trust)} ${scope}`
    : `Prediction accuracy ${scope}: ${accuracyText(trust)}`;
}
