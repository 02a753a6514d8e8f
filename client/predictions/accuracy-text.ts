import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import { isUnmeasurable } from "@understudy/shared/domain/finding.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { logAccuracyNote, logAccuracyText } from "@understudy/shared/texts/log-scale-text.ts";

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

type Measured = Pick<OutputTrust, "name" | "coefficient_of_determination" | "findings">;

/** The texts about an emulator of a training that goes on, on the emulator's page and in the printed report. */
const STILL_IMPROVING = {
  page: {
    title: "Still improving",
    text: "Better emulators take its place; the sliders stay where they are.",
  },
  report: {
    title: "A provisional emulator, still improving",
    text: "Its training was not over when this report was made.",
  },
};
const EARLY_TITLES = { page: "An early emulator", report: "A provisional emulator" };

/**
 * Explains that the emulator is one of a training that is not over, and how accurate it is so far.
 * @param outputs those of the emulator's report; none until it is read
 * @param formatName what an output is called on screen
 * @param place where the text stands: a report is read when the training is long over
 * @returns null for the last emulator of a training
 */
export function describeProvisional(
  { emulator_is_provisional, status }: Pick<Job, "emulator_is_provisional" | "status">,
  outputs: readonly Measured[],
  formatName: (name: string) => string,
  place: "page" | "report" = "page",
): { readonly title: string; readonly text: string } | null {
  if (!emulator_is_provisional) return null;
  const future = isActive(status)
    ? STILL_IMPROVING[place]
    : { title: EARLY_TITLES[place], text: "Its training was interrupted before a better one was stored." };
  return { title: future.title, text: [...lowestAccuracy(outputs, formatName), future.text].join(" ") };
}

function lowestAccuracy(outputs: readonly Measured[], formatName: (name: string) => string): string[] {
  const [lowest] = outputs.toSorted(
    (a, b) => a.coefficient_of_determination - b.coefficient_of_determination,
  );
  if (lowest === undefined) return [];
  const accuracy = isUnmeasurable(lowest)
    ? UNMEASURABLE_TEXT
    : formatAccuracy(lowest.coefficient_of_determination);
  return outputs.length === 1
    ? [`Its prediction accuracy is ${accuracy} so far.`]
    : [`Its lowest prediction accuracy is ${accuracy} so far, of ${formatName(lowest.name)}.`];
}
