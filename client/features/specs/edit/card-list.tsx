import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ProblemList } from "#ui/problem-list.tsx";

type Props = {
  /** The purpose of the items. */
  note?: string;
  /** The errors of the list itself. */
  problems: readonly string[] | undefined;
  /** The label of the button, such as "Add Output". */
  addLabel: string;
  disabled: boolean;
  onAdd: () => void;
  children: ReactNode;
};

/** The items of a list of the manifest, each a card, and a button for another. */
export function CardList({ note, problems = [], addLabel, disabled, onAdd, children }: Props) {
  return (
    <>
      {note !== undefined && (
        <Text size="xs" c="dimmed" mb={6}>
          {note}
        </Text>
      )}
      <ProblemList problems={problems} />
      {children}
      <Button
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={disabled}
        onClick={onAdd}
      >
        {addLabel}
      </Button>
    </>
  );
}
