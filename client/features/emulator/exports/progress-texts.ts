/** Texts of an export that is under way. */
import type { EmulatorExport, ExportStep } from "@understudy/shared/api/emulator-export.ts";
import { formatDuration } from "#ui/format.ts";

const STEP_TITLES: Readonly<Record<ExportStep["name"], string>> = {
  read: "Reading the emulator",
  predict: "Asking the emulator for values",
  fit: "Fitting networks",
  compare: "Checking",
  write: "Writing the files",
};

/** Such as `Step 3 of 5: Fitting networks`. */
export function stepText({ step, text }: Pick<EmulatorExport, "step" | "text">): string {
  if (step === null) return text;
  const totalText = step.count === null ? "" : ` of ${step.count}`;
  return `Step ${step.number}${totalText}: ${STEP_TITLES[step.name]}`;
}

/** A bound that is told in steps of this many seconds reads calmly. */
const ROUNDED_TO = 5;

/** "" while it is not known. */
export function remainingText(seconds: number | null): string {
  if (seconds === null) return "";
  if (seconds < ROUNDED_TO) return "a few seconds left";
  return `at most ${formatDuration(ROUNDED_TO * Math.ceil(seconds / ROUNDED_TO))} left`;
}

/** One number a step: how full its part of the bar is, in percent. */
export function stepShares({ step, progress }: Pick<EmulatorExport, "step" | "progress">): number[] {
  const count = step?.count ?? null;
  if (step === null || count === null) return [100 * progress];
  return Array.from({ length: count }, (_, at) => {
    if (at === step.number - 1) return 100 * step.share;
    return at < step.number ? 100 : 0;
  });
}
