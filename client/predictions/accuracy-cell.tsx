import { Text } from "@mantine/core";
import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { isUnmeasurable } from "@understudy/shared/domain/finding.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { logAccuracyNote, logAccuracyText } from "@understudy/shared/texts/log-scale-text.ts";
import { UNMEASURABLE_TEXT } from "./accuracy-text.ts";

/** `trust`: null while it is not known. */
type Props = { coefficient: number; trust: Pick<OutputTrust, "log_accuracy" | "findings"> | null };

/** The accuracy in a cell of a table; of an output over decades on both scales. */
export function AccuracyText({ coefficient, trust }: Props) {
  if (trust !== null && isUnmeasurable(trust)) return UNMEASURABLE_TEXT;
  const log = trust?.log_accuracy ?? null;
  if (log === null) return formatAccuracy(coefficient);
  return (
    <>
      {formatAccuracy(coefficient)}
      <Text component="span" display="block" size="xs" c="dimmed" title={logAccuracyNote(log)}>
        {logAccuracyText(log)}
        {log.left_out > 0 && `, ${log.left_out} left out`}
      </Text>
    </>
  );
}
