/** The texts beside an emulator's verdict: its reasons, and the changes by the last training. */

import {
  type EmulatorQuality,
  overallVerdict,
  validationRowsOf,
  worstOutputs,
} from "@understudy/shared/domain/emulator-quality.ts";
import { type Finding, findingText } from "@understudy/shared/domain/finding.ts";
import { errorOf } from "@understudy/shared/domain/learning-curve.ts";
import { verdictReason } from "@understudy/shared/domain/verdict.ts";
import { listNames } from "@understudy/shared/list-names.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";

/** Names of more outputs than these are counted instead. */
const MAX_NAMES = 3;
/** An error that changed by less than this fraction is the same. */
const MAX_UNCHANGED_FRACTION = 0.05;

/** Findings that the verdict's reason or the next step says. */
const SAID_ELSEWHERE: ReadonlySet<Finding["kind"]> = new Set(["unmeasurable", "few rows", "unexplained"]);

const listed = (names: readonly string[]): string => listNames(names, MAX_NAMES);

/** Names the outputs that have the verdict, and the numbers and causes of the worst of them. @param formatName what an output is called on screen */
export function verdictText(quality: EmulatorQuality, formatName: (name: string) => string): string {
  const verdict = overallVerdict(quality);
  const worst = worstOutputs(quality);
  const { outputs } = quality;
  const [lowest] = [...worst].sort((a, b) => a.coefficient_of_determination - b.coefficient_of_determination);
  if (verdict === null || lowest === undefined) return "";
  const causes = lowest.findings.filter(({ kind }) => !SAID_ELSEWHERE.has(kind)).map(findingText);
  const reason = [verdictReason(lowest, validationRowsOf(lowest, quality)), ...causes].join(" ");
  if (outputs.length === 1) return reason;
  const names = listed(worst.map(({ name }) => formatName(name)));
  const summary =
    worst.length === outputs.length
      ? `${outputs.length === 2 ? "Both" : `All ${outputs.length}`} outputs are ${verdict}.`
      : `${names} ${worst.length === 1 ? "is" : "are"} ${verdict}; the other ${outputs.length === worst.length + 1 ? "output is" : "outputs are"} better.`;
  return worst.length === 1
    ? `${summary} ${reason}`
    : `${summary} The worst is ${formatName(lowest.name)}. ${reason}`;
}

/** Explains why the training ended before its plan did; null: it did not. */
export function cutText({ stop_reason }: EmulatorQuality): string | null {
  switch (stop_reason) {
    case "time budget":
      return "The training reached the time limit of its effort before its plan was done.";
    case "stopped":
      return "The training was stopped before its plan was done.";
    case "converged":
      return null;
  }
}

/** The gains and losses of the last training; null where there was no emulator before, or nothing changed. */
export function changeText({ change }: EmulatorQuality, formatName: (name: string) => string): string | null {
  if (change === null) return null;
  const ratio = ({ before, after }: (typeof change.outputs)[number]) => errorOf(after) / errorOf(before);
  const text = (outputs: typeof change.outputs): string =>
    listed(
      outputs.map(
        ({ name, before, after }) =>
          `${formatName(name)} from ${formatAccuracy(before)} to ${formatAccuracy(after)}`,
      ),
    );
  const gained = change.outputs.filter((output) => ratio(output) < 1 - MAX_UNCHANGED_FRACTION);
  const lost = change.outputs.filter((output) => ratio(output) > 1 + MAX_UNCHANGED_FRACTION);
  if (change.kept) {
    const worse = lost.length > 0 ? ` The new one would have changed ${text(lost)}.` : "";
    return `The last training found no better emulator, so the one before was kept.${worse}`;
  }
  const parts = [
    ...(gained.length > 0 ? [`accuracy was gained for ${text(gained)}`] : []),
    ...(lost.length > 0 ? [`accuracy was lost for ${text(lost)}`] : []),
  ];
  return parts.length === 0 ? null : `Compared with the emulator before, ${parts.join("; ")}.`;
}
