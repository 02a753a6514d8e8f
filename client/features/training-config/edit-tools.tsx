import { Group } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import {
  formatFieldId,
  formatFieldValue,
  formatOverruled,
} from "@understudy/shared/job-config/config-fields.ts";
import type { ReactNode } from "react";
import { OverruledList } from "#ui/overruled-list.tsx";
import { StepButton, useUndoKeys } from "#ui/undo-steps.tsx";
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

type OverruledProps = { editor: Pick<ConfigEditor, "overruled" | "settle"> };

/** The edits of this person that others have overruled, each with a button that puts the person's value back. */
export function OverruledEdits({ editor: { overruled, settle } }: OverruledProps) {
  return (
    <OverruledList
      items={overruled.map((edit) => ({
        key: formatFieldId(edit.field),
        text: formatOverruled(edit),
        action: edit.wasStored ? "Undo" : `Use ${formatFieldValue(edit.personValue)}`,
        onTake: () => settle(edit, true),
        onLeave: () => settle(edit, false),
      }))}
    />
  );
}
