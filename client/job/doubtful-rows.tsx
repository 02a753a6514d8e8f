import { Alert, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";

type Props = {
  /** Names the notice to screen readers. */
  label: string;
  /** One a line. */
  sentences: readonly string[];
  /** Below them. */
  remark: string;
  /** Controls that leave the rows out. */
  children?: ReactNode;
};

/** Names rows that look wrong; nothing without a sentence. */
export function DoubtfulRows({ label, sentences, remark, children }: Props) {
  if (sentences.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      role="status"
      aria-label={label}
    >
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      <Group justify="space-between" gap="sm" mt={4}>
        <Text size="sm">{remark}</Text>
        {children}
      </Group>
    </Alert>
  );
}
