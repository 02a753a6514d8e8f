import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";

type Measured = {
  readonly outputs: readonly Pick<
    EmulatorReport["outputs"][number],
    "name" | "coefficient_of_determination"
  >[];
};
export type ProvisionalText = { readonly title: string; readonly text: string };

/**
 * Explains that the emulator is one of a training that is not over, and how accurate it is so far.
 * @param formatName what an output is called on screen
 * @returns null for the last emulator of a training
 */
export function describeProvisional(
  { emulator_is_provisional, status }: Pick<Job, "emulator_is_provisional" | "status">,
  report: Measured | null,
  formatName: (name: string) => string,
): ProvisionalText | null {
  if (!emulator_is_provisional) return null;
  const future = isActive(status)
    ? { title: "Still improving", text: "Better emulators take its place; the sliders stay where they are." }
    : { title: "An early emulator", text: "Its training was interrupted before a better one was stored." };
  return { title: future.title, text: [...describeAccuracy(report, formatName), future.text].join(" ") };
}

function describeAccuracy(report: Measured | null, formatName: (name: string) => string): string[] {
  const outputs = report?.outputs ?? [];
  const [lowest] = outputs.toSorted(
    (a, b) => a.coefficient_of_determination - b.coefficient_of_determination,
  );
  if (lowest === undefined) return [];
  const accuracy = formatAccuracy(lowest.coefficient_of_determination);
  return outputs.length === 1
    ? [`Its prediction accuracy is ${accuracy} so far.`]
    : [`Its lowest prediction accuracy is ${accuracy} so far, of ${formatName(lowest.name)}.`];
}
