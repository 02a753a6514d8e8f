import { Alert, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { SuspectedMark } from "@understudy/shared/api/job-config.ts";
import { describeMark } from "@understudy/shared/failed-runs/mark-text.ts";
import type { ReactNode } from "react";

type Props = {
  marks: readonly SuspectedMark[];
  /** What can be done about them. */
  children?: ReactNode;
};

/** Names the values that look like marks of failed runs, with their rows. */
export function SuspectedMarks({ marks, children }: Props) {
  if (marks.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      role="status"
      aria-label="Marks of failed runs"
    >
      {marks.map((mark) => (
        <Text key={`${mark.value} ${mark.output}`} size="sm">
          {describeMark(mark)}
        </Text>
      ))}
      <Group justify="space-between" gap="sm" mt={4}>
        <Text size="sm">They look like marks of failed runs.</Text>
        {children}
      </Group>
    </Alert>
  );
}
