import { Alert, Button, CloseButton, Group, Text } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { formatField, formatFieldId, formatFieldValue } from "@understudy/shared/job-config/config-fields.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type ReactNode, useMemo, useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { StepButton, useUndoKeys } from "#ui/undo-steps.tsx";
import { FieldMarksContext } from "./cell.tsx";
import type { OverruledEdit } from "./overruled-edits.ts";
import classes from "./training-config.module.css";
import type { ConfigEditor } from "./use-config-editor.ts";

type Props = { editor: ConfigEditor };

/** Takes back and repeats this person's edits of the config, by buttons and by keys. */
export function EditSteps({ editor: { history } }: Props) {
  const { canUndo, canRedo } = history.useSteps();
  // The undo of the letters of a field of the form would lead to values that nobody chose.
  useUndoKeys(history, isInAnotherField);
  return (
    <Group gap={2} wrap="nowrap" role="group" aria-label="Your edits" className={classes.steps}>
      <Step label="Undo your last edit" keys="Control+Z" isPossible={canUndo} go={history.undo}>
        <IconArrowBackUp size={16} />
      </Step>
      <Step label="Redo your last edit" keys="Control+Shift+Z" isPossible={canRedo} go={history.redo}>
        <IconArrowForwardUp size={16} />
      </Step>
    </Group>
  );
}

/** A text box outside the form, such as that of a comment, has an undo of its own. */
const isInAnotherField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches("input, textarea, [contenteditable=true]") &&
  target.closest("[data-form]") === null;

type StepProps = { label: string; keys: string; isPossible: boolean; go: () => void; children: ReactNode };

const Step = ({ keys, ...rest }: StepProps) => (
  <StepButton title={rest.label} aria-keyshortcuts={keys} {...rest} />
);

function describe({ field, personValue, present, by, wasStored }: OverruledEdit): string {
  const change = MESSAGES.fieldChanged(
    by ?? MESSAGES.somebody,
    formatField(field),
    formatFieldValue(present),
  );
  const value = formatFieldValue(personValue);
  return wasStored ? `${change} You had chosen ${value}.` : `${change} Your ${value} was not saved.`;
}

/** The edits of this person that others have overruled, each with a button that puts the person's value back. */
export function OverruledEdits({ editor: { overruled, settle } }: Props) {
  if (overruled.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="status" aria-label="Changed by others">
      {overruled.map((edit) => (
        <Group key={formatFieldId(edit.field)} gap="xs" className={classes.overruled}>
          <Text size="sm">{describe(edit)}</Text>
          <Group gap="xs" wrap="nowrap" ml="auto">
            <Button size="compact-sm" variant="default" onClick={() => settle(edit, true)}>
              {edit.wasStored ? "Undo" : `Use ${formatFieldValue(edit.personValue)}`}
            </Button>
            <CloseButton size="sm" aria-label="Leave it as it is" onClick={() => settle(edit, false)} />
          </Group>
        </Group>
      ))}
    </Alert>
  );
}

/** Lets the cells below mark fields that other people have changed since the page was opened. */
export function FieldMarks({ config, children }: { config: JobConfig; children: ReactNode }) {
  const { id: userId } = useCurrentUser();
  const { field_edits } = config;
  // By the server's clock: that of this machine may be wrong.
  const [openTime] = useState(() => field_edits[0]?.time ?? "");
  const marks = useMemo(
    () =>
      new Map(
        field_edits
          .filter(({ by, time }) => by.id !== userId && time > openTime)
          .map((edit) => [formatFieldId(edit), edit]),
      ),
    [field_edits, userId, openTime],
  );
  return <FieldMarksContext value={marks}>{children}</FieldMarksContext>;
}
