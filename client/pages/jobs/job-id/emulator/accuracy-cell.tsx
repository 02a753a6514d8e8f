import { Text } from "@mantine/core";
import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { logAccuracyNote, logAccuracyText } from "@understudy/shared/log-scale-text.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";

type Props = { coefficient: number; log: OutputTrust["log_accuracy"] };

/** The accuracy in a cell of a table; of an output over decades on both scales. */
export function AccuracyText({ coefficient, log }: Props) {
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
